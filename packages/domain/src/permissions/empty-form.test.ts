import { expect, it } from 'vitest';
import { assignmentStatuses } from '../applications/statuses.ts';
import type { Step } from '../forms/types.ts';
import { stepsOfEmptyForm } from './empty-form.ts';

const step = (id: string, ownerRole: string, order: number) => ({ id, ownerRole, order }) as Step;
const steps = [
  step('REPLY', 'applicant', 3),
  step('REVIEW', 'scientific_reviewer', 2),
  step('APPLY', 'user', 1),
  step('CHECK', 'pro', 4),
];
const ids = (...given: Parameters<typeof stepsOfEmptyForm>) => stepsOfEmptyForm(...given).map(({ id }) => id);

it('everybody reads the forms of the applicant, and nobody else’s', () => {
  const reader = { userId: 1, role: 'scientific_reviewer', isStaff: false } as const;
  expect([ids(null, steps, []), ids(reader, steps, [])]).toEqual([
    ['APPLY', 'REPLY'],
    ['APPLY', 'REPLY'],
  ]);
});

it('staff read all of them', () => {
  const staff = { userId: 1, role: 'pro', isStaff: true } as const;
  expect(ids(staff, steps, [])).toEqual(['APPLY', 'REVIEW', 'REPLY', 'CHECK']);
});

it('who works on a step reads its form, from the acceptance on and not after giving it back', () => {
  const reader = { userId: 1, role: 'scientific_reviewer', isStaff: false } as const;
  const may = assignmentStatuses.filter((status) =>
    ids(reader, steps, [{ stepId: 'REVIEW', status }]).includes('REVIEW'),
  );
  expect(may.toSorted()).toEqual([
    'accepted',
    'approved',
    'changes_requested',
    'draft',
    'resubmitted',
    'submitted',
  ]);
});
