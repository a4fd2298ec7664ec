import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { expect, test } from 'vitest';
import { initialsText, nameInHeader } from './initials-text.ts';
import { startTexts } from './translate.ts';

await startTexts(['frame', 'parts', 'account'], 'en');

const { staffRoles } = defaultOrganisation.theme;
const person = {
  id: 1,
  firstName: ' Zoë ',
  lastName: 'ångström',
  email: 'zoe@example.org',
  role: 'user',
  acceptMailingList: null,
  language: null,
} as const;
const nameless = { ...person, firstName: ' ', lastName: '' };

test('the header shows the first name, else the address, and of staff their part', () => {
  expect(nameInHeader(person, staffRoles)).toBe('Zoë');
  expect(nameInHeader(nameless, staffRoles)).toBe('zoe@example.org');
  expect(nameInHeader({ ...person, role: 'pro' }, staffRoles)).toBe('PRO');
  for (const role of ['admin', 'super_admin', 'eurohpc_admin'] as const)
    expect(nameInHeader({ ...person, role }, staffRoles)).toBe('Admin');
  // Who is staff says the organisation.
  expect(nameInHeader({ ...person, role: 'pro' }, [])).toBe('Zoë');
  expect(nameInHeader({ ...person, role: 'call_coordinator' }, ['call_coordinator'])).toBe('Admin');
});

test('initials are of both names, else of the address', () => {
  expect(initialsText(person)).toBe('ZÅ');
  expect(initialsText(nameless)).toBe('Z');
});
