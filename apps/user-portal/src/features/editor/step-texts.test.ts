import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { dueText, submitQuestion } from './step-texts.ts';

await startTexts(['frame', 'editor'], 'en');

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
  const text = (
    [
      ['draft', 'draft'],
      ['changes_requested', 'changes_requested'],
      ['approved', 'changes_requested'],
      ['submitted', 'draft'],
      ['submitted', 'accepted'],
    ] as const
  ).map(([application, assignment]) => dueText({ status: application }, { status: assignment }));
  expect(text).toEqual(['Cut-off ends in', 'Changes due in', 'Changes due in', 'Due in', 'Due in']);
});
