import { Chip } from '../status-chip.tsx';
import { t } from '../text/translate.ts';
import classes from './countdown.module.css';
import { instantOf, remainingExact, remainingText } from './date-text.ts';
import { useServerTime } from './use-now.ts';

const dayMs = 86_400_000;

/**
 * The badge of a call: 'Cut-off ends in 12 days'; under a day with a wash. Nothing without an end, after it, or while the
 * server's time is unknown.
 */
export function CountdownBadge(props: {
  end: string | number | null | undefined;
  label?: string | undefined;
}) {
  const now = useServerTime();
  const end = instantOf(props.end);
  if (end === null || now === null) return null;
  const left = remainingText(end, now);
  if (left === null) return null;
  return (
    <Chip tone="time" icon="clock" calm={end - now >= dayMs}>
      {props.label ?? t('frame.time.cutOffEndsIn')} {left}
    </Chip>
  );
}

/**
 * The large countdown of a deadline, to the minute, and to the second in its last hour; `over` stands after the end.
 * It is not read aloud at every tick: the deadline beside it is.
 */
export function Countdown(props: {
  end: string | number | null | undefined;
  over?: string | undefined;
  inline?: boolean;
}) {
  const end = instantOf(props.end);
  const minute = useServerTime();
  if (end === null) return null;
  // Of its own height: what is below does not move when the time comes.
  if (minute === null) return <span className={props.inline ? undefined : classes.count}>{'\u00a0'}</span>;
  const lastHour = end - minute < 3_600_000 && end - minute > -60_000;
  const className = props.inline ? undefined : classes.count;
  return lastHour ? (
    <Seconds end={end} over={props.over} className={className} />
  ) : (
    <span className={className}>{remainingExact(end, minute) ?? props.over ?? t('frame.time.closed')}</span>
  );
}

function Seconds(props: { end: number; over: string | undefined; className: string | undefined }) {
  const now = useServerTime('second');
  if (now === null) return null;
  return (
    <span className={props.className}>
      {remainingExact(props.end, now) ?? props.over ?? t('frame.time.closed')}
    </span>
  );
}
