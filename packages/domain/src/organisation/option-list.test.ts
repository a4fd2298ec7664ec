import { expect, test } from 'vitest';
import { decideListRows, type ListOption, listTable, readListRows } from './option-list.ts';

const option = (value: string, more: Partial<ListOption> = {}): ListOption => ({
  value,
  en: value,
  de: '',
  fr: '',
  parent: '',
  offered: true,
  ...more,
});
const row = (value: string, more: Partial<ListOption> = {}) => {
  const { offered: _offered, ...rest } = option(value, more);
  return rest;
};

test('reads values, labels and parents from a pasted table', () => {
  const pasted =
    'Value\tEnglish\tDeutsch\tFrançais\tParent\r\nPE1\tMathematics\tMathematik\t\tPE\n\nPE2\nPE1\tAgain\n\tNo value';
  expect(readListRows(pasted)).toEqual({
    rows: [row('PE1', { en: 'Mathematics', de: 'Mathematik', parent: 'PE' }), row('PE2')],
    faults: [
      { line: 5, text: 'PE1 Again' },
      { line: 6, text: 'No value' },
    ],
  });
  expect(readListRows(`${'a'.repeat(121)}\tLong`).faults).toHaveLength(1);
  expect(readListRows('')).toEqual({ rows: [], faults: [] });
});

test('reads a table that semicolons separate, and leaves those of a single column in their values', () => {
  expect(readListRows('Value;English\r\nPE1;"Pure; applied"\r\n\r\nPE2;').rows).toEqual([
    row('PE1', { en: 'Pure; applied' }),
    row('PE2', { en: '' }),
  ]);
  expect(readListRows('Pure; applied\nPhysics').rows).toEqual([row('Pure; applied'), row('Physics')]);
  expect(readListRows('PE1\tPure; applied').rows).toEqual([row('PE1', { en: 'Pure; applied' })]);
});

const stored = [option('a', { de: 'A' }), option('b', { offered: false }), option('c')];

test('adds values behind those of the list, and keeps what empty cells leave out', () => {
  const rows = [row('d'), row('b', { en: '' }), row('a', { en: 'Alpha' })];
  expect(decideListRows(stored, rows, { retires: false })).toEqual({
    options: [option('a', { en: 'Alpha', de: 'A' }), option('b'), option('c'), option('d')],
    added: ['d'],
    changed: ['b', 'a'],
    retired: [],
    reordered: false,
  });
});

test('retires what a whole list leaves out, in the order of the table', () => {
  expect(decideListRows(stored, [row('c'), row('a')], { retires: true })).toEqual({
    options: [option('c'), option('a', { de: 'A' }), option('b', { offered: false })],
    added: [],
    changed: [],
    retired: [],
    reordered: true,
  });
  expect(decideListRows(stored, [row('c')], { retires: true }).retired).toEqual(['a']);
});

test('takes the order of a table that has all values which the list offers', () => {
  const { options, reordered } = decideListRows(stored, [row('c'), row('new'), row('a')], { retires: false });
  expect(options.map(({ value }) => value)).toEqual(['c', 'new', 'a', 'b']);
  expect(options.at(-1)?.offered).toBe(false);
  expect(reordered).toBe(true);
  expect(decideListRows(stored, [row('a'), row('c')], { retires: false }).reordered).toBe(true);
  expect(decideListRows(stored.slice(0, 1), [row('a'), row('c')], { retires: false }).reordered).toBe(false);
});

test('keeps the labels of values that are alone in their lines', () => {
  const labelled = [option('a', { en: 'Alpha' }), option('b', { en: 'Beta' })];
  const { options, changed } = decideListRows(labelled, readListRows('b\na\nc').rows, { retires: false });
  expect(options.map(({ en }) => en)).toEqual(['Beta', 'Alpha', 'c']);
  expect(changed).toEqual([]);
});

test('writes a list as the table that it reads', () => {
  const quoted = [
    option('x', { en: 'The "best"', fr: 'Le\tmeilleur' }),
    option('y', { parent: 'a' }),
    option('z', { offered: false }),
  ];
  const { rows, faults } = readListRows(listTable(quoted));
  expect(faults).toEqual([]);
  expect(rows.map(({ value, en, parent }) => [value, en, parent])).toEqual([
    ['x', 'The "best"', ''],
    ['y', quoted[1]?.en, 'a'],
  ]);
});
