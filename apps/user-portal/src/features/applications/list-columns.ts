import type { ApplicationFilter, sortableColumns } from '@clearcall/contract/applications.ts';

export type ListColumn = (typeof sortableColumns)[number];
export type Operator = ApplicationFilter['op'];

/** The columns of the list in their order, and how each is filtered. Source: Specification 2, section 2. */
export const listColumns = {
  id: { title: 'Application ID', kind: 'text' },
  callTitle: { title: 'Call', kind: 'text' },
  status: { title: 'Status', kind: 'status' },
  firstName: { title: 'PI Name', kind: 'text' },
  piAffiliation: { title: 'Affiliation', kind: 'text' },
  researchGroup: { title: 'Research F. Group', kind: 'text' },
  researchTitle: { title: 'Research F. Title', kind: 'text' },
  partition: { title: 'Partition', kind: 'text' },
  submissionDate: { title: 'Submit Date', kind: 'date' },
} as const satisfies Record<ListColumn, { title: string; kind: 'text' | 'status' | 'date' }>;

export const columnNames = Object.keys(listColumns) as ListColumn[];

export type FilterKind = (typeof listColumns)[ListColumn]['kind'];

export const operatorsOf = {
  text: ['contains', 'not_contains'],
  status: ['equal', 'not_equal'],
  date: ['greater', 'lower', 'equal'],
} as const satisfies Record<FilterKind, readonly Operator[]>;

/** As a select says it and a chip repeats it. */
export const operatorWords: Record<Operator, string> = {
  contains: 'contains',
  not_contains: 'does not contain',
  equal: 'equal',
  not_equal: 'not equal',
  greater: 'greater',
  lower: 'lower',
};
