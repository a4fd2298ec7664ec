import type { AmountsDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import type { DecimalMark } from '@clearcall/domain/calls/definition/read-amount.ts';
import { percentOf } from '@clearcall/domain/forms/amounts.ts';
import { Button, iconButton } from '@clearcall/ui/kit/button.tsx';
import { isComposing } from '@clearcall/ui/kit/field/is-composing.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton, type MenuItem } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { UnitName } from '@clearcall/ui/kit/text/unit-name.tsx';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { useCallEditing } from '../editing/call-editing.tsx';
import { FindingLines } from '../editing/place-findings.tsx';
import classes from './amount-grid.module.css';
import { cellAt, type GridCell, type GridRow } from './grid-cells.ts';
import { ownMark, type Problem } from './grid-problem.ts';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  row: GridRow;
  cell: GridCell;
  /** The amounts of the partition at the cut-off. Undefined if the cut-off does not offer the partition. */
  amounts: AmountsDefinition | undefined;
  /** The cut-off in words. */
  where: string;
  typed: string | null;
  type: (text: string | null) => void;
  /** Takes what was typed. Returns false if it is no amount. */
  commit: () => boolean;
  cancel: () => void;
  /** Goes back to the grid, that many cells on. */
  leave: (by: { rows: number; columns: number }) => void;
  pasteTable: (text: string) => void;
  problem: Problem | null;
  /** Takes the reading that answers the question. */
  settle: (mark: DecimalMark) => void;
  forget: () => void;
  offer: () => void;
  /** Edits the call and goes back to the grid. */
  edit: (changes: readonly Change[]) => void;
  rows: readonly GridRow[];
}

/** The cell that the keys are in, with its amount to type, what it was, and what can be done with its partition. */
export function FormulaLine(props: Props) {
  const { input, row, cell, amounts, where, typed, problem } = props;
  const isWrong = problem?.kind === 'refused' && typed !== null;
  const { definition, mayEdit, findings } = useCallEditing();
  const id = useId();
  const label = cell.limit === null ? null : t(`setup.limit.${cell.limit}`);
  const place = ['cutoffs', cell.cutoff, 'amounts', row.id];
  const found = findings.filter(({ at }) =>
    at.some(
      (address) =>
        address.length >= place.length &&
        [...place, cell.limit ?? ''].every((name, nth) => (address[nth] ?? name) === name),
    ),
  );

  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const back = event.shiftKey ? -1 : 1;
    const by: Record<string, { rows: number; columns: number }> = {
      Enter: { rows: back, columns: 0 },
      ArrowDown: { rows: 1, columns: 0 },
      ArrowUp: { rows: -1, columns: 0 },
    };
    if (event.key === 'Escape') {
      event.preventDefault();
      props.cancel();
      return;
    }
    const to = event.key === 'Tab' && typed !== null ? { rows: 0, columns: back } : by[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (props.commit()) props.leave(to);
  };

  return (
    <div className={classes.formula}>
      <div className={classes.line}>
        <p id={`${id}-where`}>
          {[row.name, where, ...(label === null ? [] : [label])].map((part, nth) => (
            <span key={part}>
              {nth === 0 ? null : <Icon name="chevron-right" size={14} />}
              {nth === 0 ? <b>{part}</b> : part}
            </span>
          ))}
        </p>
        {cell.state === 'amount' && !mayEdit ? (
          <span>
            {cell.value === null ? t('setup.cutoffs.noLimit') : numberText(cell.value)}{' '}
            <span className="muted">{cell.value === null ? null : <UnitName unit={definition.unit} />}</span>
          </span>
        ) : cell.state === 'amount' ? (
          <span className={classes.value} data-invalid={isWrong || undefined}>
            <input
              ref={input}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              aria-labelledby={`${id}-where`}
              aria-describedby={`${id}-about`}
              aria-invalid={isWrong || undefined}
              value={typed ?? (cell.value === null ? '' : numberText(cell.value))}
              placeholder={t('setup.cutoffs.noLimit')}
              onChange={(event) => {
                props.forget();
                props.type(event.currentTarget.value);
              }}
              onKeyDown={press}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text/plain').replace(/[\r\n]+$/, '');
                if (!/[\t\n]/.test(text)) return;
                event.preventDefault();
                props.pasteTable(text);
              }}
              onBlur={() => {
                if (!props.commit()) props.type(null);
              }}
            />
            <span className="muted">
              <UnitName unit={definition.unit} />
            </span>
          </span>
        ) : cell.state === 'not_offered' && mayEdit ? (
          <Button size="sm" onClick={props.offer}>
            {t('setup.cutoffs.offer')}
          </Button>
        ) : null}
        {mayEdit && amounts !== undefined ? (
          <PartitionMenu row={row} cell={cell} amounts={amounts} edit={props.edit} />
        ) : null}
      </div>
      <div id={`${id}-about`} className={classes.about}>
        <span className="muted">{aboutText(cell, amounts)}</span>
        <FindingLines found={found} className={classes.finding} />
      </div>
      {problem === null ? null : <ProblemNote problem={problem} rows={props.rows} settle={props.settle} />}
    </div>
  );
}

