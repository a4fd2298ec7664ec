import type { Application } from '@clearcall/domain/applications/application.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, test } from 'vitest';
import { byEmails, emailSentences, emailsOfStep } from './assign-emails.tsx';

await startTexts(['frame', 'parts', 'staff'], 'en');

const people = ['Ada Moe', 'Bo Lind'];
const commands: Application['commands'] = [
  {
    command: 'assign',
    stepId: 'TEC',
    refusal: null,
    emails: [
      { to: 'owner', ofLead: false },
      { to: 'takers', ofLead: false },
      { to: 'lead_assignment_owner', ofLead: true },
    ],
  },
  { command: 'assign', stepId: 'SCI', refusal: null, emails: [{ to: 'partition_ccr', ofLead: false }] },
  { command: 'assign', stepId: 'ALL', refusal: null },
];
const said = (
  stepId: string,
  chosen: typeof people,
  more: { isUnowned?: boolean; leads?: boolean; start?: string | null } = {},
) => {
  const { isUnowned = false, leads = false, start = null } = more;
  const process = [{ id: stepId, start }] as Application['process'];
  const emails = emailsOfStep({ commands, process }, { id: stepId });
  return emailSentences({ ...emails, names: chosen, n: 1, isUnowned, leads });
};

test('names the people who get an email about the assignment and about the lead', () => {
  expect(said('TEC', people)).toEqual(['An email about this assignment is sent to Ada Moe and Bo Lind.']);
  expect(said('TEC', people.slice(0, 1), { leads: true })).toEqual([
    'An email about this assignment is sent to Ada Moe.',
    'An email about the lead is sent to Ada Moe.',
  ]);
  expect(said('TEC', [], { isUnowned: true })).toEqual([
    'An email about this assignment is sent to the people who can take it on.',
  ]);
  expect(said('SCI', people)).toEqual([
    'An email about this assignment is sent to the representatives of the centre.',
  ]);
});

test('says that no email is sent, and that emails wait for the start of the step', () => {
  expect(said('ALL', people)).toEqual(['No email is sent.']);
  expect(said('TEC', [])).toEqual([]);
  const later = said('TEC', people.slice(0, 1), { start: '2999-01-01T00:00:00.000Z' });
  expect(later).toEqual(['When the step starts, an email about this assignment is sent to Ada Moe.']);
});

test('names the people of many assignments once, by the emails that they get', () => {
  const owner = [{ to: 'owner', ofLead: false }] as const;
  const groups = byEmails([
    { name: 'Ada Moe', emails: owner, isLater: false },
    { name: 'Bo Lind', emails: owner, isLater: false },
    { name: 'Ada Moe', emails: owner, isLater: false },
    { name: 'Ada Moe', emails: owner, isLater: true },
    { name: 'Bo Lind', emails: [], isLater: false },
  ]);
  expect(groups.flatMap(emailSentences)).toEqual([
    'An email about each assignment is sent to Ada Moe and Bo Lind.',
    'When the step starts, an email about this assignment is sent to Ada Moe.',
    'No email is sent.',
  ]);
});
