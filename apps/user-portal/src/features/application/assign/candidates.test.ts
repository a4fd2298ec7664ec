import type { Application } from '@clearcall/domain/applications/application.ts';
import { expect, test } from 'vitest';
import {
  type Candidate,
  leadOf,
  obstacleOf,
  partitionsOffered,
  partsToCheck,
  rolesOffered,
} from './candidates.ts';

const person = (more: Partial<Candidate> = {}): Candidate => ({
  id: 7,
  firstName: 'Ada',
  lastName: 'Moe',
  role: 'scientific_reviewer',
  work: { centres: [], fit: 1, isOngoing: false },
  ...more,
});
const around = { evidence: [], roles: ['scientific_reviewer'], hasPartition: false };
const found = (severity: 'asks' | 'refuses') => [
  { kind: 'mail_domain', severity, source: { applicationUid: 'A' }, says: {} },
];

test('the role that all chosen people have is preselected, else the only one left', () => {
  const roles = ['panel_chair', 'rapporteur'];
  expect(rolesOffered([], roles)).toEqual({ possible: roles, preselected: '' });
  expect(rolesOffered([], ['rapporteur']).preselected).toBe('rapporteur');
  expect(rolesOffered([{ role: 'panel_chair' }], roles).preselected).toBe('panel_chair');
  expect(rolesOffered([{ role: 'panel_chair' }, { role: 'rapporteur' }], roles).preselected).toBe('');
  expect(rolesOffered([{ role: 'user' }], roles).preselected).toBe('');
  const technical = ['technical_reviewer', 'compute_centre_representative'];
  expect(rolesOffered([{ role: 'compute_centre_representative' }], technical)).toEqual({
    possible: ['compute_centre_representative'],
    preselected: 'compute_centre_representative',
  });
});

test('partitions are offered for which the reader may assign the step, without disabled ones', () => {
  const partition = (id: string, name: string, disabled = false) =>
    ({ id, name, disabled }) as Application['partitions'][number];
  const partitions = [partition('b', 'Beta'), partition('a', 'Alpha'), partition('c', 'Gamma', true)];
  const commands: Application['commands'] = [
    { command: 'assign', stepId: 'TEC', refusal: null, partitions: ['b', 'a', 'c'] },
    { command: 'assign', stepId: 'SCI', refusal: null, partitions: [null, 'b'] },
  ];
  const offered = (stepId: string) => {
    const { whole, partitions: some } = partitionsOffered({ partitions, commands }, stepId);
    return [whole, some.map(({ id }) => id)];
  };
  expect(offered('TEC')).toEqual([false, ['a', 'b']]);
  expect(
    partitionsOffered({ partitions, commands, turnedDown: ['a'] }, 'TEC').partitions.map(({ id }) => id),
  ).toEqual(['b']);
  expect(offered('SCI')).toEqual([true, ['b']]);
  expect(offered('ALL')).toEqual([false, []]);
});

test('a step and partition has the lead who is assigned to it', () => {
  const ada = { id: 7, firstName: 'Ada', lastName: 'Moe' };
  const one = { stepId: 'TEC', partitionId: 'a', role: 'technical_reviewer', owner: ada };
  const assigned = [
    { ...one, isLead: true },
    { ...one, partitionId: 'b', isLead: false },
  ];
  const of = (partitionId: string | null) => leadOf({ assigned }, { stepId: 'TEC', partitionId });
  expect(['a', 'b', 'c', null].map(of)).toEqual([ada, undefined, undefined, undefined]);
});

test('ongoing work, evidence that refuses and a role that does not fit stand in the way; evidence that asks does not', () => {
  expect(obstacleOf(person(), around)).toBeNull();
  expect(obstacleOf(person({ work: { centres: [], fit: null, isOngoing: true } }), around)).toBe('ongoing');
  expect(
    obstacleOf(person({ work: { centres: [], fit: null, isOngoing: true } }), {
      ...around,
      hasPartition: true,
    }),
  ).toBe('ongoingPartition');
  expect(
    obstacleOf(person({ work: { centres: [], fit: null, isOngoing: false, hasSubmitted: true } }), around),
  ).toBe('submitted');
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
