import type { ColumnOperator } from '@clearcall/domain/applications/list-columns.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import type { ReactNode } from 'react';
import { dateText } from '../time/date-text.ts';

/** How the values of a column are compared. A filter without choices and days takes any text. */
export interface ColumnFilter {
  /** The first one is usual, the second one that of a further condition. */
  operators: readonly ColumnOperator[];
  /** Operator of the first condition, if it is not the usual one. */
  first?: ColumnOperator;
  isDay?: boolean;
  choices?: readonly { value: string; label: string }[];
  /** Text before a choice is made. */
  ask?: string;
  /** Edits the conditions of the column in place of the usual fields. */
  editor?: (own: Omit<ConditionsProps, 'column'>) => ReactNode;
}

type OwnCondition = Omit<Condition, 'column'>;

export interface ConditionsProps {
  column: FilteredColumn;
  conditions: readonly OwnCondition[];
  onChange: (conditions: readonly OwnCondition[]) => void;
}

export interface Condition {
  column: string;
  op: ColumnOperator;
  value: string;
}

export interface FilteredColumn {
  key: string;
  head: string;
  filter: ColumnFilter;
}

/** Columns that a list can be filtered by. */
export const filteredColumns = (
  columns: readonly { key: string; head: string; filter?: ColumnFilter }[],
): FilteredColumn[] =>
  columns.flatMap(({ key, head, filter }) => (filter === undefined ? [] : [{ key, head, filter }]));

/** The value of a condition as its chip shows it. */
export function valueText({ choices, isDay }: ColumnFilter, value: string): string {
  if (choices !== undefined) return choices.find((one) => one.value === value)?.label ?? value;
  return isDay && isPlainDate(value) ? dateText(value) : value;
}

/** The conditions of a list, and what changes them. */
export interface Filtering {
  conditions: readonly Condition[];
  onChange: (conditions: readonly Condition[]) => void;
  /** What is searched for in all columns, and what ends the search. */
  searched?: { title: string; text: string; remove: string; onRemove: () => void } | undefined;
  onClear: () => void;
}

/** What the filter of a column shows and changes. Conditions without a value are left out. */
export const ofColumn = ({ conditions, onChange }: Filtering, column: FilteredColumn) => ({
  column,
  conditions: conditions.filter((one) => one.column === column.key),
  onChange: (own: readonly Omit<Condition, 'column'>[]) =>
    onChange([
      ...conditions.filter((one) => one.column !== column.key),
      ...own
        .map(({ op, value }) => ({ column: column.key, op, value: value.trim() }))
        .filter(({ value }) => value !== ''),
    ]),
});
