import { expect, test } from 'vitest';
import { cleanEmail, foldEmail, isEmail, mailtoLink } from './email-address.ts';

test('an address is one @, a local part, and a domain of labels in any script', () => {
  const good = [
    'a@b.eu',
    'first.last+tag@sub.example.org',
    "o'neil@example.org",
    'r&d@example.net',
    'max@müller.example',
    'info@münchen.example',
    'jörg@example.org',
    'anna@example.xn--p1ai',
    'анна@пример.рф',
    'संपर्क@डाटामेल.भारत',
    `${'a'.repeat(64)}@b.eu`,
    '  spaces.around@example.org ',
  ];
  const bad = [
    '',
    'a',
    'a@b',
    'a@b.c',
    '@b.eu',
    'a@@b.eu',
    'a b@c.eu',
    'a..b@c.eu',
    '.a@b.eu',
    'a.@b.eu',
    'a@-b.eu',
    'a@b-.eu',
    'a@b..eu',
    'a@b.eu.',
    'a@192.168.0.10',
    'a@b_c.eu',
    '"a b"@c.eu',
    'a,b@c.eu',
    'Ada <a@b.eu>',
    'a@b.eu\nBcc: c@d.eu',
    `${'a'.repeat(65)}@b.eu`,
    `a@${'b'.repeat(64)}.eu`,
    `a@${'ü'.repeat(63)}.eu`,
    `a@${'b.'.repeat(126)}eu`,
  ];
  expect([...good, ...bad].filter(isEmail)).toEqual(good);
});

test('invisible characters and spaces around it are no part of an address', () => {
  for (const given of [
    '\u200bana.horvat@example.org',
    'ana.hor\u00advat@example.org',
    '\u2060ana.horvat@exam\u200dple.org\ufeff',
    '\u202aana.horvat@example.org\u202c',
    '\tana.horvat@example.org\u00a0\r\n',
  ]) {
    expect([isEmail(given), cleanEmail(given)]).toEqual([true, 'ana.horvat@example.org']);
    expect(foldEmail(given.toUpperCase())).toBe('ana.horvat@example.org');
  }
  expect(cleanEmail('Ana@Example.org')).toBe('Ana@Example.org');
  expect(isEmail('\u200b@\u2060.\u00ad')).toBe(false);
});

test('an address in another script is one with its form in ASCII, which is stored', () => {
  const forms = {
    'max@müller.example': 'max@xn--mller-kva.example',
    'Max@MU\u0308LLER.example': 'Max@xn--mller-kva.example',
    'анна@пример.рф': 'анна@xn--e1afmkfd.xn--p1ai',
    'a@日本語.jp': 'a@xn--wgv71a119e.jp',
    'a@bücher.müller.example': 'a@xn--bcher-kva.xn--mller-kva.example',
    'a@संपर्क.भारत': 'a@xn--i1b2b6cya1b7i.xn--h2brj9c',
    'a@straße.example': 'a@xn--strae-oqa.example',
    'Ana@Example.org': 'Ana@Example.org',
    'no address': 'no address',
  };
  expect(Object.keys(forms).map(cleanEmail)).toEqual(Object.values(forms));
  for (const [one, other] of Object.entries(forms)) expect(foldEmail(one)).toBe(foldEmail(other));
});

test('no sign of an address adds a field to the message that its link writes', () => {
  expect(mailtoLink('x?bcc=me&a%20#@example.org')).toBe('mailto:x%3Fbcc%3Dme%26a%2520%23@example.org');
  expect(mailtoLink('ada.b+c@example.org')).toBe('mailto:ada.b%2Bc@example.org');
});

test('an address is judged in linear time', () => {
  const start = performance.now();
  for (const text of [`a@${'a.'.repeat(100_000)}!`, 'a'.repeat(500), `${'\u200b'.repeat(499)}@`])
    isEmail(text);
  expect(performance.now() - start).toBeLessThan(2_000);
});
