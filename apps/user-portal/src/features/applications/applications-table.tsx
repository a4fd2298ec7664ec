import type { ApplicationRow } from '@clearcall/domain/model/application.ts';
import { isSortable, type ListColumn, listColumns } from '@clearcall/domain/model/list-columns.ts';
import { message } from '@clearcall/i18n/message.ts';
import { BareTick } from '@clearcall/ui/kit/field/boxes.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { MenuButton } from '@clearcall/ui/kit/overlay/menu-button.tsx';
import { Bar } from '@clearcall/ui/kit/state/page-states.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { pageSize } from '@clearcall/ui/kit/table/page-count.ts';
import { SortButton, TableFrame } from '@clearcall/ui/kit/table/table-frame.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dayOrInstant } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type MouseEvent as Press, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { ApplicationsSearch } from '../../search-params.ts';
import { useDuplicate } from '../../shell/use-duplicate.ts';
import classes from './applications-list.module.css';
import { ColumnFilter } from './column-filter.tsx';
import { filteredBy, sortedBy } from './list-search.ts';
import { pageState, pressed, type Selection, withRows } from './many/selection.ts';

/** What the list calls an application. Source: Requirements 1, 2.5. */
export function shownId(row: Pick<ApplicationRow, 'id' | 'uid' | 'status'>): string {
  return row.status === 'draft' ? `DRAFT-${row.id}` : row.uid;
}

/** One page of rows under a head that sorts and filters. Without rows: their frame, while they are on their way. */
export function ApplicationsTable(props: {
  rows: readonly ApplicationRow[] | undefined;
  search: ApplicationsSearch;
  shown: readonly ListColumn[];
  /** That can be sorted and filtered by. */
  readable: readonly ListColumn[];
  stale: boolean;
  /** What is chosen, for those who can do something with it. */
  selection: Selection | undefined;
  place: RefObject<HTMLDivElement | null>;
  onSelect: (selection: Selection) => void;
  onChange: (search: ApplicationsSearch) => void;
  onDelete: (row: ApplicationRow) => void;
}) {
  const { search, onChange, selection, rows } = props;
  const before = useRef<number | null>(null);
  const press = (id: number, shift: boolean) => {
    if (selection === undefined || rows === undefined) return;
    props.onSelect(pressed(selection, rows, { id, before: before.current, shift }));
    before.current = id;
  };
  return (
    <div
      ref={props.place}
      className={classes.frame}
      aria-busy={props.stale || props.rows === undefined}
      data-loading={props.rows === undefined ? '' : undefined}
    >
      <TableFrame
        label={t('lists.title')}
        cards
        className={`${classes.table} ${props.shown.length < 8 ? classes.roomy : ''}`}
      >
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" data-column="select">
                <SelectPage
                  state={pageState(selection, rows ?? [])}
                  onChange={(on) => props.onSelect(withRows(selection, rows ?? [], on))}
                />
              </th>
            )}
            {props.shown.map((column) => (
              <ColumnHead
                key={column}
                column={column}
                readable={props.readable.includes(column)}
                search={search}
                onChange={onChange}
              />
            ))}
            <th scope="col" data-column="actions">
              <span className="hidden-visually">{t('lists.row.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows === undefined
            ? Array.from({ length: pageSize }, (_none, index) => index).map((index) => (
                <LoadingRow key={index} index={index} shown={props.shown} selects={selection !== undefined} />
              ))
            : props.rows.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  shown={props.shown}
                  selected={selection?.has(row.id)}
                  onPress={press}
                  onDelete={props.onDelete}
                />
              ))}
        </tbody>
      </TableFrame>
    </div>
  );
}

