import { expect, it } from 'vitest';
import { isResubmitted, submissionNote } from './is-resubmitted.ts';

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

it('is noted of its first step; a later step has a submission of its own', () => {
  const process = [{ id: 'APP' }, { id: 'RTR' }];
  const noteOf = (stepId: string, ...statuses: string[]) =>
    submissionNote(
      { process, assignments: [{ stepId: 'APP', activities: statuses.map((status) => ({ status })) }] },
      stepId,
    );
  expect(noteOf('APP', 'submitted')).toBe('editor.note.submitted');
  expect(noteOf('APP', 'submitted', 'resubmitted')).toBe('editor.note.resubmitted');
  expect(noteOf('RTR', 'submitted', 'resubmitted')).toBe('editor.note.stepSubmitted');
});
