import { type Language, languages } from '@clearcall/i18n/language.ts';
import { readTable } from '../values/read-table.ts';

/** A value of a list with its label in each language; empty if it is not given in it. */
export type ListRow = Record<Language | 'value' | 'parent', string>;
export interface ListOption extends ListRow {
  /** false: retired. Answers that have it stay readable. */
  offered: boolean;
}

/** A line that gives no value, by its number from 1. */
interface LineFault {
  line: number;
  text: string;
}

/** So many values at most are pasted at once. */
export const maxListRows = 5_000;
export const maxValueLength = 120;
export const maxLabelLength = 300;

const heads = /^(value|code|wert|valeur)$/i;

/** What separates the columns: semicolons where no line has a tab and each has a semicolon. */
function separatorOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return !text.includes('\t') && lines.every((line) => line.includes(';')) ? ';' : '\t';
}

/**
 * The values in a table that was pasted: value, a label in each language of the portal, and the value of another list that
 * it belongs to. A cell alone in its line is value and label. A line without a value, with a text that is too long or with
 * a value that was there before is a fault.
 */
export function readListRows(pasted: string): { rows: ListRow[]; faults: LineFault[] } {
  const rows = new Map<string, ListRow>();
  const faults: LineFault[] = [];
  readTable(pasted, separatorOf).forEach((cells, at) => {
    const text = cells.join(' ').trim();
    if (text === '' || (at === 0 && heads.test(cells[0] ?? ''))) return;
    const [value = '', first = '', ...more] = cells;
    const labels = [cells.length === 1 ? value : first, ...more];
    const parent = labels[languages.length] ?? '';
    const isTooLong = labels.some((label) => label.length > maxLabelLength);
    if (
      value === '' ||
      Math.max(value.length, parent.length) > maxValueLength ||
      isTooLong ||
      rows.has(value)
    )
      faults.push({ line: at + 1, text });
    else {
      const byLanguage = Object.fromEntries(languages.map((language, nth) => [language, labels[nth] ?? '']));
      rows.set(value, { value, parent, ...(byLanguage as Record<Language, string>) });
    }
  });
  return { rows: [...rows.values()], faults };
}

export interface ListDecision {
  /** All values of the list in their order, with those that are retired. */
  options: ListOption[];
  /** Values by what happens to them. */
  added: string[];
  changed: string[];
  retired: string[];
  /** Whether values that the list had change their order. */
  reordered: boolean;
}

const cells = [...languages, 'parent'] as const;

/**
 * Decides what a pasted table makes of a list. Empty cells keep what the list has, and so does a
 * value alone in its line. A table with all values that the list
 * offers gives it its order; otherwise new values follow those of the list. With `retires`, other values are retired.
 */
export function decideListRows(
  stored: readonly ListOption[],
  rows: readonly ListRow[],
  { retires }: { retires: boolean },
): ListDecision {
  const before = new Map(stored.map((option) => [option.value, option]));
  const given = new Map(
    rows.map((row) => {
      const old = before.get(row.value);
      // A value alone in its line is its own label only if it is new.
      const isBare = row.en === row.value && [row.de, row.fr, row.parent].every((cell) => cell === '');
      const labels = old !== undefined && isBare ? old : row;
      const kept = cells.map((cell) => [cell, labels[cell] || (old?.[cell] ?? '')]);
      return [row.value, { ...row, ...Object.fromEntries(kept), offered: true } as ListOption];
    }),
  );
  const isOther = ({ value }: ListRow) => !given.has(value);
  const isWhole = retires || stored.every((option) => !option.offered || !isOther(option));
  const options = isWhole
    ? [...given.values(), ...stored.filter(isOther).map((option) => ({ ...option, offered: false }))]
    : [
        ...stored.map((option) => given.get(option.value) ?? option),
        ...[...given.values()].filter(({ value }) => !before.has(value)),
      ];
  const differs = (option: ListOption, old: ListOption) =>
    !old.offered || cells.some((cell) => option[cell] !== old[cell]);
  const kept = options.filter(({ value }) => before.has(value));
  const values = (some: readonly ListOption[]) => some.map(({ value }) => value);
  return {
    options,
    added: values(options.filter(({ value }) => !before.has(value))),
    changed: values(
      [...given.values()].filter((option) => {
        const old = before.get(option.value);
        return old !== undefined && differs(option, old);
      }),
    ),
    retired: values(
      options.filter((option) => !option.offered && before.get(option.value)?.offered === true),
    ),
    reordered: kept.some(({ value }, at) => value !== stored[at]?.value),
  };
}

/** Whether a value has a label in some language. */
export const hasLabel = (row: Record<Language, string>): boolean =>
  languages.some((language) => row[language] !== '');

const cellOf = (text: string): string => (/["\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The values that are offered, as a table that `readListRows` reads. */
export const listTable = (options: readonly ListOption[]): string =>
  options
    .filter(({ offered }) => offered)
    .map((option) => [option.value, ...cells.map((cell) => option[cell])].map(cellOf).join('\t'))
    .join('\n');
