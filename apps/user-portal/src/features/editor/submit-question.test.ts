import { expect, it } from 'vitest';
import { submitQuestion } from './submit-question.ts';

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
