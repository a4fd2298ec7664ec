import { startWords } from '@clearcall/ui/kit/words.ts';
import { expect, it } from 'vitest';
import { dueWords, submitQuestion } from './step-words.ts';

await startWords(['frame', 'editor'], 'en');

it('asks about this assignment, or this proposal where the step says so', () => {
  const asked = [{}, { submitConfirmation: false }, { submitConfirmation: true }].map((config) =>
    submitQuestion({ config }),
  );
  expect(asked).toEqual([
    'Are you sure you want to submit this assignment?',
    'Are you sure you want to submit this assignment?',
    'Are you sure you want to submit this proposal?',
  ]);
});

it('speaks of the cut-off for a draft alone', () => {
  const words = (
    [
      ['draft', 'draft'],
      ['changes_requested', 'changes_requested'],
      ['approved', 'changes_requested'],
      ['submitted', 'draft'],
      ['submitted', 'accepted'],
    ] as const
  ).map(([application, assignment]) => dueWords({ status: application }, { status: assignment }));
  expect(words).toEqual(['Cut-off ends in', 'Changes due in', 'Changes due in', 'Due in', 'Due in']);
});
