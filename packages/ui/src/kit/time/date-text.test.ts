import { zonePlace } from '@clearcall/i18n/format.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { startTexts } from '../text/translate.ts';
import {
  dateText,
  dateTimeText,
  dayOrInstant,
  daysAway,
  dayText,
  instantOf,
  remainingExact,
  remainingText,
  sameClock,
  timeText,
  zoneText,
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

test('names zones by their place', () => {
  expect(zonePlace('Europe/Luxembourg')).toBe('Luxembourg');
  expect(zoneText('America/New_York')).toBe('New York time');
  expect(sameClock('Europe/Luxembourg', 'Europe/Brussels', cutoff)).toBe(true);
  expect(sameClock('Europe/Luxembourg', 'Europe/London', cutoff)).toBe(false);
});

test('counts down in days, hours under a day, minutes under an hour', () => {
  const hour = 3_600_000;
  const left = (before: number) => remainingText(cutoff, cutoff - before, 'Europe/Luxembourg');
  expect(left(12.4 * 24 * hour)).toBe('12 days');
  expect(left(12.6 * 24 * hour)).toBe('13 days');
  expect(left(24 * hour)).toBe('1 day');
  expect(left(23.4 * hour)).toBe('23 hours');
  expect(left(19.97 * hour)).toBe('20 hours');
  expect(left(1.2 * hour)).toBe('1 hour');
  expect(left(0.5 * hour)).toBe('30 minutes');
  expect(left(640_000)).toBe('10 minutes');
  expect(remainingText(cutoff, cutoff)).toBeNull();
});

test('counts down to the minute where it counts', () => {
  const minute = 60_000;
  expect(remainingExact(cutoff, cutoff - (19 * 60 + 58) * minute)).toBe('19 h 58 min');
  expect(remainingExact(cutoff, cutoff - (25 * 60 + 5) * minute)).toBe('1 day');
  expect(remainingExact(cutoff, cutoff - (5 * 24 + 12) * 60 * minute, 'Europe/Luxembourg')).toBe('6 days');
  expect(remainingExact(cutoff, cutoff - 4 * minute - 7000)).toBe('4 min 7 s');
  expect(remainingExact(cutoff, cutoff + 1)).toBeNull();
});

test('counts the same days in all texts, by the calendar of the reader', () => {
  const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
  const zone = fc.constantFrom('Europe/Luxembourg', 'Pacific/Apia', 'America/New_York', 'UTC');
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: -20 * 86_400_000, max: 20 * 86_400_000 }),
      zone,
      (now, gap, there) => {
        const at = now + gap;
        const days = daysAway(at, now, there);
        expect(days === 0).toBe(dateText(at, there) === dateText(now, there));
        expect(daysAway(now, at, there)).toBe(0 - days);
        expect(Math.abs(days - gap / 86_400_000)).toBeLessThan(1.05);
        for (const text of [remainingText(at, now, there), remainingExact(at, now, there)]) {
          if (gap <= 0) expect(text).toBeNull();
          else if (/ days?$/.test(text ?? '')) expect(Number.parseInt(text ?? '', 10)).toBe(days);
          else expect([0, 1]).toContain(days);
        }
      },
    ),
  );
});

test('a day without its year ends as the language ends it', async () => {
  const days: string[] = [];
  for (const language of ['de', 'fr', 'en'] as const) {
    await startTexts(['frame'], language);
    days.push(dayText(cutoff, 'Europe/Brussels'));
  }
  expect(days).toEqual(['04.09.', '04/09', '04-09']);
});
