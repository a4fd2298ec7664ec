import { expect, test } from 'vitest';
import { maxSelected, pageState, pressed, type Selection, withRows } from './selection.ts';

type Row = { id: number; uid: string };
const page: Row[] = [1, 2, 3, 4, 5].map((id) => ({ id, uid: `A${id}` }));
const ids = (selection: Selection<Row>) => [...selection.keys()].sort((one, other) => one - other);
const press = (from: Selection<Row>, id: number, before: number | null = null) =>
  pressed(from, page, { id, before, shift: before !== null });

test('a press chooses a row, another one leaves it out again', () => {
  const one = press(new Map<number, Row>(), 2);
  expect(ids(one)).toEqual([2]);
  expect(one.get(2)).toEqual({ id: 2, uid: 'A2' });
  expect(ids(press(one, 2))).toEqual([]);
});

test('with shift all between become as the pressed one, in both directions', () => {
  const from = press(new Map<number, Row>(), 4);
  expect(ids(press(from, 2, 4))).toEqual([2, 3, 4]);
  const all = withRows(new Map<number, Row>(), page, true);
  expect(ids(press(all, 4, 2))).toEqual([1, 5]);
});

test('with shift from another page only the pressed one is meant, and a row that is not there is none', () => {
  expect(ids(press(new Map<number, Row>(), 3, 99))).toEqual([3]);
  expect(ids(press(new Map<number, Row>(), 99))).toEqual([]);
});

test('what is chosen on other pages stays, and a page knows how much of it is', () => {
  const other = withRows(new Map<number, Row>(), [{ id: 9, uid: 'A9' }], true);
  expect(pageState(other, page)).toBe('none');
  const more = press(other, 1);
  expect([pageState(more, page), ids(more)]).toEqual(['some', [1, 9]]);
  const all = withRows(more, page, true);
  expect(pageState(all, page)).toBe('all');
  expect(ids(withRows(all, page, false))).toEqual([9]);
});

test('never more are chosen than can be done at once', () => {
  const many = Array.from({ length: maxSelected + 5 }, (_none, id) => ({ id, uid: `A${id}` }));
  expect(withRows(new Map<number, Row>(), many, true).size).toBe(maxSelected);
});
