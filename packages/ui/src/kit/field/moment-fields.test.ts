import { expect, test } from 'vitest';
import { momentOf } from './moment-fields.tsx';

const at = (hour: string) => momentOf({ day: '2026-12-03', hour });

test('a deadline takes an hour of 24, with or without its first zero, and no other text', () => {
  expect(at('09:30')).not.toBeNull();
  expect(at('9:30')).toBe(at('09:30'));
  expect(['24:00', '9:60', '9', '09:30 PM', '', '9.30'].map(at)).toEqual(Array(6).fill(null));
});
