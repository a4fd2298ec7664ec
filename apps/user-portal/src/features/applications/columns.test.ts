import { columnNames } from '@clearcall/domain/applications/list-columns.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetColumns, hiddenColumns, rememberHidden } from '../../parts/applications/hidden-columns.ts';
import { shownColumns } from './columns.ts';

let storage: Map<string, string>;
beforeEach(() => {
  storage = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const without = (...hidden: string[]) => columnNames.filter((column) => !hidden.includes(column));

test('at first a list has the specified columns, that of one’s own those that vary', () => {
  expect(shownColumns(7, 'pro')).toEqual(without('cutoff', 'work', 'decision'));
  expect(shownColumns(7, 'applicant')).toEqual(
    without('step', 'firstName', 'piAffiliation', 'cutoff', 'work', 'decision'),
  );
  expect(shownColumns(7, 'panel_chair')).toEqual(without('researchGroup', 'cutoff', 'work', 'decision'));
  expect(shownColumns(7, 'finance_manager')).toEqual(
    without('researchGroup', 'researchTitle', 'partition', 'cutoff', 'work', 'decision'),
  );
});

test('a choice holds for the person and the role, and the ID is always there', () => {
  rememberHidden(7, 'pro', ['id', 'status', 'partition']);
  rememberHidden(7, 'applicant', []);
  expect(shownColumns(7, 'pro')).toEqual(without('status', 'partition'));
  expect(shownColumns(7, 'applicant')).toEqual(columnNames);
  expect(shownColumns(8, 'pro')).toEqual(without('cutoff', 'work', 'decision'));
  forgetColumns(7);
  expect([...storage.keys()]).toEqual([]);
});

test('what is kept there and is no choice counts for nothing', () => {
  for (const kept of ['', 'null', '7', '{"pro":"status"}', '{']) {
    storage.set('clearcall.columns.7', kept);
    expect(hiddenColumns(7, 'pro')).toBeUndefined();
  }
});
