import { expect, it } from 'vitest';
import { isResubmitted } from './is-resubmitted.ts';

const about = (...work: [string, string[]][]) =>
  isResubmitted({
    process: [{ id: 'APP' }, { id: 'ADM' }],
    assignments: work.map(([stepId, statuses]) => ({
      stepId,
      activities: statuses.map((status) => ({ status })),
    })),
  });

it('is an application that was submitted again, whatever was judged since', () => {
  expect(about(['APP', ['draft', 'submitted', 'changes_requested', 'resubmitted', 'approved']])).toBe(true);
  expect(about(['APP', ['draft', 'submitted']], ['ADM', ['resubmitted']])).toBe(false);
  expect(about(['APP', []])).toBe(false);
});
