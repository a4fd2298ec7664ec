import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, listText, monthText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import type { CSSProperties, ReactNode } from 'react';
import type { CallRow } from './calls-queries.ts';
import { cutoffsInWords, drawnCutoffs, ticksOf } from './cutoff-ticks.ts';
import classes from './month-grid.module.css';
import type { MonthScale } from './month-scale.ts';

const at = (share: number) => ({ '--at': `${(share * 100).toFixed(2)}%` }) as CSSProperties;

/** Names of the months over a grid, and *Today*. It only draws what the rows say, so it is silent. */
export function MonthHead(props: { scale: MonthScale; nowMs: number; zone: string }) {
  const { scale, nowMs, zone } = props;
  const now = scale.placeOf(nowMs);
  return (
    <div className={classes.head} aria-hidden="true">
      {now === null ? null : (
        <b style={at(now)} data-edge={now < 0.06 ? 'start' : now > 0.94 ? 'end' : undefined}>
          {t('setup.today')}
        </b>
      )}
      {scale.months.map(({ at: share, startMs }) =>
        // Cut at the right end, a name is left out.
        share > 0.96 ? null : (
          <span key={startMs} style={at(share)}>
            {monthText(startMs, zone, 'short')}
          </span>
        ),
      )}
    </div>
  );
}

/** Lines of the months and of today behind one row of a grid. */
export function MonthLines(props: { scale: MonthScale; nowMs: number; children?: ReactNode }) {
  const { scale, nowMs } = props;
  const now = scale.placeOf(nowMs);
  return (
    <div className={classes.lines} aria-hidden="true">
      {scale.months.map(({ at: share, startMs }) => (
        <span key={startMs} style={at(share)} />
      ))}
      {props.children}
      {now === null ? null : <b style={at(now)} />}
    </div>
  );
}

/** The cut-offs of a call on the months of the list, and in words. */
export function CutoffRow(props: { call: CallRow; scale: MonthScale; nowMs: number }) {
  const { call, scale, nowMs } = props;
  const drawn = { ...call, cutoffs: drawnCutoffs(call) };
  const { line, ticks } = ticksOf(drawn, scale, nowMs);
  return (
    <>
      <MonthLines scale={scale} nowMs={nowMs}>
        {line.kind === 'none' ? null : (
          <u data-kind={line.kind} style={at(line.kind === 'dashed' ? line.from : 0)} />
        )}
        {ticks.map(({ at: share, end, kind }) => (
          <i key={end} data-kind={kind} style={at(share)} title={dateTimeText(end, call.timeZone)} />
        ))}
      </MonthLines>
      <p className={classes.words}>{cutoffsText(drawn, nowMs)}</p>
    </>
  );
}

/** The cut-offs to come in the zone of the call, as a sentence. */
function cutoffsText(
  call: Pick<CallRow, 'standing' | 'version' | 'timeZone'> & { cutoffs: readonly Window[] },
  nowMs: number,
): string {
  const { ends, isAlwaysOpen } = cutoffsInWords(call, nowMs);
  if (isAlwaysOpen) return t(call.version === null ? 'setup.alwaysOpenOfDraft' : 'setup.alwaysOpen');
  if (ends.length === 0) return t('setup.noCutoff');
  // Before the first version nothing but the draft has cut-offs.
  return t(call.version === null ? 'setup.cutoffsOfDraft' : 'setup.cutoffsAt', {
    n: ends.length,
    list: listText(ends.map((end) => dateTimeText(end, call.timeZone))),
    zone: zoneText(call.timeZone),
  });
}
