import { expect, test } from 'vitest';
import { type Candidate, obstacleOf, partsToCheck, rolesFor } from './candidates.ts';

const person = (more: Partial<Candidate> = {}): Candidate => ({
  id: 7,
  firstName: 'Ada',
  lastName: 'Moe',
  role: 'scientific_reviewer',
  work: { fit: 1, isOngoing: false },
  ...more,
});
const around = { evidence: [], roles: ['scientific_reviewer'], hasPartition: false };
const found = (severity: 'asks' | 'refuses') => [
  { kind: 'mail_domain', severity, source: { applicationUid: 'A' }, says: {} },
];

test('a representative of a centre gets work as that alone, and nobody else does', () => {
  const roles = ['technical_reviewer', 'compute_centre_representative'];
  expect(rolesFor({ role: 'compute_centre_representative' }, roles)).toEqual([
    'compute_centre_representative',
  ]);
  expect(rolesFor({ role: 'technical_reviewer' }, roles)).toEqual(['technical_reviewer']);
  expect(rolesFor({ role: 'compute_centre_representative' }, ['technical_reviewer'])).toEqual([]);
});

test('ongoing work, evidence that refuses and a role that does not fit stand in the way; evidence that asks does not', () => {
  expect(obstacleOf(person(), around)).toBeNull();
  expect(obstacleOf(person({ work: { fit: null, isOngoing: true } }), around)).toBe('ongoing');
  expect(
    obstacleOf(person({ work: { fit: null, isOngoing: true } }), { ...around, hasPartition: true }),
  ).toBe('ongoingPartition');
  expect(obstacleOf(person(), { ...around, evidence: found('refuses') })).toBe('conflict');
  expect(obstacleOf(person(), { ...around, evidence: found('asks') })).toBeNull();
  expect(obstacleOf(person({ role: 'compute_centre_representative' }), around)).toBe('role');
});

test('whoever is chosen stays checked when another search hides them, at most twenty in a request', () => {
  expect(partsToCheck([], [])).toEqual([]);
  expect(partsToCheck([3, 1], [])).toEqual([[1, 3]]);
  expect(partsToCheck([3, 1], [9, 3])).toEqual([
    [1, 3],
    [3, 9],
  ]);
  expect(partsToCheck([], [7])).toEqual([[7]]);
  const many = Array.from({ length: 45 }, (_none, at) => at + 100);
  expect(partsToCheck([1], many).map((part) => part.length)).toEqual([1, 20, 20, 5]);
});
