import { expect, it } from 'vitest';
import { momentOf, yearOf } from './moments.ts';

const now = new Date('2026-11-21T12:34:56.789Z');
const anchors = {
  now,
  'cutoff.start': new Date('2026-10-01T08:00:00Z'),
  'cutoff.end': null,
  submitted: new Date('2026-10-25T00:30:00Z'),
};

it.each([
  ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01T09:00+01:00', '2026-03-01T08:00:00.000Z'],
  ['now', '2026-11-21T12:34:56.789Z'],
  ['now-3d', '2026-11-18T12:34:56.789Z'],
  ['now-90min', '2026-11-21T11:04:56.789Z'],
  ['now+2w@10:00', '2026-12-05T09:00:00.000Z'],
  ['now+5d@10:00:30', '2026-11-26T09:00:30.000Z'],
  ['now@10:00-1s', '2026-11-21T08:59:59.000Z'],
  ['month@10:00', '2026-11-01T09:00:00.000Z'],
  ['month+2', '2026-12-31T23:00:00.000Z'],
  ['month+14d@10:00', '2026-11-15T09:00:00.000Z'],
  ['month+1+14d@10:00', '2026-12-15T09:00:00.000Z'],
  ['month-6@10:00', '2026-05-01T08:00:00.000Z'],
  ['year-1+246d@10:00', '2025-09-04T08:00:00.000Z'],
  ['cutoff.start-1s', '2026-10-01T07:59:59.000Z'],
  ['cutoff.start+31d@10:00', '2026-11-01T09:00:00.000Z'],
  // Half past two comes twice when summer time ends; an exact offset knows which one is meant.
  ['submitted', '2026-10-25T00:30:00.000Z'],
  ['submitted+1h', '2026-10-25T01:30:00.000Z'],
  // Half past two does not come when summer time begins.
  ['year+1+86d@02:30', '2027-03-28T01:30:00.000Z'],
])('%s is %s', (text, instant) => {
  const moment = momentOf(text, anchors, 'Europe/Brussels');
  expect(moment.ok ? moment.at.toISOString() : moment.sentence).toBe(instant);
});

it.each([
  ['tomorrow', "'tomorrow' is no time."],
  ['now-3', "'now-3': -3 has no unit."],
  ['now-3y', "'now-3y' is no time."],
  ['now+1d@24:00', "'now+1d@24:00' is no time of day."],
  ['month@10:00+1d', "'month@10:00+1d' is no time."],
  ['created+1d', "'created+1d' counts from created, which is not there."],
  ['cutoff.end-1s', "'cutoff.end-1s' counts from cutoff.end, which is not there."],
  ['1999-12-31T23:59:59Z', "'1999-12-31T23:59:59Z' is before the year 2000."],
  ['now-10000d', "'now-10000d' is before the year 2000."],
  ['2026-02-30T10:00:00Z', "'2026-02-30T10:00:00Z' is no time."],
  ['2026-13-01T10:00:00Z', "'2026-13-01T10:00:00Z' is no time."],
])('%s is refused', (text, sentence) => {
  expect(momentOf(text, anchors, 'Europe/Brussels')).toEqual({ ok: false, sentence });
});

it('counts years from the calendar of the zone', () => {
  const lateInUtc = new Date('2026-12-31T23:30:00Z');
  expect([
    yearOf('year', lateInUtc, 'Europe/Brussels'),
    yearOf('year-1', lateInUtc, 'UTC'),
    yearOf(2024, lateInUtc, 'UTC'),
    yearOf('next', lateInUtc, 'UTC'),
  ]).toEqual([2027, 2025, 2024, null]);
});
