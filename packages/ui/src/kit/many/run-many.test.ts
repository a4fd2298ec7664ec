import { expect, test } from 'vitest';
import { type Attempt, reportText, runMany } from './run-many.ts';

const nameOf = (item: number) => `A${item}`;
const allDone = (part: readonly number[]): Attempt => ({ done: part.map(nameOf), notDone: [] });

test('many are done some at a time, and each that is not has its reason', async () => {
  const asked: number[][] = [];
  const settled: number[] = [];
  const report = await runMany([1, 2, 3, 4, 5], 2, {
    nameOf,
    act: async (part) => {
      asked.push([...part]);
      if (part.includes(5)) return { done: [], unchanged: [{ what: 'A5', why: 'before' }], notDone: [] };
      return part.includes(3) ? { done: ['A4'], notDone: [{ what: 'A3', why: 'Open' }] } : allDone(part);
    },
    onProgress: (n) => settled.push(n),
    isStopped: () => false,
    unanswered: 'No answer',
  });
  expect(asked).toEqual([[1, 2], [3, 4], [5]]);
  expect(settled).toEqual([2, 4, 5]);
  expect(report).toEqual({
    done: ['A1', 'A2', 'A4'],
    unchanged: [{ what: 'A5', why: 'before' }],
    notDone: [{ what: 'A3', why: 'Open' }],
    left: [],
  });
});

test('what was stopped, or not answered, names all that it never came to', async () => {
  let calls = 0;
  const how = { nameOf, onProgress: () => {}, isStopped: () => calls === 1, unanswered: 'No answer' };
  const act = async (part: readonly number[]) => {
    calls += 1;
    return allDone(part);
  };
  expect(await runMany([1, 2, 3], 1, { ...how, act })).toEqual({
    done: ['A1'],
    unchanged: [],
    notDone: [],
    left: ['A2', 'A3'],
  });
  const unanswered = await runMany([1, 2, 3], 2, { ...how, isStopped: () => false, act: async () => null });
  // They were sent, and may have been done: that is not said of what was never tried.
  expect(unanswered).toEqual({
    done: [],
    unchanged: [],
    notDone: [
      { what: 'A1', why: 'No answer' },
      { what: 'A2', why: 'No answer' },
    ],
    left: ['A3'],
  });
});

test('the report can be pasted into a table', () => {
  const report = { done: ['A1'], unchanged: [], notDone: [{ what: 'A2', why: 'Open' }], left: ['A3'] };
  expect(reportText(report, 'Not tried')).toBe('A2\tOpen\nA3\tNot tried');
});