/** The live amount if it differs, and the part of the pool. */
function aboutText({ was, limit, value }: GridCell, amounts: AmountsDefinition | undefined): string {
  const pool = amounts?.pool ?? null;
  const percent = limit === 'pool' || value === null || pool === null ? null : percentOf(value, pool);
  const share = percent === null ? null : { decimal: percent };
  if (limit === null) return '';
  if (was === undefined) return share === null ? '' : t('setup.cutoffs.share', { percent: share });
  if (was === null)
    return share === null
      ? t('setup.cutoffs.hadNone')
      : t('setup.cutoffs.hadNoneAndShare', { percent: share });
  const before = numberText(was);
  return share === null
    ? t('setup.cutoffs.was', { was: before })
    : t('setup.cutoffs.wasAndShare', { was: before, percent: share });
}

/** Whether a cut-off offers a partition, and whether it is open there. */
function PartitionMenu(props: Pick<Props, 'row' | 'cell' | 'edit'> & { amounts: AmountsDefinition }) {
  const { row, cell, amounts, edit } = props;
  const at = ['cutoffs', cell.cutoff, 'amounts', row.id];
  const items: MenuItem[] = [
    {
      label: t(amounts.disabled ? 'setup.cutoffs.open' : 'setup.cutoffs.close'),
      icon: amounts.disabled ? 'unlock' : 'lock',
      onSelect: () => edit([{ do: 'set', at: [...at, 'disabled'], value: !amounts.disabled }]),
    },
    { label: t('setup.cutoffs.withdraw'), icon: 'trash', onSelect: () => edit([{ do: 'remove', at }]) },
  ];
  return (
    <MenuButton items={items} label={t('setup.cutoffs.partition', { name: row.name })} className={iconButton}>
      <Icon name="more" />
    </MenuButton>
  );
}

/** Findings of a paste that are listed one by one. */
const listed = 5;

function ProblemNote(props: {
  problem: Problem;
  rows: readonly GridRow[];
  settle: (mark: DecimalMark) => void;
}) {
  const { problem, rows, settle } = props;
  if (problem.kind === 'refused')
    return (
      <Note kind="bad" live>
        {translate(problem.message)}
      </Note>
    );
  if (problem.kind === 'either') {
    const { either } = problem;
    const own = ownMark();
    const marks = own === '.' ? (['.', ','] as const) : ([',', '.'] as const);
    return (
      <Note kind="warn" live>
        <p>{t('setup.cutoffs.either', { typed: either.typed })}</p>
        <p className="row">
          {marks.map((mark) => (
            <Button key={mark} size="sm" autoFocus={mark === own} onClick={() => settle(mark)}>
              {numberText(either.readings[mark])}
            </Button>
          ))}
        </p>
      </Note>
    );
  }
  const { findings } = problem;
  return (
    <Note kind="bad" live>
      <p>{t('setup.cutoffs.notPasted', { n: findings.length })}</p>
      <ul>
        {findings.slice(0, listed).map(({ row, column, message }) => (
          <li key={`${row} ${column}`}>{findingText(rows, row, column, translate(message))}</li>
        ))}
      </ul>
    </Note>
  );
}

function findingText(
  rows: readonly GridRow[],
  row: number | null,
  column: number | null,
  text: string,
): string {
  const place = row === null ? undefined : rows[row];
  const cell = place === undefined || column === null ? undefined : cellAt(place, column);
  if (place === undefined) return text;
  return cell?.limit == null
    ? t('setup.cutoffs.at', { partition: place.name, text })
    : t('setup.cutoffs.atLimit', { partition: place.name, limit: t(`setup.limit.${cell.limit}`), text });
}
