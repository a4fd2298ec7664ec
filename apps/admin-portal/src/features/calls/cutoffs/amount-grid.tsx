import {
  type Area,
  amountLimits,
  changesOfAmounts,
  changesOfClearing,
  changesOfFill,
  changesOfPaste,
  copiedText,
  type AmountGrid as Grid,
} from '@clearcall/domain/calls/definition/amount-grid.ts';
import type { CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import { type DecimalMark, readAmount } from '@clearcall/domain/calls/definition/read-amount.ts';
import { addDecimals } from '@clearcall/domain/forms/decimals.ts';
import { TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cutoffText } from '../cutoff-text.ts';
import { useCallEditing, useHeld } from '../editing/call-editing.tsx';
import classes from './amount-grid.module.css';
import { ChangeButton } from './change-button.tsx';
import { FormulaLine } from './formula-line.tsx';
import { cellAt, type GridCell, rowsOf } from './grid-cells.ts';
import { areaOf, type GridShape, hasSamePlaces, moved, type Place, samePlace } from './grid-moves.ts';
import { ownMark, type Problem } from './grid-problem.ts';
import { Row } from './grid-row.tsx';

const offered = { disabled: false, min: null, max: null, fixed: null, pool: null };

/** Makes this cut-off the first column after the names of the partitions, in a table of many cut-offs. */
const scrollTo = (head: HTMLElement | null) => {
  const frame = head?.closest('section');
  const names = frame?.querySelector('th');
  if (head && frame && names)
    frame.scrollLeft += head.getBoundingClientRect().left - names.getBoundingClientRect().right;
};

interface Props {
  partitions: readonly { id: string; name: string; centre: string }[];
  /** The cut-offs that have columns. */
  cutoffs: readonly CutoffDefinition[];
  shown: CutoffDefinition | undefined;
  now: number;
  change: (cutoff: CutoffDefinition) => void;
  /** Buttons below the grid, for the cut-off that the keys are in. */
  tools: (cutoff: CutoffDefinition) => ReactNode;
}

/** The amounts of each partition at each cut-off, edited as in a spreadsheet. */
export function AmountGrid({ partitions, cutoffs, shown, now, change, tools }: Props) {
  const { definition, live, isDraft, mayEdit, canUndo, findings, edit } = useCallEditing();
  const heads = useId();
  const table = useRef<HTMLTableElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const compared = isDraft ? live : null;
  const rows = useMemo(
    () => rowsOf({ partitions, cutoffs, definition, live: compared, findings }),
    [partitions, cutoffs, definition, compared, findings],
  );
  const grid = useMemo<Grid>(
    () => ({
      rows: partitions,
      columns: cutoffs.flatMap(({ id }) => amountLimits.map((limit) => ({ cutoff: id, limit }))),
    }),
    [partitions, cutoffs],
  );
  const shape: GridShape = {
    rows: rows.length,
    columns: grid.columns.length,
    spanAt: ({ row, column }) => {
      const cell = rows[row] && cellAt(rows[row], column);
      return cell === undefined ? [column, column] : [cell.first, cell.last];
    },
  };

  const first =
    Math.max(
      0,
      cutoffs.findIndex(({ id }) => id === shown?.id),
    ) * amountLimits.length;
  const [chosen, setChosen] = useState<Place>({ row: 0, column: first });
  const [begun, setBegun] = useState<Place | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState({ text: '', nth: 0 });
  // The same words again are read again.
  const say = (text: string) => setSaid(({ nth }) => ({ text, nth: nth + 1 }));
  const wantsFocus = useRef(false);
  const [drawn, setDrawn] = useState(grid);
  if (drawn !== grid && !hasSamePlaces(drawn, grid)) {
    // Others may have added cut-offs, or removed some.
    const there = samePlace(drawn, grid, chosen);
    setDrawn(grid);
    setChosen(there ?? chosen);
    setBegun(begun && samePlace(drawn, grid, begun));
    if (there === null) setTyped(null);
  }
  // The grid may have become smaller.
  const within = ({ row, column }: Place): Place => ({
    row: Math.min(row, shape.rows - 1),
    column: Math.min(column, shape.columns - 1),
  });
  const active = within(chosen);
  const anchor = within(begun ?? chosen);
  const selected = areaOf(active, anchor);
  const row = rows[active.row];
  const cell = row && cellAt(row, active.column);
  const cutoff = cutoffs[Math.floor(active.column / amountLimits.length)];
  useHeld(['cutoffs', cutoff?.id ?? '', 'amounts', row?.id ?? '', cell?.limit ?? ''], typed !== null);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    table.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  });

  const go = (place: Place, extends_ = false) => {
    wantsFocus.current = true;
    setChosen(place);
    setBegun(extends_ ? anchor : null);
  };
  const focusGrid = () => {
    wantsFocus.current = true;
    setTyped(null);
  };
  const make = (changes: readonly Change[], text: string) => {
    setProblem(null);
    edit(changes);
    say(changes.length === 0 ? t('setup.cutoffs.nothing') : text);
  };

  const setAmount = ({ cutoff: id, limit }: GridCell, partition: string, value: string | null) => {
    if (limit === null) return;
    make(
      changesOfAmounts(definition, [{ partition, cutoff: id, limit, value }]),
      t('setup.cutoffs.set', { amount: amountSpoken(value) }),
    );
  };
  /** Takes what was typed for the active cell. Returns false if it is no amount. */
  const commit = (): boolean => {
    if (typed === null || cell === undefined || row === undefined) return true;
    const read = readAmount(typed, null);
    if (read.kind === 'refused') {
      setProblem({ kind: 'refused', message: read.message });
      return false;
    }
    setTyped(null);
    if (read.kind === 'amount') setAmount(cell, row.id, read.value);
    else setProblem({ kind: 'either', either: read.either, of: { cell, partition: row.id } });
    return read.kind === 'amount';
  };

  const offer = () => {
    if (row === undefined || cutoff === undefined) return;
    const after = cutoff.amounts.at(-1)?.id ?? null;
    const thing = { id: row.id, ...offered };
    make([{ do: 'add', to: ['cutoffs', cutoff.id, 'amounts'], after, thing }], t('setup.cutoffs.offered'));
    focusGrid();
  };
  const paste = (text: string, area: Area, mark: DecimalMark | null) => {
    if (text === '') return;
    const pasted = changesOfPaste(definition, grid, area, text, mark);
    if (!pasted.ok) {
      setProblem(
        'either' in pasted
          ? { kind: 'either', either: pasted.either, of: { text, area } }
          : { kind: 'paste', findings: pasted.findings },
      );
      return;
    }
    make(pasted.changes, t('setup.cutoffs.pasted', { n: pasted.cells }));
    const { row: top, column: left, rows: height, columns: width } = pasted.area;
    setChosen({ row: top, column: left });
    setBegun({ row: top + height - 1, column: left + width - 1 });
  };

  /** Takes the reading that answers the question. */
  const settle = (mark: DecimalMark) => {
    if (problem?.kind !== 'either') return;
    const { of, either } = problem;
    if ('text' in of) paste(of.text, of.area, mark);
    else setAmount(of.cell, of.partition, either.readings[mark]);
    focusGrid();
  };

  const write = (how: 'over' | 'behind') => {
    if (!mayEdit || cell?.state !== 'amount') return;
    const box = input.current;
    box?.focus();
    if (how === 'over') box?.select();
    else box?.setSelectionRange(box.value.length, box.value.length);
  };

  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.column === undefined) return;
    const { key, shiftKey } = event;
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const place = moved(active, { key, isFar: control }, shape);
    if (place !== null) {
      event.preventDefault();
      go(place, shiftKey);
      return;
    }
    const act = actionOf(key.toLowerCase(), control);
    if (act !== undefined) {
      event.preventDefault();
      act();
    } else if (key.length === 1 && !control) write('over');
  };
  const actionOf = (key: string, control: boolean): (() => void) | undefined => {
    if (control && key === 'a')
      return () => {
        setBegun({ row: shape.rows - 1, column: shape.columns - 1 });
        setChosen({ row: 0, column: 0 });
      };
    if (key === 'escape')
      return () => {
        setBegun(null);
        setProblem(null);
      };
    if (!mayEdit) return undefined;
    // The page undoes; here it is read.
    if (control && key === 'z' && canUndo) say(t('setup.cutoffs.undone'));
    if (control)
      return key === 'd'
        ? () => make(changesOfFill(definition, grid, selected), t('setup.cutoffs.filled'))
        : undefined;
    if (key === 'delete' || key === 'backspace')
      return () => make(changesOfClearing(definition, grid, selected), t('setup.cutoffs.cleared'));
    if (key === 'enter') return cell?.state === 'not_offered' ? offer : () => write('over');
    return key === 'f2' ? () => write('behind') : undefined;
  };

  const copy = (event: ClipboardEvent<HTMLTableElement>) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', copiedText(definition, grid, selected, ownMark()));
    say(t('setup.cutoffs.copied', { n: selected.rows * selected.columns }));
  };
  const point = (event: MouseEvent<HTMLTableElement>, isDragged: boolean) => {
    const place = placeOf(event.target);
    if (place === null) return;
    // Before another cell is the active one.
    if (!commit()) setTyped(null);
    if (isDragged) go(place, true);
    else if (event.shiftKey) {
      event.preventDefault();
      go(place, true);
    } else {
      setChosen(place);
      setBegun(null);
    }
  };

  const refused = new Map<number, number[]>();
  if (problem?.kind === 'paste')
    for (const { row: at, column } of problem.findings)
      if (at !== null && column !== null) refused.set(at, [...(refused.get(at) ?? []), column]);

  return (
    <>
      {row === undefined || cell === undefined || cutoff === undefined ? null : (
        <FormulaLine
          input={input}
          row={row}
          cell={cell}
          amounts={cutoff.amounts.find(({ id }) => id === row.id)}
          where={cutoffText(definition, cutoff, now)}
          typed={typed}
          type={setTyped}
          commit={commit}
          cancel={() => {
            setProblem(null);
            focusGrid();
          }}
          leave={(by) => {
            go(
              within({
                row: Math.max(0, active.row + by.rows),
                column: Math.max(0, active.column + by.columns),
              }),
            );
          }}
          pasteTable={(text) => {
            setTyped(null);
            paste(text, selected, null);
            focusGrid();
          }}
          problem={problem}
          settle={settle}
          forget={() => setProblem(null)}
          offer={offer}
          edit={(changes) => {
            edit(changes);
            // The button may be gone.
            focusGrid();
          }}
          rows={rows}
        />
      )}
      <TableFrame
        scrolls
        label={t('setup.call.amounts')}
        className={classes.amounts}
        grid={{
          ref: table,
          role: 'grid',
          'aria-multiselectable': true,
          'aria-readonly': !mayEdit || undefined,
          onKeyDown: press,
          onCopy: copy,
          onCut: (event) => {
            copy(event);
            if (mayEdit) make(changesOfClearing(definition, grid, selected), t('setup.cutoffs.cleared'));
          },
          onPaste: (event) => {
            event.preventDefault();
            if (mayEdit) paste(event.clipboardData.getData('text/plain'), selected, null);
          },
          onMouseDown: (event) => {
            if (event.button === 0) point(event, false);
          },
          onMouseOver: (event) => {
            if (event.buttons === 1) point(event, true);
          },
          onDoubleClick: (event) => {
            if (placeOf(event.target) !== null) write('behind');
          },
          onFocus: (event) => {
            // A link to a place may have led here.
            const place = placeOf(event.target);
            if (place === null || event.target.tabIndex === 0) return;
            setChosen(place);
            setBegun(null);
          },
        }}
      >
        <Heads
          heads={heads}
          cutoffs={cutoffs}
          columns={grid.columns}
          shown={shown}
          active={cutoff}
          now={now}
          change={change}
        />
        <tbody>
          {rows.map((one, nth) => {
            const isSelected = nth >= selected.row && nth < selected.row + selected.rows;
            return (
              <Row
                key={one.id}
                row={one}
                nth={nth}
                heads={heads}
                active={nth === active.row ? active.column : -1}
                from={isSelected ? selected.column : -1}
                to={isSelected ? selected.column + selected.columns - 1 : -2}
                typed={nth === active.row ? typed : null}
                refused={refused.get(nth)?.join(' ') ?? ''}
                readOnly={!mayEdit}
              />
            );
          })}
        </tbody>
      </TableFrame>
      <div className={classes.foot}>
        <div className="small">
          <p className={classes.sum}>{sumText(rows, selected)}</p>
          {mayEdit ? <p className="soft only-wide">{t('setup.cutoffs.keys')}</p> : null}
          <p role="status" className="hidden-visually">
            <span key={said.nth}>{said.text}</span>
          </p>
        </div>
        {cutoff === undefined ? null : <div className="row">{tools(cutoff)}</div>}
      </div>
    </>
  );
}

