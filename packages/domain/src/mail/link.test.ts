import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeLink, encodeLink } from './link.ts';

// Any code points: the generator of the library builds a table of all of them first, which takes a second.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { minLength: 1, maxLength: 100 })
  .map((points) => String.fromCodePoint(...points));

it('comes back as it was written, for every text', () => {
  fc.assert(
    fc.property(anyText, anyText, (email, token) => {
      const text = encodeLink({ email, token });
      expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(decodeLink(text)).toEqual({ email, token });
    }),
  );
});

it('is the base64url that others read', () => {
  const link = { email: 'a@example.org', token: 'xyz' };
  expect(encodeLink(link)).toBe('eyJlbWFpbCI6ImFAZXhhbXBsZS5vcmciLCJ0b2tlbiI6Inh5eiJ9');
});

it('carries an id too, where the address is not yet of the account', () => {
  const link = { id: 1234567890123, email: 'ä@example.org', token: 'xyz' };
  expect(decodeLink(encodeLink(link))).toEqual(link);
});

it('needs both email and token', () => {
  const whole = { email: 'a@example.org', token: 'xyz' };
  // Written without asking, as somebody else would.
  const written = (content: object) => decodeLink(encodeLink(content as typeof whole));
  expect(written(whole)).toEqual(whole);
  for (const part of [
    { ...whole, email: '' },
    { ...whole, token: '' },
    { ...whole, email: 1 },
    { email: whole.email },
    { token: whole.token },
  ])
    expect(written(part)).toBeNull();
});

it('reads nothing out of what is damaged', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(decodeLink(text)).toBeNull();
    }),
  );
  const whole = encodeLink({ email: 'a@example.org', token: 'xyz' });
  expect(decodeLink(whole.slice(0, -4))).toBeNull();
  expect(decodeLink('e30')).toBeNull();
  expect(decodeLink('bnVsbA')).toBeNull();
  expect(decodeLink('A'.repeat(3000))).toBeNull();
});
