import { expect, it } from 'vitest';
import { bearerToken } from './authenticate.ts';

it('reads a token of our form and nothing before or behind it', () => {
  const token = `${'aZ09_-'.repeat(7)}x`;
  expect(bearerToken(`Bearer ${token}`)).toBe(token);
  const others = [
    undefined,
    '',
    token,
    `bearer ${token}`,
    `Bearer  ${token}`,
    ` Bearer ${token}`,
    `x Bearer ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token} x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token.slice(1)}+`,
  ];
  expect(others.map(bearerToken)).toEqual(others.map(() => null));
});
