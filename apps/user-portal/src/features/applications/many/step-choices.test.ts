import { expect, test } from 'vitest';
import { byCall } from '../../../parts/many/of-calls.ts';
import { applicationsOf, callsOf, openOf, stepChoices, toReleaseOf } from './step-choices.ts';

const step = (flowElementId: string, title: string, open: number[], ready: number, roles: string[] = []) => ({
  flowElementId,
  title,
  roles,
  perPartition: false,
  open,
  ready,
  unawaited: [] as number[],
  waiting: 0,
  releasedBefore: 0,
});
const call = (id: number, uids: string[], ...steps: ReturnType<typeof step>[]) => ({
  id,
  title: `Call ${id}`,
  applications: uids.map((uid, at) => ({ id: id * 10 + at, uid, title: '' })),
  steps,
  partitions: [
    { id: `p${id}`, name: `Partition ${id}` },
    { id: 'both', name: 'Both' },
  ],
});

test('a step of several calls is one choice, with what it comes to in all of them', () => {
  const calls = [
    call(1, ['A1', 'A2'], step('app', 'Application', [], 2), step('tech', 'Technical review', [11], 1)),
    call(2, ['B1'], step('tech', 'Technical review', [], 1), step('app', 'Proposal', [], 1)),
  ];
  expect(
    stepChoices(calls).map(({ title, open, ready, applications }) => [title, open, ready, applications]),
  ).toEqual([
    ['Application', [], 2, 2],
    ['Technical review', [11], 2, 3],
    // Another step, though it has the same id.
    ['Proposal', [], 1, 1],
  ]);
  const [, technical] = stepChoices(calls);
  expect(technical && applicationsOf(technical)).toEqual([
    { callId: 1, id: 10, uid: 'A1' },
    { callId: 1, id: 11, uid: 'A2' },
    { callId: 2, id: 20, uid: 'B1' },
  ]);
  // A deadline is moved where there is something to be late with.
  expect(technical && openOf(technical)).toEqual([{ callId: 1, id: 11, uid: 'A2' }]);
});

test('only calls in which a step is ready, or open, are counted as such', () => {
  const calls = [
    call(1, ['A1', 'A2'], step('tech', 'Technical review', [11], 1)),
    call(2, ['B1'], step('tech', 'Technical review', [], 1)),
    call(3, ['C1'], step('tech', 'Technical review', [], 0)),
  ];
  const [technical] = stepChoices(calls);
  expect(technical && [callsOf(technical, 'release'), callsOf(technical, 'deadline')]).toEqual([2, 1]);
});

test('a release is asked for all of them but those in which nobody awaits it', () => {
  const [technical] = stepChoices([
    call(1, ['A1', 'A2'], { ...step('tech', 'Technical review', [10], 0), unawaited: [11] }),
    call(2, ['B1'], step('tech', 'Technical review', [], 1)),
  ]);
  expect(technical && toReleaseOf(technical).map(({ uid }) => uid)).toEqual(['A1', 'B1']);
});

test('two steps of one title are told apart by their calls', () => {
  const calls = [
    call(1, ['A1'], step('app', 'Application', [], 1)),
    call(2, ['B1'], step('form', 'Application', [], 1)),
  ];
  expect(stepChoices(calls).map(({ label }) => label)).toEqual([
    'Application (Call 1)',
    'Application (Call 2)',
  ]);
});

test('a part is asked for call by call', () => {
  const part = [
    { callId: 1, id: 10, uid: 'A1' },
    { callId: 2, id: 20, uid: 'B1' },
    { callId: 1, id: 11, uid: 'A2' },
  ];
  expect(byCall(part)).toEqual([
    { callId: 1, applicationIds: [10, 11] },
    { callId: 2, applicationIds: [20] },
  ]);
});

test('a step of several calls can be given in the roles that all of them know, for the partitions of any', () => {
  const [technical] = stepChoices([
    call(1, ['A1'], step('tech', 'Technical review', [], 0, ['technical_reviewer', 'pro'])),
    call(2, ['B1'], {
      ...step('tech', 'Technical review', [], 0, ['technical_reviewer', 'admin']),
      perPartition: true,
    }),
  ]);
  expect(technical).toMatchObject({
    roles: ['technical_reviewer'],
    perPartition: true,
    partitions: [{ id: 'p1' }, { id: 'both' }, { id: 'p2' }],
  });
});
