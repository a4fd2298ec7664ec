import type { MessageId } from '@clearcall/i18n/message.ts';
import { applicationStatuses } from './statuses.ts';

/** How a column is compared with what somebody looks for. Source: Requirements 2, 7.5. */
export const operatorsOf = {
  text: ['contains', 'not_contains'],
  /** `equal` names one of several steps: any of them lets an application through. */
  step: ['contains', 'not_contains', 'equal'],
  status: ['equal', 'not_equal'],
  date: ['greater', 'lower', 'equal'],
  work: ['equal', 'not_equal'],
  decision: ['equal', 'not_equal'],
} as const;

/** What is said of the work on an application: `late` while something of it is open and its deadline was noted as over. */
export const workStates = ['late'] as const;

/** Outcomes that a partition of an application may have; `none` while nothing is decided about any of them. */
export const decisionStates = ['awarded', 'reduced', 'reserve', 'rejected', 'none'] as const;

/** The values of the columns that are compared with one of a few. */
export const choicesOf = {
  status: applicationStatuses,
  work: workStates,
  decision: decisionStates,
} as const;

export type ColumnKind = keyof typeof operatorsOf;
export type ColumnOperator = (typeof operatorsOf)[ColumnKind][number];

/**
 * The columns of the applications list, in their order: what stands over them, how each is filtered, and the meanings
 * of the answers of the first step that it tells. A column without meanings tells what everybody knows who has the
 * application in a list. Each can be filtered by, and sorted by unless it says otherwise; `staff` is what only those read
 * who act for the organisation. What may be sent, how it is asked of the database and how the page shows it follow from
 * here. Source: Requirements 2, 7.5 and 7.11.
 */
export const listColumns = {
  id: { title: 'lists.column.id', kind: 'text', meanings: [] },
  projectTitle: {
    title: 'lists.column.projectTitle',
    kind: 'text',
    meanings: ['project_title'],
    sorts: false,
  },
  callTitle: { title: 'lists.column.callTitle', kind: 'text', meanings: [] },
  status: { title: 'lists.column.status', kind: 'status', meanings: [] },
  step: { title: 'lists.column.step', kind: 'step', meanings: [], sorts: false },
  firstName: { title: 'lists.column.firstName', kind: 'text', meanings: ['pi_first_name', 'pi_last_name'] },
  piAffiliation: { title: 'lists.column.piAffiliation', kind: 'text', meanings: ['pi_affiliation'] },
  researchGroup: { title: 'lists.column.researchGroup', kind: 'text', meanings: ['research_field_group'] },
  researchTitle: { title: 'lists.column.researchTitle', kind: 'text', meanings: ['research_field_title'] },
  partition: { title: 'lists.column.partition', kind: 'text', meanings: ['partition'] },
  submissionDate: { title: 'lists.column.submissionDate', kind: 'date', meanings: [] },
  cutoff: { title: 'lists.column.cutoff', kind: 'date', meanings: [], sorts: false },
  work: { title: 'lists.column.work', kind: 'work', meanings: [], sorts: false, readers: 'staff' },
  decision: {
    title: 'lists.column.decision',
    kind: 'decision',
    meanings: [],
    sorts: false,
    readers: 'staff',
  },
} as const satisfies Record<string, Column>;

interface Column {
  title: MessageId;
  kind: ColumnKind;
  meanings: readonly string[];
  sorts?: false;
  readers?: 'staff';
}

export type ListColumn = keyof typeof listColumns;
/** The columns that are filtered in one way. */
export type ColumnOf<Kind extends ColumnKind> = {
  [Column in ListColumn]: (typeof listColumns)[Column]['kind'] extends Kind ? Column : never;
}[ListColumn];

/** The columns that a list can be sorted by. */
export type SortableColumn = {
  [Column in ListColumn]: (typeof listColumns)[Column] extends { sorts: false } ? never : Column;
}[ListColumn];

export const columnNames = Object.keys(listColumns) as ListColumn[];

/** The columns that are filtered in one way, in their order. */
export function columnsOf<Kind extends ColumnKind>(kind: Kind): ColumnOf<Kind>[] {
  return columnNames.filter((column): column is ColumnOf<Kind> => listColumns[column].kind === kind);
}

/** Whether a list can be sorted by a column: there is an index in its order. */
export const isSortable = (column: ListColumn): column is SortableColumn => !('sorts' in listColumns[column]);

/** Whether a column is for those alone who act for the organisation: deadlines of others are. Source: Requirements 2, 7.11. */
export const isForStaff = (column: ListColumn): boolean => 'readers' in listColumns[column];

/** The columns that a list can be sorted by, in their order. */
export const sortableColumns = columnNames.filter(isSortable);
