import { expect, test } from 'vitest';
import { listOptions } from './calls.ts';
import { changeEmail, login, register } from './users.ts';
import { inviteToStep } from './workflow.ts';

test('options are given 999 at a time unless told otherwise', () => {
  expect(listOptions.query.parse({ id: '130' })).toEqual({ id: 130, limit: 999, offset: 0 });
  expect(listOptions.query.parse({ limit: '5', offset: '2' })).toEqual({ limit: 5, offset: 2 });
});

test('registration, change of address and invitation take the addresses that forms take, and store them alike', () => {
  const bodies = [register.body, changeEmail.body, inviteToStep.body];
  const verdicts = (given: string) =>
    bodies.map(({ shape }) => {
      const read = shape.email.safeParse(given);
      return read.success ? read.data : read.error.issues[0]?.message;
    });
  const same = (email: string) => [email, email, email];
  expect(verdicts('\u200bana.hor\u00advat@example.org ')).toEqual(same('ana.horvat@example.org'));
  expect(verdicts('r&d@example.net')).toEqual(same('r&d@example.net'));
  expect(verdicts('max@müller.example')).toEqual(same('max@xn--mller-kva.example'));
  expect(verdicts('anna@example.xn--p1ai')).toEqual(same('anna@example.xn--p1ai'));
  const refused = ['refusals.input.email', 'refusals.input.invalidEmail', 'refusals.input.email'];
  for (const bad of ['nobody', 'a@b', 'a b@example.org', '"a"@example.org'])
    expect(verdicts(bad)).toEqual(refused);
  expect(login.body.shape.email.parse(' ana.horvat@example.org\u200b')).toBe('ana.horvat@example.org');
});
