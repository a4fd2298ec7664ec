import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import {
  choicesOf,
  columnNames,
  isForStaff,
  isSortable,
  type ListColumn,
  listColumns,
  operatorsOf,
} from '@clearcall/domain/applications/list-columns.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import type { Column } from '@clearcall/ui/kit/list/column.ts';
import type { ColumnFilter } from '@clearcall/ui/kit/list/filters.ts';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { pageLanguage, t } from '@clearcall/ui/kit/text/translate.ts';
import { dayOrInstant } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { DecisionsCell } from '../../parts/applications/decisions-cell.tsx';
import { ApplicationLink } from '../../parts/applications/title-cell.tsx';
import classes from './applications-list.module.css';
import { RowActions } from './row-actions.tsx';
import { StepChoice } from './step-choice.tsx';

/** What the list calls an application. Source: Requirements 1, 2.5. */
export function shownId(row: Pick<ApplicationRow, 'id' | 'uid' | 'status'>): string {
  return row.status === 'draft' ? `DRAFT-${row.id}` : row.uid;
}

/** Cells, widths and places on a card. `drop` says which columns make room first. */
const looks: Record<ListColumn, Omit<Column<ApplicationRow>, 'key' | 'head'>> = {
  id: {
    isFixed: true,
    width: 184,
    cell: (row) => <ApplicationLink uid={row.uid}>{shownId(row)}</ApplicationLink>,
  },
  projectTitle: { width: 150, grow: 6, cell: ({ projectTitle }) => projectTitle },
  callTitle: {
    width: 128,
    grow: 1,
    drop: 5,
    lang: (row) => langOf(row, 'callTitle'),
    cell: ({ callTitle }) => callTitle,
  },
  status: {
    width: 180,
    // The longest status is longer in other languages: ‘Modifications demandées’ takes the space that is left, or two lines.
    get grow() {
      return pageLanguage() === 'en' ? 0 : 14;
    },
    cell: ({ status, awardDeclinedAt }) => (
      <StatusChip status={awardDeclinedAt === null ? status : 'award_declined'} />
    ),
  },
  step: {
    width: 136,
    grow: 2,
    drop: 6,
    lang: (row) => langOf(row, 'step'),
    cell: ({ step }) => step,
  },
  firstName: {
    width: 136,
    grow: 1,
    drop: 7,
    cell: (row) => `${row.firstName} ${row.lastName}`.trim(),
  },
  piAffiliation: {
    width: 120,
    grow: 2,
    drop: 3,
    cell: ({ piAffiliation }) => piAffiliation,
  },
  researchGroup: { width: 112, grow: 2, drop: 2, card: null, cell: ({ researchGroup }) => researchGroup },
  researchTitle: { width: 124, grow: 2, drop: 1, card: null, cell: ({ researchTitle }) => researchTitle },
  partition: { width: 120, grow: 1, drop: 4, card: null, cell: ({ partition }) => partition },
  submissionDate: {
    width: 144,
    sort: 'DESC',
    cell: ({ submissionDate }) =>
      submissionDate === null ? null : <DateTime at={dayOrInstant(submissionDate)} />,
  },
  cutoff: {
    width: 144,
    cell: ({ cutoff }) => (cutoff === null ? null : <DateTime at={cutoff} />),
  },
  work: {
    width: 104,
    cell: ({ late }) =>
      late ? (
        <span className={classes.late}>
          <Icon name="clock" size={14} />
          {t('lists.work.late')}
        </span>
      ) : null,
  },
  decision: {
    width: 168,
    cell: ({ decisions }) => <DecisionsCell decisions={decisions} />,
  },
};

function filterOf(column: ListColumn, role: string | undefined): ColumnFilter {
  const { kind } = listColumns[column];
  const operators = operatorsOf[kind];
  switch (kind) {
    case 'status':
      return {
        operators,
        ask: t('lists.filter.chooseStatus'),
        choices: choicesOf.status.map((value) => ({ value, label: t(`parts.status.${value}`) })),
      };
    case 'work':
      return {
        operators,
        ask: t('lists.filter.chooseWork'),
        choices: choicesOf.work.map((value) => ({ value, label: t(`lists.work.${value}`) })),
      };
    case 'decision':
      return {
        operators,
        ask: t('lists.filter.chooseDecision'),
        choices: choicesOf.decision.map((value) => ({ value, label: t(`lists.decision.${value}`) })),
      };
    case 'step':
      return { operators, editor: (own) => <StepChoice role={role} {...own} /> };
    case 'date':
      // People who look for a cut-off know its day.
      return { operators, isDay: true, ...(column === 'cutoff' ? { first: 'equal' } : {}) };
    default:
      return { operators };
  }
}

/**
 * The columns that a reader may have: sorted and filtered by those that are readable in each row. Source: Requirements 2,
 * 7.5.
 */
export function applicationColumns(props: {
  readable: readonly ListColumn[];
  /** In which the list is shown. */
  role: string | undefined;
  forStaff: boolean;
  onDelete: (row: ApplicationRow) => void;
}): Column<ApplicationRow>[] {
  const known = columnNames.filter((name) => !isForStaff(name) || props.readable.includes(name));
  return [
    ...known.map((key): Column<ApplicationRow> => {
      const look = { ...looks[key], key, head: t(listColumns[key].title) };
      if (!props.readable.includes(key)) {
        const { sort: _sort, ...rest } = look;
        return rest;
      }
      return {
        ...look,
        filter: filterOf(key, props.role),
        ...(isSortable(key) ? { sort: look.sort ?? 'ASC' } : {}),
      };
    }),
    {
      key: 'actions',
      head: t('lists.row.actions'),
      hidesHead: true,
      isFixed: true,
      width: 36,
      cell: (row) => (
        <RowActions row={row} shownId={shownId(row)} forStaff={props.forStaff} onDelete={props.onDelete} />
      ),
    },
  ];
}