interface HeadsProps extends Pick<Props, 'cutoffs' | 'shown' | 'now' | 'change'> {
  /** Begin of their ids. */
  heads: string;
  columns: Grid['columns'];
  /** The cut-off that the keys are in. */
  active: CutoffDefinition | undefined;
}

/** The cut-offs above their limits. Moving within a cut-off does not draw them again. */
const Heads = memo(function Heads({ heads, cutoffs, columns, shown, active, now, change }: HeadsProps) {
  const { definition, mayEdit } = useCallEditing();
  return (
    <thead>
      <tr>
        <th rowSpan={2} scope="col">
          {t('setup.call.partition')}
        </th>
        {cutoffs.map((one) => (
          <th
            key={one.id}
            id={`${heads}-${one.id}`}
            ref={one.id === shown?.id ? scrollTo : undefined}
            scope="colgroup"
            colSpan={amountLimits.length}
            data-first=""
          >
            {mayEdit ? (
              <ChangeButton
                cutoff={one}
                now={now}
                tabIndex={one === active ? 0 : -1}
                change={() => change(one)}
              />
            ) : (
              unbroken(cutoffText(definition, one, now))
            )}
          </th>
        ))}
      </tr>
      <tr>
        {columns.map(({ cutoff: of, limit }, column) => (
          <th
            key={`${of} ${limit}`}
            id={`${heads}-column-${column}`}
            scope="col"
            data-align="right"
            data-first={column % amountLimits.length === 0 ? '' : undefined}
          >
            {t(`setup.limit.${limit}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
});

const amountSpoken = (value: string | null) =>
  value === null ? t('setup.cutoffs.noLimit') : numberText(value);

/** The place of the cell that an event is about, or null for other elements. */
function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-column]') : null;
  const row = cell?.closest('tr')?.dataset.row;
  return cell === null || row === undefined
    ? null
    : { row: Number(row), column: Number(cell.dataset.column) };
}

/** The number of selected cells with their sum; empty for a single one. */
function sumText(rows: ReturnType<typeof rowsOf>, { row, column, rows: height, columns }: Area): string {
  if (height * columns === 1) return '';
  const amounts = rows
    .slice(row, row + height)
    .flatMap(({ cells }) => cells.filter(({ first, last }) => first < column + columns && last >= column))
    .flatMap(({ value }) => value ?? []);
  return t('setup.cutoffs.sum', {
    n: height * columns,
    sum: { decimal: addDecimals(amounts), thousands: true },
  });
}
