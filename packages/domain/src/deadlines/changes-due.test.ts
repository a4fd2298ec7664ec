import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesDue, latestChanges } from './changes-due.ts';

const timeZone = 'Europe/Brussels';
const now = new Date('2026-12-15T10:00:00Z');
const due = (checkEnd: string | null, day: string | null = null) =>
  changesDue({ timeZone, checkEnd }, day, now);

it('is five days, or the evening before the check ends', () => {
  expect(due(null)).toBe('2026-12-20T22:59:59.000Z');
  expect(due('2026-12-30T16:00:00.000Z')).toBe('2026-12-20T22:59:59.000Z');
  expect(due('2026-12-18T16:00:00.000Z')).toBe('2026-12-17T22:59:59.000Z');
  expect(due('2026-12-18T16:00:00.000Z', '2026-12-20')).toBe('2026-12-20T22:59:59.000Z');
});

it('is five days if no day is left before the check ends, whose own deadline then moves', () => {
  for (const checkEnd of ['2026-12-15T16:00:00.000Z', '2026-12-01T16:00:00.000Z']) {
    expect(latestChanges({ timeZone, checkEnd }, now)).toBeNull();
    expect(due(checkEnd)).toBe('2026-12-20T22:59:59.000Z');
  }
});

it('always is in the future, and leaves the check time if any is left', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      instant,
      instant,
      fc.constantFrom('Europe/Brussels', 'Pacific/Apia', 'UTC'),
      (at, end, zone) => {
        const given = { timeZone: zone, checkEnd: end.toISOString() };
        const answer = changesDue(given, null, at);
        expect(Date.parse(answer)).toBeGreaterThan(at.getTime());
        if (latestChanges(given, at) !== null) expect(Date.parse(answer)).toBeLessThan(end.getTime());
      },
    ),
  );
});
