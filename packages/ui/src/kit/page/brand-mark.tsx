const ticks = Array.from({ length: 12 }, (_none, hour) => hour * 30);
const hourOfTheCutoff = 300;

/**
 * The mark: twelve ticks, at once a dial, a ring of stars and a node ring; the long one stands at ten.
 * `tick` and `long` are colours as CSS values.
 */
export function BrandMark(props: {
  size?: number | undefined;
  tick?: string | undefined;
  long?: string | undefined;
  className?: string | undefined;
}) {
  const size = props.size ?? 36;
  return (
    <svg
      className={props.className}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      {ticks.map((angle) => {
        const long = angle === hourOfTheCutoff;
        return (
          <rect
            key={angle}
            x="18.7"
            y={long ? 1 : 3}
            width="2.6"
            height={long ? 12 : 8.5}
            rx="0.3"
            fill={long ? (props.long ?? 'var(--time-mark)') : (props.tick ?? 'var(--accent-text)')}
            transform={`rotate(${angle} 20 20)`}
          />
        );
      })}
    </svg>
  );
}
