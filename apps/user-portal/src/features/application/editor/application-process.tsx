import type { Application } from '@clearcall/domain/applications/application.ts';
import type { ProcessStep } from '@clearcall/domain/applications/process-step.ts';
import { plainDate } from '@clearcall/domain/deadlines/plain-date.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useUser } from '@clearcall/ui/session/require-session.tsx';
import { type CSSProperties, useId } from 'react';
import { isMine } from '../own/own-facts.ts';
import { quotingSteps } from '../quoting-steps.ts';
import classes from './application-process.module.css';
import { drawnState, legendText, placeText, shareGone, whenText, whoActs } from './step-texts.ts';

/** The way of the application to its decision as columns on one rule, with the mark where it stands. */
export function ApplicationProcess(props: { application: Application }) {
  const { process, call } = props.application;
  const heading = useId();
  const now = useNow();
  const user = useUser();
  if (process.length === 0) return null;
  const legend = legendText(process, call.timeZone);
  return (
    <section className={classes.process} aria-labelledby={heading}>
      <header>
        <p id={heading} className={classes.title}>
          {quotingSteps(
            props.application,
            placeText(props.application, plainDate(new Date(now), call.timeZone)),
          )}
        </p>
        {legend === null ? null : <p className="small soft">{legend}</p>}
      </header>
      <ol>
        {process.map((step) => (
          <li
            key={step.id}
            data-state={drawnState(step, isMine(props.application, user.id))}
            aria-current={step.here ? 'step' : undefined}
            style={{ '--at': `${(shareGone(step, now) * 100).toFixed(1)}%` } as CSSProperties}
          >
            <b lang={langOf(step, 'title')}>{step.title}</b>
            <span>{whoActs(step)}</span>
            <span>
              <When application={props.application} step={step} />
            </span>
            {step.here && step.isPartDone !== true ? (
              <span className={classes.here}>
                {t(step.state === 'coming' ? 'editor.process.next' : 'editor.process.here')}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function When({ application, step }: { application: Application; step: ProcessStep }) {
  const zone = application.call.timeZone;
  // What is due counts to the minute; the rest are plans.
  const isDue = step.here && step.yours && step.state === 'running' && step.isPartDone !== true;
  return isDue && step.end !== null ? (
    <DateTime at={step.end} zone={zone} />
  ) : (
    quotingSteps(application, whenText(step, zone))
  );
}
