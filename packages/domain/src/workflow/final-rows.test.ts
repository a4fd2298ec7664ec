import { expect, it } from 'vitest';
import { finalRows, newestDecisions, newRows } from './final-rows.ts';
import { earlier, facts, work } from './testing/review-scene.ts';
import type { FinalRows } from './workflow-command.ts';
import type { DecisionFact } from './workflow-facts.ts';

const row: FinalRows[number] = {
  partitionId: 'north',
  outcome: 'awarded',
  amount: '100',
  reason: null,
  startsOn: '2027-01-01',
  endsOn: '2027-12-31',
};
const decided = (version: number, more: Partial<DecisionFact> = {}): DecisionFact => ({
  ...row,
  reviewId: null,
  version,
  decidedBy: 4,
  decidedAt: earlier,
  releasedAt: null,
  ...more,
});

it('takes the newest version of each partition, in whichever order they come', () => {
  const south = decided(1, { partitionId: 'south' });
  expect(newestDecisions([decided(2), decided(3), decided(1), south])).toEqual([decided(3), south]);
});

it.each<[string, Partial<FinalRows[number]>]>([
  ['another outcome', { outcome: 'reduced' }],
  ['another amount', { amount: '90' }],
  ['no amount', { amount: null }],
  ['another begin', { startsOn: '2027-02-01' }],
  ['another end', { endsOn: '2027-11-30' }],
])('finds that %s is something new', (_title, more) => {
  const changed = { ...row, ...more };
  expect(newRows({ decisions: [decided(2), decided(1)] }, [changed])).toEqual([
    { row: changed, before: decided(2) },
  ]);
});

it('finds nothing new in what says the same, for whatever reason; the first one follows none', () => {
  expect(newRows({ decisions: [decided(1)] }, [{ ...row, reason: 'As ranked' }])).toEqual([]);
  expect(newRows({ decisions: [decided(1, { partitionId: 'south' })] }, [row])).toEqual([
    { row, before: null },
  ]);
});

it('rejects what fell away, each partition for the reason of whoever turned it down', () => {
  const tech = (id: string, partitionId: string, verdict: 'accepted' | 'dropped', reason: string) =>
    work(id, 'TECH', 'north', 'submitted', { partitionId, verdict, reason });
  const also = [
    tech('one', 'north', 'accepted', 'It may fit'),
    tech('two', 'south', 'dropped', 'No GPU'),
    tech('three', 'north', 'dropped', 'Too big'),
  ];
  const rejected = { outcome: 'rejected', amount: null, startsOn: null, endsOn: null };
  expect(
    finalRows(facts({ also, application: { partitions: ['north', 'south', 'east'] } }), [
      { ...row, partitionId: 'east' },
    ]),
  ).toEqual([
    { ...row, partitionId: 'east' },
    { ...rejected, partitionId: 'north', reason: 'Too big', reviewId: 'three' },
    { ...rejected, partitionId: 'south', reason: 'No GPU', reviewId: 'two' },
  ]);
});
