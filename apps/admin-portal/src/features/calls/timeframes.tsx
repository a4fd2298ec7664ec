import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import type { CSSProperties } from 'react';
import { type CutoffProps, CutoffSelect } from './cutoff-select.tsx';
import { MonthHead, MonthLines } from './month-grid.tsx';
import classes from './timeframes.module.css';
import { layOutTimeframes, type StepTime, timesOf } from './timeframes-layout.ts';

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** When each step of a call is open at a cut-off: as bars on one line of months, and as dates. */
export function Timeframes(props: CutoffProps) {
  const { call, cutoff, now } = props;
  const { steps, timeZone } = call;
  const times = cutoff === undefined ? [] : timesOf(call, cutoff);
  const layout = layOutTimeframes(times, timeZone);
  return (
    <Section id="timeframes" title={t('setup.call.timeframes')} aside={<CutoffSelect {...props} />}>
      {steps.length === 0 || cutoff === undefined ? (
        <p className="soft">{t(steps.length === 0 ? 'setup.call.noSteps' : 'setup.call.noCutoffs')}</p>
      ) : (
        <>
          {layout === null ? null : (
            <div className={`${classes.head} only-wide`}>
              <MonthHead scale={layout.scale} nowMs={now} zone={timeZone} />
            </div>
          )}
          <ol className={layout === null ? `${classes.steps} ${classes.undated}` : classes.steps}>
            {steps.map((step, at) => {
              const time = times[at];
              const bar = layout?.bars.get(step.id);
              return (
                <li key={step.id}>
                  <span className={classes.name}>
                    <b lang={langOf(step, 'title')}>{step.title}</b>
                    <span className="muted">{translate(roleMessage(step.ownerRole))}</span>
                  </span>
                  {layout === null ? null : (
                    <span className={classes.line}>
                      <MonthLines scale={layout.scale} nowMs={now}>
                        {bar === undefined ? null : (
                          <span
                            className={classes.bar}
                            style={{ '--from': percent(bar.from), '--to': percent(bar.to) } as CSSProperties}
                          />
                        )}
                      </MonthLines>
                    </span>
                  )}
                  <span className={classes.dates}>{time ? datesText(time, timeZone) : null}</span>
                </li>
              );
            })}
          </ol>
          <p className={`small soft ${classes.legend}`}>
            {t('setup.call.timeframesLegend', { zone: zoneText(timeZone) })}
          </p>
        </>
      )}
    </Section>
  );
}

function datesText({ start, end }: StepTime, zone: string): string {
  if (start === null) return t('setup.time.none');
  const from = dateTimeText(start, zone);
  return end === null
    ? t('setup.time.from', { start: from })
    : t('setup.time.fromTo', { start: from, end: dateTimeText(end, zone) });
}