function ColumnHead(props: {
  column: ListColumn;
  readable: boolean;
  search: ApplicationsSearch;
  onChange: (search: ApplicationsSearch) => void;
}) {
  const { column, search, onChange } = props;
  const title = t(listColumns[column].title);
  const sorted = (search.order ?? 'submissionDate') === column;
  const ascending = (search.direction ?? 'DESC') === 'ASC';
  if (!props.readable)
    return (
      <th scope="col" data-column={column}>
        {title}
      </th>
    );
  return (
    <th
      scope="col"
      data-column={column}
      aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : undefined}
    >
      <span className={classes.head}>
        {isSortable(column) ? (
          <SortButton
            title={title}
            ascending={sorted ? ascending : undefined}
            onClick={() => onChange(sortedBy(search, column))}
          />
        ) : (
          <span className={classes.plainHead}>{title}</span>
        )}
        <ColumnFilter
          column={column}
          conditions={(search.filters ?? []).filter((filter) => filter.column === column)}
          onChange={(conditions) => onChange(filteredBy(search, column, conditions))}
        />
      </span>
    </th>
  );
}

/** Chooses all rows of the page, or none. */
function SelectPage(props: { state: 'none' | 'some' | 'all'; onChange: (on: boolean) => void }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = props.state === 'some';
  }, [props.state]);
  return (
    <BareTick
      ref={box}
      className={classes.select}
      aria-label={t('lists.many.choosePage')}
      checked={props.state === 'all'}
      onChange={() => props.onChange(props.state !== 'all')}
    />
  );
}

function Cell(props: { column: ListColumn; text: string; strong?: boolean; lang?: string | undefined }) {
  return (
    <td
      data-column={props.column}
      data-lines="2"
      data-empty={props.text === '' ? '' : undefined}
      title={props.text === '' ? undefined : props.text}
      lang={props.lang}
    >
      {props.text === '' ? (
        <span className="muted">-</span>
      ) : (
        <span className={props.strong ? classes.strong : undefined}>{props.text}</span>
      )}
    </td>
  );
}

/** What stands in a cell of each column that has no look of its own. */
const cells = {
  callTitle: (row: ApplicationRow) => (
    <Cell column="callTitle" text={row.callTitle} lang={langOf(row, 'callTitle')} />
  ),
  status: (row: ApplicationRow) => (
    <td data-column="status">
      <StatusChip status={row.status} />
    </td>
  ),
  step: (row: ApplicationRow) => <Cell column="step" text={row.step} />,
  firstName: (row: ApplicationRow) => (
    <Cell column="firstName" text={`${row.firstName} ${row.lastName}`.trim()} strong />
  ),
  piAffiliation: (row: ApplicationRow) => <Cell column="piAffiliation" text={row.piAffiliation} />,
  researchGroup: (row: ApplicationRow) => <Cell column="researchGroup" text={row.researchGroup} />,
  researchTitle: (row: ApplicationRow) => <Cell column="researchTitle" text={row.researchTitle} />,
  partition: (row: ApplicationRow) => <Cell column="partition" text={row.partition} />,
  submissionDate: (row: ApplicationRow) => (
    <td data-column="submissionDate" data-empty={row.submissionDate === null ? '' : undefined}>
      <DateTime at={dayOrInstant(row.submissionDate)} unset="-" />
    </td>
  ),
  cutoff: (row: ApplicationRow) => (
    <td data-column="cutoff" data-empty={row.cutoff === null ? '' : undefined}>
      <DateTime at={row.cutoff} unset="-" />
    </td>
  ),
  work: (row: ApplicationRow) => (
    <td data-column="work" data-empty={row.late ? undefined : ''}>
      {row.late ? (
        <span className={classes.late}>
          <Icon name="clock" size={14} />
          {t('lists.work.late')}
        </span>
      ) : (
        <span className="muted">-</span>
      )}
    </td>
  ),
  decision: (row: ApplicationRow) => (
    <td data-column="decision" data-empty={row.decisions.length === 0 ? '' : undefined}>
      {row.decisions.length === 0 ? (
        <span className="muted">-</span>
      ) : (
        <ul>
          {row.decisions.map(({ partition, outcome }) => (
            <li key={partition}>
              {t('lists.export.decided', { partition, decided: message(`lists.decision.${outcome}`) })}
            </li>
          ))}
        </ul>
      )}
    </td>
  ),
} satisfies Record<Exclude<ListColumn, 'id'>, (row: ApplicationRow) => ReactNode>;

