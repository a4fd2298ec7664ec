import { expect, test } from 'vitest';
import { readInvitations as read } from './read-invitations.ts';
import { roleCodes } from './roles.ts';

const readInvitations = (pasted: string) =>
  read(pasted, {
    named: (name) => roleCodes.find((role) => role === name),
    mayGive: (role) => role !== 'super_admin',
  });

const ada = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace' };
const zoe = { email: 'zoe@example.org', firstName: 'Zoë', lastName: 'Ångström Ruiz' };

test.each([
  ['columns without heads', 'Ada\tLovelace\tada@example.org\nZoë\tÅngström Ruiz\tzoe@example.org'],
  [
    'heads in another order',
    'Email;Last name;First name\nada@example.org;Lovelace;Ada\nzoe@example.org;Ångström Ruiz;Zoë',
  ],
  [
    'German heads',
    'Vorname,Nachname,E-Mail\r\nAda,Lovelace,ADA@example.org\r\nZoë,Ångström Ruiz,zoe@example.org\r\n',
  ],
  [
    'a mark in front, quotes and blank lines',
    '\ufeff"ada@example.org","Ada","Lovelace"\n\n"zoe@example.org","Zoë","Ångström Ruiz"\n',
  ],
  ['names with a comma', '"Lovelace, Ada",ada@example.org\n"Ångström Ruiz, Zoë",zoe@example.org'],
])('%s', (_what, text) => {
  expect(readInvitations(text)).toEqual({ people: [ada, zoe], faults: [], unused: [] });
});

test('addresses alone, and lines of an address book', () => {
  expect(readInvitations('ada@example.org\nAda Maria Lovelace <ada2@example.org>').people).toEqual([
    { email: 'ada@example.org', firstName: '', lastName: '' },
    { email: 'ada2@example.org', firstName: 'Ada Maria', lastName: 'Lovelace' },
  ]);
});

test('lines that invite nobody are named', () => {
  expect(readInvitations('ada@example.org\nnot an address\nADA@example.org\nzoe@')).toEqual({
    people: [{ email: 'ada@example.org', firstName: '', lastName: '' }],
    faults: [
      { line: 2, text: 'not an address', why: 'no_email' },
      { line: 3, text: 'ADA@example.org', why: 'double' },
      { line: 4, text: 'zoe@', why: 'no_email' },
    ],
    unused: [],
  });
  expect(readInvitations('')).toEqual({ people: [], faults: [], unused: [] });
});

test('roles are read from their column; unknown ones and those above the author leave the line out', () => {
  const table = [
    'Name;Rolle;E-Mail;Institut',
    'Ada Lovelace;pro;ada@example.org;Analytical Engines',
    'Zoë Ångström Ruiz;;zoe@example.org;Lakeside',
    'Eve;boss;eve@example.org;',
    'Max;super_admin;max@example.org;',
  ].join('\n');
  expect(readInvitations(table)).toEqual({
    people: [
      { ...ada, role: 'pro' },
      { email: 'zoe@example.org', firstName: 'Zoë Ångström', lastName: 'Ruiz' },
    ],
    faults: [
      { line: 4, text: 'boss', why: 'unknown_role' },
      { line: 5, text: 'super_admin', why: 'role_above_own' },
    ],
    unused: ['Institut'],
  });
});

test('columns that are not read are named', () => {
  expect(readInvitations('Number;Amount\n1;20')).toEqual({
    people: [],
    faults: [{ line: 2, text: '1 20', why: 'no_email' }],
    unused: ['Number', 'Amount'],
  });
});
