import type { CSSProperties } from 'react';
import classes from './field.module.css';

/** A bar under a text: how long it is between its least and its greatest length. */
export function TextMeter(props: { length: number; min: number | undefined; max: number | undefined }) {
  const { length, min = 0 } = props;
  const full = props.max ?? Math.max(min * 1.5, length);
  const share = (part: number) => `${Math.min(100, full === 0 ? 0 : (part / full) * 100).toFixed(1)}%`;
  const wrong = length > 0 && (length < min || (props.max !== undefined && length > props.max));
  return (
    <div
      className={`${classes.meter} ${wrong ? classes.meterWrong : ''}`}
      style={{ '--at': share(length), '--min': share(min) } as CSSProperties}
      aria-hidden="true"
    >
      <i />
      {min > 0 ? <b /> : null}
    </div>
  );
}
