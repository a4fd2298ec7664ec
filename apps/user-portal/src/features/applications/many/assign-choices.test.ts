import { expect, test } from 'vitest';
import { foreseen, pairsOf, sorted } from './assign-choices.ts';

const people = [
  { id: 7, firstName: 'Ada', lastName: 'Moe' },
  { id: 8, firstName: '', lastName: 'Lind' },
];
const calls = [
  {
    id: 1,
    title: 'One',
    applications: [
      { id: 10, uid: 'A1', title: '' },
      { id: 11, uid: 'A2', title: '' },
    ],
    steps: [],
    partitions: [],
  },
  { id: 2, title: 'Two', applications: [{ id: 20, uid: 'B1', title: '' }], steps: [], partitions: [] },
];
const says = (applicationId: number, userId: number, code: string | null) => ({
  applicationId,
  userId,
  code,
  message: code,
  evidence: [],
  emails: [],
  isLater: false,
});

test('everybody gets every application, with the call that it is of', () => {
  expect(pairsOf({ calls }, people).map(({ callId, uid, name }) => [callId, uid, name])).toEqual([
    [1, 'A1', 'Ada Moe'],
    [1, 'A1', 'Lind'],
    [1, 'A2', 'Ada Moe'],
    [1, 'A2', 'Lind'],
    [2, 'B1', 'Ada Moe'],
    [2, 'B1', 'Lind'],
  ]);
  expect(pairsOf({ calls }, [])).toEqual([]);
});

test('what can be made, what waits for a word and what is refused are told apart; of what nothing is told nothing is made', () => {
  const told = [
    says(20, 7, 'in_conflict'),
    says(10, 7, null),
    says(10, 8, 'conflict_possible'),
    says(11, 7, 'already_ongoing'),
  ];
  const all = sorted(foreseen(pairsOf({ calls }, people), told));
  expect(all.possible.map(({ uid, userId }) => [uid, userId])).toEqual([['A1', 7]]);
  expect(all.asks.map(({ uid, userId }) => [uid, userId])).toEqual([['A1', 8]]);
  expect(all.refused.map(({ uid, message }) => [uid, message])).toEqual([
    ['A2', 'already_ongoing'],
    ['B1', 'in_conflict'],
  ]);
});
