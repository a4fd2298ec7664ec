import { Chip } from '../status-chip.tsx';
import { t } from '../text/translate.ts';
import classes from './countdown.module.css';
import { instantOf, remainingExact, remainingText } from './date-text.ts';
import { useNow } from './use-now.ts';

const dayMs = 86_400_000;

/** The badge of a call: 'Cut-off ends in 12 days'; under a day with a wash. Nothing without an end or after it. */
export function CountdownBadge(props: {
  end: string | number | null | undefined;
  label?: string | undefined;
}) {
  const now = useNow();
  const end = instantOf(props.end);
  const left = end === null ? null : remainingText(end, now);
  if (end === null || left === null) return null;
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
  const minute = useNow();
  const lastHour = end !== null && end - minute < 3_600_000 && end - minute > -60_000;
  if (end === null) return null;
  const className = props.inline ? undefined : classes.count;
  return lastHour ? (
    <Seconds end={end} over={props.over} className={className} />
  ) : (
    <span className={className}>{remainingExact(end, minute) ?? props.over ?? t('frame.time.closed')}</span>
  );
}

function Seconds(props: { end: number; over: string | undefined; className: string | undefined }) {
  const now = useNow('second');
  return (
    <span className={props.className}>
      {remainingExact(props.end, now) ?? props.over ?? t('frame.time.closed')}
    </span>
  );
}
