import { dayAndHourOf, instantOfDay } from '@clearcall/domain/deadlines/wall-clock.ts';
import { addDays } from '@clearcall/domain/forms/dates.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText } from '@clearcall/ui/kit/time/date-text.ts';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { MonthScale } from '../month-scale.ts';
import classes from '../timeframes.module.css';
import type { DraftStep } from './steps-of.ts';

export interface Frame {
  start: string;
  end: string;
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
const days: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
};

/**
 * A timeframe on the line of months. Its ends are moved by pointer or by arrow keys in whole days, at the same hour of the
 * clock; what was moved is one change when the pointer or the key is up.
 */
export function TimeframeBar(props: {
  step: DraftStep;
  frame: Frame;
  scale: MonthScale;
  zone: string;
  change: ((frame: Frame) => void) | null;
}) {
  const { step, frame, scale, zone, change } = props;
  const id = useId();
  const [moved, setMoved] = useState<Frame | null>(null);
  /** From the pointer to the end that it holds, in px: handles lie outside of the bar. */
  const reach = useRef(0);
  const shown = moved ?? frame;
  const from = scale.within(Date.parse(shown.start));
  const to = scale.within(Date.parse(shown.end));

  const move = (end: keyof Frame, day: string | null) => {
    if (day === null) return;
    const { hour } = dayAndHourOf(frame[end], zone);
    const at = instantOfDay({ day, hour }, zone).at;
    const next = { ...shown, [end]: at };
    if (Date.parse(next.start) < Date.parse(next.end)) setMoved(next);
  };
  const settle = () => {
    if (moved !== null) change?.(moved);
    setMoved(null);
  };
  const handle = (end: keyof Frame) => ({
    role: 'slider',
    tabIndex: 0,
    'aria-labelledby': `${id}-${end}`,
    'aria-valuenow': Date.parse(shown[end]) / 1_000,
    'aria-valuemin': scale.msAt(0) / 1_000,
    'aria-valuemax': scale.msAt(1) / 1_000,
    'aria-valuetext': dateTimeText(shown[end], zone),
    'data-handle': end,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault();
      event.currentTarget.focus();
      event.currentTarget.setPointerCapture(event.pointerId);
      const bar = event.currentTarget.parentElement?.getBoundingClientRect();
      reach.current = bar === undefined ? 0 : (end === 'start' ? bar.left : bar.right) - event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const line = event.currentTarget.parentElement?.parentElement;
      if (line == null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const { left, width } = line.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX + reach.current - left) / width));
      move(end, dayAndHourOf(new Date(scale.msAt(share)).toISOString(), zone).day);
    },
    onLostPointerCapture: settle,
    onKeyDown: (event: KeyboardEvent) => {
      const by = days[event.key];
      if (event.key === 'Escape') setMoved(null);
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      move(end, addDays(dayAndHourOf(shown[end], zone).day, by));
    },
    onKeyUp: settle,
    onBlur: settle,
  });
  return (
    <>
      <span className={classes.bar} style={{ '--from': percent(from), '--to': percent(to) } as CSSProperties}>
        {(change === null ? [] : (['start', 'end'] as const)).map((end) => (
          <span key={end} {...handle(end)}>
            <span id={`${id}-${end}`} className="hidden-visually">
              {quoting(
                t(end === 'start' ? 'setup.cutoffs.startOf' : 'setup.cutoffs.endOf', { step: step.title }),
                quoted(step, 'title'),
              )}
            </span>
          </span>
        ))}
      </span>
      {moved === null ? null : (
        <span className={classes.moving} aria-hidden="true">
          {t('setup.time.fromTo', {
            start: dateTimeText(moved.start, zone),
            end: dateTimeText(moved.end, zone),
          })}
        </span>
      )}
    </>
  );
}
