import type { CSSProperties, ReactNode } from 'react';
import { unbroken } from '../text/unbroken.tsx';
import { instantOf } from './date-text.ts';
import classes from './time-rule.module.css';
import { useServerTime } from './use-now.ts';

function styled(values: Record<`--${string}`, string | number>): CSSProperties {
  return values as CSSProperties;
}

const whole = (words: ReactNode): ReactNode => (typeof words === 'string' ? unbroken(words) : words);

/**
 * A rule from the opening to the end, drawn to scale, with a mark at now if the server's time is known. Without an end it
 * is dashed; after the end, or when `closed`, it is grey. `ends` are the words under its two ends. It only draws what the
 * words say, so it is silent.
 */
export function TimeRule(props: {
  start: string | number | null | undefined;
  end: string | number | null | undefined;
  closed?: boolean | undefined;
  ticks?: number | undefined;
  ends?: readonly [ReactNode, ReactNode] | undefined;
}) {
  const now = useServerTime();
  const start = instantOf(props.start);
  const end = instantOf(props.end);
  const share =
    now === null || start === null || end === null || end <= start
      ? 0
      : ((now - start) / (end - start)) * 100;
  const over = props.closed === true || (now !== null && end !== null && now >= end);
  const kind = over ? classes.closedRule : end === null ? classes.endlessRule : '';
  const at = `${Math.min(100, Math.max(0, share)).toFixed(2)}%`;
  return (
    <div>
      <div
        className={`${classes.timeRule} ${kind}`}
        style={styled({ '--at': at, '--ticks': props.ticks ?? 12 })}
        aria-hidden="true"
      >
        {now === null || kind === classes.endlessRule ? null : (
          <>
            <i />
            <b />
          </>
        )}
      </div>
      {props.ends ? (
        <p className={classes.ends}>
          <span>{whole(props.ends[0])}</span>
          <span>{whole(props.ends[1])}</span>
        </p>
      ) : null}
    </div>
  );
}

/**
 * Limits on a hairline that runs from 0 to `scale`: the bar is what is allowed, the mark is `value`, red outside of it.
 * Without `max` the bar fades out at the right. All are plain numbers in one unit.
 */
export function RangeRule(props: {
  min?: number | undefined;
  max?: number | undefined;
  value?: number | undefined;
  scale?: number | undefined;
}) {
  const min = props.min ?? 0;
  const scale = props.scale ?? Math.max((props.max ?? min * 3) * 1.12, (props.value ?? 0) * 1.05, 1);
  const percent = (value: number) => `${Math.min(100, Math.max(0, (value / scale) * 100)).toFixed(2)}%`;
  const outside =
    props.value !== undefined && (props.value < min || (props.max !== undefined && props.value > props.max));
  return (
    <div
      className={`${classes.range} ${props.max === undefined ? classes.openEnd : ''}`}
      style={styled({
        '--from': percent(min),
        '--to': percent(props.max ?? scale),
        '--at': percent(props.value ?? 0),
      })}
      aria-hidden="true"
    >
      <i />
      {props.value === undefined ? null : <b className={outside ? classes.outside : undefined} />}
    </div>
  );
}
