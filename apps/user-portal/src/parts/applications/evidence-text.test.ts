import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { evidenceText } from './evidence-text.ts';

it.each([
  ['en', 'Named in the team as A. Byron (initials match)', 'leave out A. Byron (same last name)'],
  ['de', 'Im Team genannt als A. Byron (Initialen stimmen überein)', 'befassen (gleicher Nachname)'],
  ['fr', 'Nommé dans l’équipe\u00a0: A. Byron (initiales identiques)', 'A. Byron (même nom de famille)'],
] as const)('says in %s how a name was recognised', async (language, team, excluded) => {
  await startTexts(['frame', 'staff'], language);
  const says = { name: 'A. Byron' };
  expect(evidenceText('named_in_team', { ...says, by: 'initials' })).toBe(team);
  expect(evidenceText('excluded_by_applicant', { ...says, by: 'last_name' })).toContain(excluded);
});
