import { expect, test } from 'vitest';
import { decideListRows, type ListOption, readListRows } from './option-list.ts';

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
  });
});

test('retires what a whole list leaves out, in the order of the table', () => {
  expect(decideListRows(stored, [row('c'), row('a')], { retires: true })).toEqual({
    options: [option('c'), option('a', { de: 'A' }), option('b', { offered: false })],
    added: [],
    changed: [],
    retired: [],
  });
  expect(decideListRows(stored, [row('c')], { retires: true }).retired).toEqual(['a']);
});
