import { expect, test } from 'vitest';
import { safeReturnAddress } from './return-address.ts';

test('leads back to a page of the portal', () => {
  expect(safeReturnAddress('/applications/ESAO-REG-2026R02-046?x=1', '/applications')).toBe(
    '/applications/ESAO-REG-2026R02-046?x=1',
  );
});

test('leads nowhere else', () => {
  for (const asked of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/auth/login',
    '/a b',
    '/a\n//evil.example',
    undefined,
    7,
  ]) {
    expect(safeReturnAddress(asked, '/applications')).toBe('/applications');
  }
});
