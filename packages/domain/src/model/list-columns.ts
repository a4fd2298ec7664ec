import type { MessageId } from '@clearcall/i18n/message.ts';

/** How a column is compared with what somebody looks for. Source: Requirements 2, 7.5. */
export const operatorsOf = {
  text: ['contains', 'not_contains'],
  status: ['equal', 'not_equal'],
  date: ['greater', 'lower', 'equal'],
} as const;

export type ColumnKind = keyof typeof operatorsOf;
export type ColumnOperator = (typeof operatorsOf)[ColumnKind][number];

/**
 * The columns of the applications list, in their order: what stands over them, how each is filtered, and the meanings
 * of the answers of the first step that it tells. A column without meanings tells what everybody knows who has the
 * application in a list. Each can be sorted and filtered by. What may be sent, how it is asked of the database and how
 * the page shows it follow from here. Source: Requirements 2, 7.5.
 */
export const listColumns = {
  id: { title: 'lists.column.id', kind: 'text', meanings: [] },
  callTitle: { title: 'lists.column.callTitle', kind: 'text', meanings: [] },
  status: { title: 'lists.column.status', kind: 'status', meanings: [] },
  firstName: { title: 'lists.column.firstName', kind: 'text', meanings: ['pi_first_name', 'pi_last_name'] },
  piAffiliation: { title: 'lists.column.piAffiliation', kind: 'text', meanings: ['pi_affiliation'] },
  researchGroup: { title: 'lists.column.researchGroup', kind: 'text', meanings: ['research_field_group'] },
  researchTitle: { title: 'lists.column.researchTitle', kind: 'text', meanings: ['research_field_title'] },
  partition: { title: 'lists.column.partition', kind: 'text', meanings: ['partition'] },
  submissionDate: { title: 'lists.column.submissionDate', kind: 'date', meanings: [] },
} as const satisfies Record<string, { title: MessageId; kind: ColumnKind; meanings: readonly string[] }>;

export type ListColumn = keyof typeof listColumns;
/** The columns that are filtered in one way. */
export type ColumnOf<Kind extends ColumnKind> = {
  [Column in ListColumn]: (typeof listColumns)[Column]['kind'] extends Kind ? Column : never;
}[ListColumn];

export const columnNames = Object.keys(listColumns) as ListColumn[];

/** The columns that are filtered in one way, in their order. */
export function columnsOf<Kind extends ColumnKind>(kind: Kind): ColumnOf<Kind>[] {
  return columnNames.filter((column): column is ColumnOf<Kind> => listColumns[column].kind === kind);
}
