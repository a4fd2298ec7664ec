import { expect, test } from 'vitest';
import { momentOf } from './moment-fields.tsx';

const at = (hour: string) => momentOf({ day: '2026-12-03', hour });

test('a deadline takes an hour of 24, with or without its first zero, and no other text', () => {
  expect(at('09:30')).not.toBeNull();
  expect(at('9:30')).toBe(at('09:30'));
  expect(['24:00', '9:60', '9', '09:30 PM', '', '9.30'].map(at)).toEqual(Array(6).fill(null));
});

test('a deadline is by the clock of its zone', () => {
  const noon = { day: '2026-12-03', hour: '12:00' };
  expect(momentOf(noon, 'Europe/Luxembourg')).toBe('2026-12-03T11:00:00.000Z');
  expect(momentOf(noon, 'Asia/Kathmandu')).toBe('2026-12-03T06:15:00.000Z');
});
