import {
  type ComingStep,
  comingStepsHeading,
  nothingToDo,
  plannedWhen,
} from '@clearcall/domain/applications/coming-step.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { zonePlace } from '@clearcall/ui/kit/time/date-text.ts';
import { useId } from 'react';
import classes from './what-comes-next.module.css';

/** What follows a submission and when, for its applicant. Nothing where nothing is to come. */
export function WhatComesNext({
  steps,
  zone,
  hasOpenWork,
}: {
  steps: readonly ComingStep[];
  zone: string;
  /** Whether something waits for the applicant now. */
  hasOpenWork: boolean;
}) {
  const heading = useId();
  if (steps.length === 0) return null;
  return (
    <section className={classes.next} aria-labelledby={heading}>
      <h3 id={heading}>{translate(comingStepsHeading)}</h3>
      <ol>
        {steps.map((step) => (
          <li key={`${step.title} ${step.start}`}>
            <span>
              {step.title}
              {step.yours ? <b> {t('editor.upcoming.yours')}</b> : null}
            </span>
            <span>{unbroken(translate(plannedWhen(step, zone)))}</span>
            {step.yours || step.ownerRole === undefined ? null : (
              <span className="soft">{translate(roleMessage(step.ownerRole))}</span>
            )}
          </li>
        ))}
      </ol>
      <p className="small soft">
        {hasOpenWork ? null : translate(nothingToDo(steps))}{' '}
        {t('editor.process.legend', { place: zonePlace(zone) })}
      </p>
    </section>
  );
}
