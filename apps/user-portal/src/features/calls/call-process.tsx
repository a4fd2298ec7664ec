import type { CallDetail } from '@clearcall/domain/calls/call.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText, dateTimeText, dayText, instantOf, monthText } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import type { CSSProperties } from 'react';
import classes from './call-detail.module.css';
import { layOutProcess } from './process-layout.ts';

type Step = CallDetail['flow']['steps'][number];

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

const isYours = (role: string) => role === 'applicant' || role === 'user';

function whoActs(role: string): string {
  return isYours(role) ? t('call.process.you') : translate(roleMessage(role));
}

function whenText(step: Step, first: boolean, yours: boolean): string {
  if (instantOf(step.end) === null) return t(first ? 'call.process.whenever' : 'call.process.after');
  if (first) return t('call.process.until', { when: dateTimeText(step.end) });
  return yours
    ? t('call.process.fromTo', { from: dayText(step.start), to: dateText(step.end) })
    : t('call.process.by', { when: dateText(step.end) });
}

/** How a call continues: step by step on one line of time, and in the words of its authors. */
export function CallProcess(props: { call: CallDetail }) {
  const { call } = props;
  const now = useNow();
  const steps = call.flow.steps;
  const layout = layOutProcess(steps, now);
  return (
    <Section title={t('call.process.title')} id="process">
      {call.info === '' && steps.length === 0 ? <p className="soft">{t('call.soon')}</p> : null}
      {steps.length === 0 ? null : (
        <div className={`${classes.process} ${layout ? '' : classes.undated}`}>
          {layout ? (
            <div className={`${classes.grid} only-wide`} aria-hidden="true">
              {layout.months.map(({ at, startMs }) => (
                <span key={startMs} style={{ left: percent(at) }}>
                  {monthText(startMs, 'UTC', 'short')}
                </span>
              ))}
              {layout.nowAt === null ? null : <b style={{ left: percent(layout.nowAt) }} />}
            </div>
          ) : null}
          <ol>
            {steps.map((step, index) => {
              const yours = isYours(step.ownerRole);
              const running =
                step.start !== null &&
                Date.parse(step.start) <= now &&
                (step.end === null || Date.parse(step.end) > now);
              const bar = layout?.bars[index];
              return (
                <li
                  key={step.id}
                  className={running && bar ? classes.running : yours ? classes.yours : undefined}
                  aria-current={running ? 'step' : undefined}
                >
                  <span className={classes.stepNumber}>{index + 1}</span>
                  <span className={classes.stepTitle}>
                    <b lang={langOf(step, 'title')}>{step.title}</b>
                    <span>{whoActs(step.ownerRole)}</span>
                  </span>
                  {layout ? (
                    <span className={classes.stepBar} aria-hidden="true">
                      {bar ? (
                        <i
                          style={
                            { '--from': percent(bar.from), '--width': percent(bar.width) } as CSSProperties
                          }
                        />
                      ) : null}
                    </span>
                  ) : null}
                  <span className={classes.stepDate}>{unbroken(whenText(step, index === 0, yours))}</span>
                </li>
              );
            })}
          </ol>
        </div>
      )}
      {layout ? <p className={`small soft ${classes.legend}`}>{t('call.process.legend')}</p> : null}
      {call.info === '' ? null : (
        <div lang={langOf(call, 'info')}>
          {/* Cleaned where it was fetched. */}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one way to draw rich text */}
          <div className={`read ${classes.rich}`} dangerouslySetInnerHTML={{ __html: call.info }} />
        </div>
      )}
    </Section>
  );
}
