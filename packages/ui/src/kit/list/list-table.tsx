import { Fragment, type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { BareTick } from '../field/boxes.tsx';
import { Bar } from '../state/page-states.tsx';
import { pageSize } from '../table/page-count.ts';
import { SortButton, TableFrame } from '../table/table-frame.tsx';
import type { Column, Direction } from './column.ts';
import classes from './list.module.css';
import { type Identified, pageState, pressed, type RowSelection, withRows } from './selection.ts';

/** Order of a list, and what changes it. */
export interface Order {
  column: string;
  direction: Direction;
  onSort: (column: string, direction: Direction) => void;
}

/** The direction after a press on the head of a column: the sorted one turns around. */
export const pressedDirection = (
  order: Pick<Order, 'column' | 'direction'>,
  column: string,
  first: Direction,
) => (order.column !== column ? first : order.direction === 'ASC' ? 'DESC' : 'ASC');

type Marks = Readonly<Record<`data-${string}`, '' | undefined>>;

export interface ListTableProps<Row extends Identified> {
  label: string;
  /** What tells rows apart, if it is not their id. */
  keyOf?: (row: Row) => string;
  columns: readonly Column<Row>[];
  /** Absent while they are loaded: bars take their places. */
  rows: readonly Row[] | undefined;
  /** Rows of an earlier answer, shown until the new ones arrive. */
  isStale?: boolean;
  /** Number of rows that are expected. */
  expected?: number;
  order?: Order | undefined;
  selection?: RowSelection<Row> | undefined;
  /** Opens a row that was pressed. Keyboards and screen readers use the link in it: `data-id`. */
  open?: (row: Row) => void;
  marks?: (row: Row) => Marks;
  /** Rows of two lines of text; one line, as specified, if absent. Source: Requirements 2, 9.13. */
  lines?: 2;
  /** A line under the row that belongs to it. */
  below?: (row: Row) => ReactNode;
  className?: string | undefined;
  /** Widths of the columns that fit; all others are hidden in a table, not on a card. */
  widths?: ReadonlyMap<string, number> | undefined;
  /** What stands beside a head. */
  aside?: (column: Column<Row>) => ReactNode;
  place?: Ref<HTMLDivElement>;
}

/** A table of rows from columns that are data. On narrow screens each row is a card. */
export function ListTable<Row extends Identified>(props: ListTableProps<Row>) {
  const { columns, rows, selection, widths } = props;
  const lastPressed = useRef<Row['id'] | null>(null);
  // The row whose cut texts the keyboard wants out of the way again.
  const [dismissed, setDismissed] = useState<Row['id'] | null>(null);
  const selectable = rows?.filter((row) => selection?.isFixed?.(row) !== true) ?? [];
  return (
    <div
      ref={props.place}
      className={classes.frame}
      aria-busy={props.isStale || rows === undefined}
      data-loading={rows === undefined ? '' : undefined}
    >
      <TableFrame
        label={props.label}
        cards
        className={`${classes.table} ${widths === undefined ? '' : classes.fitting} ${props.lines === 2 ? classes.twoLines : ''} ${props.className ?? ''}`}
      >
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" data-column="select">
                <PageBox
                  label={selection.nameOfAll}
                  state={pageState(selection.selected, selectable)}
                  disabled={selectable.length === 0}
                  onChange={(on) => selection.onChange(withRows(selection.selected, selectable, on))}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                order={props.order}
                widths={widths}
                aside={props.aside?.(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: props.expected ?? pageSize }, (_none, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bars are alike
                <tr key={index}>
                  {selection === undefined ? null : <td data-column="select" />}
                  {columns.map((column, at) => (
                    <td key={column.key} {...cellProps(column, widths)}>
                      {column.hidesHead ? null : <Bar width={barWidths[(index + at) % barWidths.length]} />}
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => {
                const below = props.below?.(row) ?? null;
                const isSelected = selection?.selected.has(row.id) === true;
                return (
                  <Fragment key={props.keyOf?.(row) ?? row.id}>
                    <tr
                      {...props.marks?.(row)}
                      {...(props.open === undefined
                        ? {}
                        : { 'data-clickable': '', onClick: whenPressed(row, props.open) })}
                      data-selected={isSelected ? '' : undefined}
                      data-cut={dismissed === row.id ? '' : undefined}
                      onKeyDown={({ key }) => {
                        if (key === 'Escape') setDismissed(row.id);
                      }}
                      onBlur={() => setDismissed(null)}
                    >
                      {selection === undefined ? null : (
                        <td data-column="select">
                          {selection.isFixed?.(row) === true ? null : (
                            <BareTick
                              aria-label={selection.nameOf(row)}
                              checked={isSelected}
                              onChange={({ nativeEvent: event }) => {
                                selection.onChange(
                                  pressed(selection.selected, selectable, {
                                    id: row.id,
                                    before: lastPressed.current,
                                    shift: event instanceof window.MouseEvent && event.shiftKey,
                                  }),
                                );
                                lastPressed.current = row.id;
                              }}
                            />
                          )}
                        </td>
                      )}
                      {columns.map((column) => (
                        <Cell key={column.key} column={column} row={row} widths={widths} />
                      ))}
                    </tr>
                    {below === null ? null : (
                      <tr className={classes.below}>
                        <td colSpan={columns.length + (selection === undefined ? 0 : 1)} data-column="below">
                          {below}
                        </td>
                      </tr>
                    )}
                  </Fragment>
                );
              })}
        </tbody>
      </TableFrame>
    </div>
  );
}

const barWidths = ['82%', '64%', '72%', '90%', '58%'];

/** Opens a row that was pressed beside its links and buttons. Marking its text is not a press. */
const whenPressed =
  <Row,>(row: Row, open: (row: Row) => void) =>
  ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a, button, input, label, [popover]')) return;
    if (window.getSelection()?.type !== 'Range') open(row);
  };

function Head<Row>(props: {
  column: Column<Row>;
  order: Order | undefined;
  widths: ReadonlyMap<string, number> | undefined;
  aside: ReactNode;
}) {
  const { column, order, widths, aside } = props;
  const { key, head, sort } = column;
  const isSorted = sort !== undefined && order?.column === key;
  const isAscending = order?.direction === 'ASC';
  return (
    <th
      scope="col"
      data-column={key}
      data-align={column.align}
      data-no-room={hasRoom(key, widths) ? undefined : ''}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
      style={widths === undefined ? undefined : ({ '--width': `${widths.get(key)}px` } as object)}
    >
      {column.drawing}
      <span className={column.hidesHead || column.drawing ? 'hidden-visually' : classes.head}>
        {sort === undefined || order === undefined ? (
          <span>{head}</span>
        ) : (
          <SortButton
            title={head}
            ascending={isSorted ? isAscending : undefined}
            onClick={() => order.onSort(key, pressedDirection(order, key, sort))}
          />
        )}
        {aside}
      </span>
    </th>
  );
}

const hasRoom = (key: string, widths: ReadonlyMap<string, number> | undefined): boolean =>
  widths?.has(key) !== false;

function cellProps<Row>({ key, align, card }: Column<Row>, widths: ReadonlyMap<string, number> | undefined) {
  return {
    'data-column': key,
    'data-align': align,
    'data-no-room': hasRoom(key, widths) ? undefined : '',
    'data-card': card === null ? 'none' : card?.split('/')[1]?.trim() === '2' ? 'end' : undefined,
    style: card ? ({ '--card': card } as object) : undefined,
  };
}

function Cell<Row>(props: {
  column: Column<Row>;
  row: Row;
  widths: ReadonlyMap<string, number> | undefined;
}) {
  const { column, row } = props;
  const content = column.cell(row);
  const isText = typeof content === 'string';
  const isEmpty = content === null || content === '';
  return (
    <td
      {...cellProps(column, props.widths)}
      data-text={isText && column.align === undefined ? '' : undefined}
      data-label={column.label}
      data-empty={isEmpty ? '' : undefined}
      title={isText && !isEmpty ? content : undefined}
      lang={column.lang?.(row)}
    >
      {isEmpty ? <span className="muted">-</span> : isText ? <span>{content}</span> : content}
    </td>
  );
}

/** What a cell of two lines says first, cut at the end of the line. */
export const First = (props: { children: ReactNode; title?: string; lang?: string | undefined }) => (
  <span className={classes.first} title={props.title} lang={props.lang}>
    {props.children}
  </span>
);

/**
 * A line under what a cell says first. With a title it is cut at the end of the line, and shown whole like other cut texts:
 * to the pointer as a title, to the keyboard over the row below while the link of the row has the focus, until Escape.
 */
export function Second(props: {
  children: ReactNode;
  title?: string | undefined;
  lang?: string | undefined;
}) {
  if (props.children === '' || props.children === null) return null;
  return (
    <p className={classes.second} title={props.title} lang={props.lang}>
      <span>{props.children}</span>
    </p>
  );
}

/** Selects all rows of the page, or none. */
function PageBox(props: {
  label: string;
  state: 'none' | 'some' | 'all';
  disabled: boolean;
  onChange: (on: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = props.state === 'some';
  }, [props.state]);
  return (
    <BareTick
      ref={box}
      aria-label={props.label}
      checked={props.state === 'all'}
      disabled={props.disabled}
      onChange={() => props.onChange(props.state !== 'all')}
    />
  );
}
