import type { PublishedCall } from '@clearcall/domain/calls/call.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, listText, monthText, readerZone } from '@clearcall/ui/kit/time/date-text.ts';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import classes from './calls-home.module.css';
import { type Axis, type AxisMark, layOutAxis, monthStartsFrom } from './cutoff-axis-layout.ts';

const monthName = (ms: number, withYear: boolean, zone: string) =>
  monthText(ms, zone, withYear ? 'with year' : 'long');

/** The tracks of a lane; where the calls name none, what stands on it. */
const laneName = ({ tracks }: Axis['lanes'][number]) =>
  tracks.length === 0 ? t('calls.axis.cutOffs') : listText(tracks);

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** The cut-offs of the coming months to scale. Narrow screens have no room for it, and say the same on the cards. */
export function CutoffAxis(props: { calls: readonly PublishedCall[] | undefined }) {
  const { timeZone } = useOrganisation();
  const now = useNow();
  const line = useRef<HTMLDivElement>(null);
  const [linePx, setLinePx] = useState(1_100);
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return;
    // Where the axis is not shown it has no width.
    const measure = () => element.clientWidth > 0 && setLinePx(element.clientWidth);
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  const axis = layOutAxis(props.calls ?? [], monthStartsFrom(now, timeZone), now, linePx);
  const [above, below] = axis.lanes.length > 1 ? axis.lanes : [undefined, axis.lanes[0]];
  const first = axis.months[0];
  const last = axis.months.at(-1);
  if (first === undefined || last === undefined) return null;
  // Where a mark stands close to today, the word goes to the other side of its dot.
  const wordShare = 56 / linePx;
  const crowded = (above?.marks ?? []).some(({ at }) => at - axis.todayAt < wordShare);
  const side = crowded ? (axis.todayAt > wordShare ? classes.todayBefore : 'hidden-visually') : '';

  return (
    <figure
      className={`${classes.axis} only-wide`}
      aria-label={t('calls.axis.label', {
        from: monthName(first.startMs, false, timeZone),
        to: monthName(last.startMs, true, timeZone),
      })}
    >
      <figcaption>
        <span>{above ? laneName(above) : ''}</span>
        <span>{props.calls === undefined ? '' : below ? laneName(below) : ''}</span>
      </figcaption>
      <div ref={line} className={classes.axisInner}>
        <Lane marks={above?.marks ?? []} side="above" />
        <span className={`${classes.todayWord} ${side}`} style={{ left: percent(axis.todayAt) }}>
          {t('calls.axis.today')}
        </span>
        <div className={classes.axisLine}>
          <span className={classes.today} style={{ left: percent(axis.todayAt) }} />
        </div>
        <Lane marks={below?.marks ?? []} side="below" />
        <ol className={classes.months}>
          {axis.months.map(({ at, startMs }, index) => (
            <li key={startMs} style={{ left: percent(at) }}>
              {monthName(
                startMs,
                index === 0 || new Date(startMs + 86_400_000).getUTCMonth() === 0,
                timeZone,
              )}
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

function Lane(props: { marks: readonly AxisMark[]; side: 'above' | 'below' }) {
  return (
    <ol className={`${classes.lane} ${classes[props.side]}`}>
      {props.marks.map((mark) => {
        const full = mark.meaning
          .map(({ title, end }) => `${title}, ${dateTimeText(end, readerZone)}`)
          .join('; ');
        return (
          <li
            key={mark.at}
            className={`${mark.next ? classes.next : ''} ${mark.label === '' ? classes.short : ''}`}
            style={{ left: percent(mark.at) }}
            title={full}
            lang={mark.meaning[0]?.lang}
          >
            <span aria-hidden="true">{mark.label}</span>
            <span className="hidden-visually">{full}</span>
          </li>
        );
      })}
    </ol>
  );
}
