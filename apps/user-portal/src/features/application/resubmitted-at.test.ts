import { expect, it } from 'vitest';
import { resubmittedAt } from './resubmitted-at.ts';

const first = '2026-11-27T09:00:00.000Z';
const again = '2026-12-11T10:00:00.000Z';
const about = (of: { application: string | null; assignment?: string | null }) =>
  resubmittedAt({
    submittedAt: of.application,
    process: [{ id: 'APP' }, { id: 'ADM' }],
    assignments: [
      { stepId: 'ADM', submittedAt: '2026-12-20T10:00:00.000Z' },
      ...(of.assignment === undefined ? [] : [{ stepId: 'APP', submittedAt: of.assignment }]),
    ],
  });

it('is the last submission of the application, if that was not the first one', () => {
  expect(about({ application: first, assignment: again })).toBe(again);
  expect(about({ application: first, assignment: first })).toBeNull();
  expect(about({ application: null, assignment: null })).toBeNull();
  expect(about({ application: first })).toBeNull();
});
