import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import classes from './table-frame.module.css';

/**
 * The frame of every table: 40 px rows, hairlines, sticky head, nothing else. Inside stand a plain thead and tbody.
 * On a cell: `data-align="right"` for amounts. On a row: `data-clickable`, `data-past`. On the link of a row: `data-id`.
 * With `cards` each row is a card on narrow screens, in two columns, where its cells are placed by their `data-column`; one
 * with `data-empty` takes no place there.
 */
export function TableFrame(props: {
  label: string;
  children: ReactNode;
  cards?: boolean;
  /** May be wider than any window: scrolls sideways in wide ones as well, and its head does not stay in view. */
  scrolls?: boolean;
  className?: string | undefined;
  /** Attributes of a table whose cells take the focus. */
  grid?: ComponentProps<'table'> | undefined;
}) {
  const frame = useRef<HTMLElement>(null);
  const [scrolls, setScrolls] = useState(false);
  // What scrolls must be reachable by keyboard; what does not should be no stop on the way.
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const watching = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth + 1));
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return (
    <section
      ref={frame}
      className={classes.frame}
      aria-label={props.label}
      data-scrolls={props.scrolls || undefined}
      tabIndex={scrolls && props.grid === undefined ? 0 : undefined}
    >
      <table
        {...props.grid}
        className={`${classes.table} ${props.cards ? classes.cards : ''} ${props.className ?? ''}`}
      >
        {props.children}
      </table>
    </section>
  );
}

/** The title of a column that sorts its table: pressed again it turns the direction. `ascending` is absent elsewhere. */
export function SortButton(props: { title: string; ascending: boolean | undefined; onClick: () => void }) {
  return (
    <button type="button" className={classes.sort} onClick={props.onClick}>
      {props.title}
      {props.ascending === undefined ? null : (
        <Icon name={props.ascending ? 'chevron-up' : 'chevron-down'} size={14} />
      )}
    </button>
  );
}
