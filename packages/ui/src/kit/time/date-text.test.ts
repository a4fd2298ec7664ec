import { afterAll, expect, test } from 'vitest';
import { startTexts } from '../text/translate.ts';
import {
  dateText,
  dateTimeText,
  dayOrInstant,
  dayText,
  instantOf,
  remainingExact,
  remainingText,
  sameClock,
  timeText,
  zoneName,
  zonePlace,
} from './date-text.ts';

// Other tests of the same process read the language of the page too.
afterAll(() => startTexts([], 'en'));

await startTexts(['frame', 'parts', 'account'], 'en');

const cutoff = Date.parse('2026-09-04T08:00:00Z');

test('shows an instant as dd-MM-yyyy HH:mm in a zone', () => {
  expect(dateTimeText(cutoff, 'Europe/Luxembourg')).toBe('04-09-2026 10:00');
  expect(dateTimeText(cutoff, 'Asia/Tokyo')).toBe('04-09-2026 17:00');
  expect(timeText('2026-01-01T23:30:00Z', 'Europe/Brussels')).toBe('00:30');
  expect(dateText('2026-01-01T23:30:00Z', 'Europe/Brussels')).toBe('02-01-2026');
});

test('what is told by its day is that day everywhere', () => {
  expect(dayOrInstant('2026-11-21T00:00:00.000Z')).toBe('2026-11-21');
  expect(dayOrInstant('2026-11-21T23:34:56.789Z')).toBe('2026-11-21T23:34:56.789Z');
  expect(dayOrInstant(null)).toBeNull();
});

test('a plain date is the same day everywhere, however old', () => {
  expect(dateText('1984-05-03', 'Pacific/Honolulu')).toBe('03-05-1984');
});

test('what is before 2000, absent or malformed is unset', () => {
  expect(instantOf('1999-12-31T23:59:59.999Z')).toBeNull();
  expect(instantOf('2000-01-01T00:00:00Z')).toBe(Date.UTC(2000, 0, 1));
  expect(instantOf(null)).toBeNull();
  expect(dateTimeText('yesterday')).toBe('');
});

test('names zones by clock and by place', () => {
  expect(zonePlace('Europe/Luxembourg')).toBe('Luxembourg');
  expect(zoneName('Europe/Luxembourg', cutoff, 'short')).toBe('CEST');
  expect(sameClock('Europe/Luxembourg', 'Europe/Brussels', cutoff)).toBe(true);
  expect(sameClock('Europe/Luxembourg', 'Europe/London', cutoff)).toBe(false);
});

test('counts down in days, hours under a day, minutes under an hour', () => {
  const hour = 3_600_000;
  expect(remainingText(cutoff, cutoff - 12.4 * 24 * hour)).toBe('12 days');
  expect(remainingText(cutoff, cutoff - 12.6 * 24 * hour)).toBe('13 days');
  expect(remainingText(cutoff, cutoff - 24 * hour)).toBe('1 day');
  expect(remainingText(cutoff, cutoff - 23.4 * hour)).toBe('23 hours');
  expect(remainingText(cutoff, cutoff - 19.97 * hour)).toBe('20 hours');
  expect(remainingText(cutoff, cutoff - 1.2 * hour)).toBe('1 hour');
  expect(remainingText(cutoff, cutoff - 0.5 * hour)).toBe('30 minutes');
  expect(remainingText(cutoff, cutoff)).toBeNull();
});

test('counts down to the minute where it counts', () => {
  const minute = 60_000;
  expect(remainingExact(cutoff, cutoff - (19 * 60 + 58) * minute)).toBe('19 h 58 min');
  expect(remainingExact(cutoff, cutoff - (25 * 60 + 5) * minute)).toBe('1 day 1 h');
  expect(remainingExact(cutoff, cutoff - 4 * minute - 7000)).toBe('4 min 7 s');
  expect(remainingExact(cutoff, cutoff + 1)).toBeNull();
});

test('a day without its year ends as the language ends it', async () => {
  const days: string[] = [];
  for (const language of ['de', 'fr', 'en'] as const) {
    await startTexts(['frame'], language);
    days.push(dayText(cutoff, 'Europe/Brussels'));
  }
  expect(days).toEqual(['04.09.', '04/09', '04-09']);
});
