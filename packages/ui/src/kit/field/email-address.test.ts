import { register } from '@clearcall/contract/users.ts';
import { expect, test } from 'vitest';
import { isEmail } from './email-address.ts';

const cases = [
  'applicant@example.org',
  '  siobhan.nichaoimh@lakeside.example.eu ',
  "o'brien@example.ie",
  'a+b@x-y.example.org',
  'nobody',
  '@example.org',
  'a@b',
  'a@b.c',
  'a..b@example.org',
  '.a@example.org',
  'a.@example.org',
  'a@-example.org',
  'a b@example.org',
  'jürgen@example.org',
  `${'a'.repeat(64)}@${'b'.repeat(190)}.org`,
  '',
];

test.each(cases)('says the same of %j as the API', (text) => {
  expect(isEmail(text)).toBe(register.body.shape.email.safeParse(text).success);
});