function Row(props: {
  row: ApplicationRow;
  shown: readonly ListColumn[];
  /** Absent where nothing can be chosen. */
  selected: boolean | undefined;
  onPress: (id: number, shift: boolean) => void;
  onDelete: (row: ApplicationRow) => void;
}) {
  const { row, selected } = props;
  const navigate = useNavigate();
  const open = () => void navigate({ to: '/applications/$uid', params: { uid: row.uid } });
  const onClick = (event: Press<HTMLTableRowElement>) => {
    const onControl =
      event.target instanceof Element && event.target.closest('a, button, input, label, [popover]');
    // Marking text in a row is no press on it.
    if (onControl || window.getSelection()?.type === 'Range') return;
    open();
  };
  return (
    // The link in the first cell is what keyboards and screen readers use; the row is only a larger target for it.
    <tr data-clickable="" data-selected={selected ? '' : undefined} onClick={onClick}>
      {selected === undefined ? null : (
        <td data-column="select">
          <BareTick
            className={classes.select}
            aria-label={t('lists.many.chooseOne', { id: shownId(row) })}
            checked={selected}
            onChange={(event) =>
              props.onPress(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      <td data-column="id" data-lines="2">
        <Link data-id="" to="/applications/$uid" params={{ uid: row.uid }}>
          {unbroken(shownId(row))}
        </Link>
        {row.projectTitle === '' ? null : (
          <p className={classes.project} title={row.projectTitle}>
            {row.projectTitle}
          </p>
        )}
      </td>
      {props.shown.map((column) =>
        column === 'id' ? null : <Fragment key={column}>{cells[column](row)}</Fragment>,
      )}
      <td data-column="actions">
        <RowActions
          row={row}
          forStaff={selected !== undefined}
          onOpen={open}
          onDelete={() => props.onDelete(row)}
        />
      </td>
    </tr>
  );
}

function RowActions(props: {
  row: ApplicationRow;
  forStaff: boolean;
  onOpen: () => void;
  onDelete: () => void;
}) {
  const { row, onOpen, onDelete } = props;
  const navigate = useNavigate();
  const duplicate = useDuplicate(row.uid);
  const copy = {
    label: t('parts.duplicate.do'),
    icon: 'copy' as const,
    disabled: !row.can.duplicate || duplicate.isPending,
    onSelect: () => duplicate.mutate(),
  };
  return (
    <MenuButton
      label={t('lists.row.actionsFor', { id: shownId(row) })}
      className={classes.actions}
      items={[
        { label: t('lists.row.open'), icon: 'arrow-right', onSelect: onOpen },
        ...(props.forStaff
          ? [
              {
                label: t('lists.row.scores'),
                icon: 'list' as const,
                onSelect: () =>
                  void navigate({ to: '/calls/$id/scores', params: { id: String(row.callId) } }),
              },
            ]
          : []),
        ...(row.status === 'draft' ? [] : [copy]),
        ...(row.can.delete
          ? [{ label: t('lists.row.delete'), icon: 'trash' as const, danger: true, onSelect: onDelete }]
          : []),
      ]}
      {...(row.status !== 'draft' && !row.can.duplicate ? { head: t('lists.row.noDuplicate') } : {})}
    >
      <Icon name="more" />
    </MenuButton>
  );
}

const widths = ['82%', '64%', '72%', '90%', '58%'];

function LoadingRow(props: { index: number; shown: readonly ListColumn[]; selects: boolean }) {
  return (
    <tr>
      {props.selects ? <td data-column="select" /> : null}
      {[...props.shown, 'actions'].map((column, at) => (
        <td key={column} data-column={column}>
          {column === 'actions' ? null : <Bar width={widths[(props.index + at) % widths.length]} />}
        </td>
      ))}
    </tr>
  );
}
