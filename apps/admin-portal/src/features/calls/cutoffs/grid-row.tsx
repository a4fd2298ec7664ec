import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { memo } from 'react';
import classes from './amount-grid.module.css';
import { cellAt, type GridCell, type GridRow } from './grid-cells.ts';

const amountText = (amount: string | null) => (amount === null ? '–' : numberText(amount));

const Cell = memo(function Cell(props: {
  cell: GridCell;
  head: string;
  heads: string;
  isActive: boolean;
  isSelected: boolean;
  typed: string | null;
  isRefused: boolean;
  readOnly: boolean;
}) {
  const { cell, head, heads, typed, isRefused } = props;
  const { id, first, last, state, value, was, severity } = cell;
  const isAmount = state === 'amount';
  const names = [head, `${heads}-${cell.cutoff}`, ...(isAmount ? [`${heads}-column-${first}`] : []), id];
  return (
    <td
      id={id}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid is selected by keys
      role="gridcell"
      colSpan={last - first + 1}
      tabIndex={props.isActive ? 0 : -1}
      aria-labelledby={names.join(' ')}
      aria-selected={props.isSelected}
      aria-readonly={props.readOnly || !isAmount || undefined}
      aria-invalid={severity === 'error' || isRefused || undefined}
      data-column={first}
      data-align={isAmount ? 'right' : undefined}
      data-first={first % 4 === 0 ? '' : undefined}
      data-none={isAmount && value === null && typed === null ? '' : undefined}
      data-active={props.isActive || undefined}
      data-changed={was === undefined ? undefined : ''}
      data-severity={isRefused ? 'error' : severity}
      className={isAmount ? undefined : classes.hatched}
    >
      {isAmount ? (
        (typed ?? amountText(value))
      ) : (
        <span>
          <Icon name="lock" size={14} />{' '}
          {t(state === 'closed' ? 'setup.call.closedHere' : 'setup.call.notOffered')}
        </span>
      )}
      {was === undefined ? null : <span className="hidden-visually">{t('setup.cutoffs.changed')}</span>}
    </td>
  );
});

interface RowProps {
  row: GridRow;
  nth: number;
  /** Begin of the ids of the heads. */
  heads: string;
  /** Column of the cell that the keys are in, or -1. */
  active: number;
  /** First and last selected column; -1 if none is. */
  from: number;
  to: number;
  /** The text that is typed for the active cell. */
  typed: string | null;
  /** Columns that a refused paste had no amount for. */
  refused: string;
  readOnly: boolean;
}

/** One partition at all cut-offs that are shown. Moving in the grid draws two rows again, not all. */
export const Row = memo(function Row({ row, nth, ...props }: RowProps) {
  const { heads, active, from, to, typed, refused, readOnly } = props;
  const head = `${heads}-row-${nth}`;
  const current = active < 0 ? undefined : cellAt(row, active);
  const wrong = new Set(refused === '' ? [] : refused.split(' ').map(Number));
  return (
    <tr data-row={nth}>
      <th id={head} scope="row" title={row.centre}>
        {row.name}
      </th>
      {row.cells.map((cell) => (
        <Cell
          key={cell.id}
          cell={cell}
          head={head}
          heads={heads}
          isActive={cell === current}
          isSelected={cell.first <= to && cell.last >= from}
          typed={cell === current ? typed : null}
          isRefused={wrong.has(cell.first)}
          readOnly={readOnly}
        />
      ))}
    </tr>
  );
});
