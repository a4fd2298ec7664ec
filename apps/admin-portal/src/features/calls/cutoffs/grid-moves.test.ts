import { expect, test } from 'vitest';
import { areaOf, type GridShape, hasSamePlaces, moved, samePlace } from './grid-moves.ts';

/** Four rows and eight columns; the third row has one cell over its last four. */
const shape: GridShape = {
  rows: 4,
  columns: 8,
  spanAt: ({ row, column }) => (row === 2 && column >= 4 ? [4, 7] : [column, column]),
};
const press = (row: number, column: number, key: string, isFar = false) => {
  const place = moved({ row, column }, { key, isFar }, shape);
  return place && [place.row, place.column];
};

test.each([
  ['ArrowUp', 0, 3, [0, 3]],
  ['ArrowDown', 3, 3, [3, 3]],
  ['ArrowDown', 1, 6, [2, 6]],
  ['ArrowDown', 2, 6, [3, 6]],
  ['ArrowLeft', 1, 0, [1, 0]],
  ['ArrowLeft', 2, 6, [2, 3]],
  ['ArrowRight', 2, 3, [2, 4]],
  ['ArrowRight', 2, 4, [2, 7]],
  ['ArrowRight', 1, 7, [1, 7]],
  ['Home', 2, 5, [2, 0]],
  ['End', 1, 0, [1, 7]],
  ['PageDown', 1, 2, [3, 2]],
  ['PageUp', 3, 2, [0, 2]],
  ['a', 1, 1, null],
] as const)('%s from row %d and column %d', (key, row, column, place) => {
  expect(press(row, column, key)).toEqual(place);
});

test('with the control key it goes to an end', () => {
  expect(press(1, 3, 'Home', true)).toEqual([0, 0]);
  expect(press(1, 3, 'End', true)).toEqual([3, 7]);
  expect(press(1, 3, 'ArrowUp', true)).toEqual([0, 3]);
  expect(press(1, 3, 'ArrowDown', true)).toEqual([3, 3]);
  expect(press(1, 3, 'ArrowLeft', true)).toEqual([1, 0]);
  expect(press(1, 3, 'ArrowRight', true)).toEqual([1, 7]);
});

test('cells between two places in any order', () => {
  const area = { row: 1, column: 2, rows: 2, columns: 4 };
  expect(areaOf({ row: 1, column: 2 }, { row: 2, column: 5 })).toEqual(area);
  expect(areaOf({ row: 2, column: 2 }, { row: 1, column: 5 })).toEqual(area);
});

test('finds a cell again after others have added or removed cut-offs', () => {
  const gridOf = (rows: string[], cutoffs: string[]) => ({
    rows: rows.map((id) => ({ id, name: id })),
    columns: cutoffs.flatMap((cutoff) => [
      { cutoff, limit: 'min' } as const,
      { cutoff, limit: 'max' } as const,
    ]),
  });
  const before = gridOf(['cpu', 'gpu'], ['spring', 'autumn']);
  const after = gridOf(['new', 'cpu', 'gpu'], ['winter', 'autumn']);
  expect(samePlace(before, after, { row: 1, column: 3 })).toEqual({ row: 2, column: 3 });
  expect(samePlace(before, after, { row: 1, column: 0 })).toBe(null);
  expect(samePlace(after, before, { row: 0, column: 2 })).toBe(null);
  expect(hasSamePlaces(before, gridOf(['cpu', 'gpu'], ['spring', 'autumn']))).toBe(true);
  expect(hasSamePlaces(before, gridOf(['cpu', 'gpu'], ['autumn', 'spring']))).toBe(false);
  expect(hasSamePlaces(before, after)).toBe(false);
});
