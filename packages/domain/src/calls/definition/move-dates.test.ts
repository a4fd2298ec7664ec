import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantOn, wallOf } from '../../deadlines/wall-clock.ts';
import { moveByWeeks, weeksOfYears } from './move-dates.ts';

const zone = 'Europe/Luxembourg';
const nextYear = (at: string, years = 1) => moveByWeeks(at, weeksOfYears(at, years, zone), zone);

it.each([
  ['a Tuesday in September', '2026-09-08T08:00:00.000Z', '2027-09-07T08:00:00.000Z'],
  ['the end of a month', '2026-01-31T09:00:00.000Z', '2027-01-30T09:00:00.000Z'],
  ['29 February', '2028-02-29T09:00:00.000Z', '2029-02-27T09:00:00.000Z'],
  ['the day before it', '2027-02-28T09:00:00.000Z', '2028-02-27T09:00:00.000Z'],
  ['the last second of a year', '2026-12-31T22:59:59.000Z', '2027-12-30T22:59:59.000Z'],
  // The clocks change on 29 March 2026 and on 28 March 2027.
  ['before the change to before it', '2026-03-28T09:00:00.000Z', '2027-03-27T09:00:00.000Z'],
  ['after the change to after it', '2026-03-29T08:00:00.000Z', '2027-03-28T08:00:00.000Z'],
  ['after the change to before it', '2025-03-30T08:00:00.000Z', '2026-03-29T08:00:00.000Z'],
  // Half past two is skipped that night.
  ['to an hour that is skipped', '2026-03-29T00:30:00.000Z', '2027-03-28T00:30:00.000Z'],
])('moves %s to the same weekday of the next year', (_what, at, moved) => {
  expect(nextYear(at)).toBe(moved);
});

it('moves on an hour that is skipped, as the clock does', () => {
  // 02:30 on Sunday, 29 March 2020 does not exist; its year after has the change on 28 March 2021.
  expect(moveByWeeks('2020-03-22T01:30:00.000Z', 1, zone)).toBe('2020-03-29T01:30:00.000Z');
  expect(wallOf(new Date('2020-03-29T01:30:00.000Z'), zone).secondOfDay).toBe(3.5 * 3600);
});

const instants = fc.integer({
  min: Date.parse('2001-01-01T00:00:00Z'),
  max: Date.parse('2150-01-01T00:00:00Z'),
});
const zones = fc.constantFrom(
  'Europe/Luxembourg',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
);
const day = (at: string, timeZone: string) => {
  const wall = wallOf(new Date(at), timeZone);
  return Date.UTC(wall.year, wall.month - 1, wall.day) / 86_400_000;
};

it('keeps weekday and time of day, and comes nearest to the same date', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -5, max: 20 }), zones, (ms, years, timeZone) => {
      const at = new Date(ms).toISOString();
      const moved = moveByWeeks(at, weeksOfYears(at, years, timeZone), timeZone);
      expect((day(moved, timeZone) - day(at, timeZone)) % 7).toBeCloseTo(0);
      const before = wallOf(new Date(at), timeZone);
      const sameDate = Date.UTC(before.year + years, before.month - 1, before.day) / 86_400_000;
      expect(Math.abs(day(moved, timeZone) - sameDate)).toBeLessThanOrEqual(3);
      const after = wallOf(new Date(moved), timeZone);
      const { showing } = instantOn({ ...after, secondOfDay: before.secondOfDay }, timeZone);
      if (showing !== 'never') expect(after.secondOfDay).toBe(before.secondOfDay);
    }),
    { numRuns: 2_000 },
  );
});

it('keeps the order of moments that are not in one change of the clocks', () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 2 * 3_600_000, max: 400 * 86_400_000 }),
      fc.integer({ min: -300, max: 1_000 }),
      zones,
      (ms, later, weeks, timeZone) => {
        const [one, other] = [ms, ms + later].map((at) =>
          Date.parse(moveByWeeks(new Date(at).toISOString(), weeks, timeZone)),
        );
        expect(one).toBeLessThan(other ?? 0);
      },
    ),
    { numRuns: 2_000 },
  );
});
