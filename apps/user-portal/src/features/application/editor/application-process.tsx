import type { Application } from '@clearcall/domain/model/application.ts';
import { waitsForText } from '@clearcall/domain/model/coming-step.ts';
import type { ProcessStep } from '@clearcall/domain/model/process-step.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText, dateTimeText, instantOf, zonePlace } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { type CSSProperties, useId } from 'react';
import classes from './application-process.module.css';
import { shareGone, whoActs } from './step-texts.ts';

/** The way of the application to its decision as columns on one rule, with the mark where it stands. */
export function ApplicationProcess(props: { application: Application; brief: boolean }) {
  const { process, call } = props.application;
  const heading = useId();
  const now = useNow();
  if (process.length === 0) return null;
  const here = process.findIndex((step) => step.here);
  const current = process[here];
  return (
    <section
      className={classes.process}
      aria-labelledby={heading}
      data-brief={(props.brief && current !== undefined) || undefined}
    >
      <header>
        <h2 id={heading}>
          {current === undefined
            ? t('editor.process.title')
            : t(current.state === 'coming' ? 'editor.process.atNext' : 'editor.process.at', {
                n: here + 1,
                total: process.length,
                title: current.title,
              })}
        </h2>
        <p className="small soft">{t('editor.process.legend', { place: zonePlace(call.timeZone) })}</p>
      </header>
      <ol>
        {process.map((step) => (
          <li
            key={step.id}
            data-state={step.state}
            aria-current={step.here ? 'step' : undefined}
            style={{ '--at': `${(shareGone(step, now) * 100).toFixed(1)}%` } as CSSProperties}
          >
            <b>{step.title}</b>
            <span>{whoActs(step)}</span>
            <span>
              <When step={step} zone={call.timeZone} />
            </span>
            {step.here ? (
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

function When(props: { step: ProcessStep; zone: string }) {
  const { step, zone } = props;
  if (step.state === 'done') return t('editor.process.done');
  if (step.state === 'decided') return t('editor.process.decided');
  if (step.begins !== null)
    return unbroken(t('editor.process.begins', { at: dateTimeText(step.begins, zone) }));
  if (step.state === 'over') return t('editor.process.over');
  if (step.waitsFor !== undefined) return unbroken(translate(waitsForText(step.waitsFor, zone)));
  const endMs = instantOf(step.end);
  const day = dateText(step.end, zone);
  if (endMs === null) return step.state === 'late' ? t('editor.process.delayed') : t('editor.process.noDate');
  if (step.state === 'late') return unbroken(t('editor.process.late', { day }));
  // What is due counts to the minute; the rest are plans.
  return step.here && step.yours ? (
    <DateTime at={step.end} zone={zone} />
  ) : (
    unbroken(t('editor.process.until', { day }))
  );
}
