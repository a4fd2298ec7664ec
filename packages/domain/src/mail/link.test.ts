import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeLink, encodeLink } from './link.ts';

it('comes back as it was written, for every text', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.string({ minLength: 1, unit: 'binary' }),
      (email, token) => {
        const text = encodeLink({ email, token });
        fc.pre(text.length <= 2000);
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeLink(text)).toEqual({ email, token });
      },
    ),
  );
});

it('is the base64url that others read', () => {
  const link = { email: 'a@example.org', token: 'xyz' };
  expect(encodeLink(link)).toBe('eyJlbWFpbCI6ImFAZXhhbXBsZS5vcmciLCJ0b2tlbiI6Inh5eiJ9');
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
