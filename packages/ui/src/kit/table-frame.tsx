import type { ReactNode } from 'react';
import classes from './table-frame.module.css';

/**
 * The frame of every table: 40 px rows, hairlines, sticky head, nothing else. Inside stand a plain thead and tbody.
 * On a cell: `data-align="right"` for amounts, `data-cut` for one line that is cut (with a title). On a row:
 * `data-clickable`, `data-past`. On the link of a row: `data-id`.
 */
export function TableFrame(props: { label: string; children: ReactNode; className?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.frame} aria-label={props.label} tabIndex={0}>
      <table className={`${classes.table} ${props.className ?? ''}`}>{props.children}</table>
    </section>
  );
}
