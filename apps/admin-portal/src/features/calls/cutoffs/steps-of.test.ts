import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, test } from 'vitest';
import { stepsOf } from './steps-of.ts';

await startTexts(['frame'], 'en');

test('steps of a draft are in their order, each title in the best language that it has', () => {
  const flow = {
    version: 0,
    steps: [
      { id: 'CHECK', title: { de: 'Prüfung' }, order: 1, ownerRole: 'pro' },
      { id: 'APP', title: { de: 'Antrag', en: 'Application' }, order: 0, ownerRole: 'applicant' },
      { id: 'END', title: 'Decision', order: 2, ownerRole: 'pro' },
    ],
  };
  expect(stepsOf(flow)).toEqual([
    { id: 'APP', title: 'Application', told: { title: 'en' }, ownerRole: 'applicant' },
    { id: 'CHECK', title: 'Prüfung', told: { title: 'de' }, ownerRole: 'pro' },
    { id: 'END', title: 'Decision', told: {}, ownerRole: 'pro' },
  ]);
  expect(stepsOf({})).toEqual([]);
});
