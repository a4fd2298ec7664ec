import { momentText } from '@clearcall/i18n/format.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../forms/dates.ts';
import { dayNumber } from '../forms/day-number.ts';
import { parseFlow } from '../forms/definition.ts';
import type { StepDeadline } from '../forms/types.ts';
import { endOfDay, plainDate } from './plain-date.ts';
import { type DeadlineMoments, stepDeadline } from './step-deadline.ts';

const nothing: DeadlineMoments = {
  start: null,
  end: null,
  cutoffEnd: null,
  assignedAt: null,
  releasedAt: () => null,
  submittedAt: () => null,
  awardEnd: null,
};
/** A Tuesday at 17:00 in Brussels. */
const tuesday = '2026-03-24T16:00:00Z';
const known: DeadlineMoments = {
  start: null,
  end: null,
  cutoffEnd: tuesday,
  assignedAt: '2026-03-01T10:00:00Z',
  releasedAt: (step) => (step === 'SCI' ? '2026-05-01T10:00:00Z' : null),
  submittedAt: (step) => (step === 'RTR' ? '2026-06-01T10:00:00Z' : null),
  awardEnd: '2026-07-01T10:00:00Z',
};
const due = (deadline: StepDeadline, moments = known, timeZone = 'Europe/Brussels') =>
  stepDeadline({ deadline }, moments, timeZone);

/** With half and quarter hours, both sides of the date line, and clocks that turn at midnight. */
const zones = [
  'UTC',
  'Europe/Brussels',
  'Europe/Lisbon',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Etc/GMT+12',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Santiago',
  'America/Havana',
  'America/Nuuk',
] as const;
const zone = fc.constantFrom(...zones);
const instant = fc
  .date({ min: new Date('2012-01-01T00:00:00Z'), max: new Date('2045-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const later = (iso: string, ms: number) => new Date(Date.parse(iso) + ms);
/** 0 is Monday. */
const weekday = (day: string) => (((dayNumber(day) - dayNumber('2024-01-01')) % 7) + 7) % 7;

/** Every rule of a deadline, with events, a start and a time of assigning in any order. */
const rule = fc.record({
  after: fc.constantFrom('cutoff', 'assigned', 'released', 'submitted', 'award_end'),
  days: fc.integer({ min: -60, max: 60 }),
  working: fc.boolean(),
});
const moment = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-07-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

describe('the deadline of a step', () => {
  it('is later than the start of the step and than now, in whatever order things happen', () => {
    fc.assert(
      fc.property(
        zone,
        rule,
        moment,
        moment,
        moment,
        (timeZone, { after, days, working }, event, start, now) => {
          const moments: DeadlineMoments = {
            start,
            end: null,
            cutoffEnd: event,
            assignedAt: now,
            releasedAt: () => event,
            submittedAt: () => event,
            awardEnd: event,
          };
          const step = after === 'released' || after === 'submitted' ? { step: 'SCI' } : {};
          const found = due({ after, days, working, ...step }, moments, timeZone);
          // Days before an event may all be over; then the end of the timeframe counts.
          if (found === null) expect(days).toBeLessThanOrEqual(0);
          else expect(Date.parse(found)).toBeGreaterThan(Math.max(Date.parse(start), Date.parse(now)));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('gives the days from the start of the step, whenever the step that it counts from was released', () => {
    const released = (releasedAt: string, now = releasedAt) =>
      due(
        { after: 'released', step: 'SCI', days: 7 },
        { ...known, start: '2027-02-22T09:00:00Z', assignedAt: now, releasedAt: () => releasedAt },
      );
    expect([
      released('2027-01-12T10:00:00Z'),
      released('2027-02-24T10:00:00Z'),
      // Given again after a month.
      released('2027-01-12T10:00:00Z', '2027-03-24T10:00:00Z'),
    ]).toEqual(['2027-03-01T22:59:59.000Z', '2027-03-03T22:59:59.000Z', '2027-03-31T21:59:59.000Z']);
  });

  it('ends with the timeframe if at least half of the days after the assignment are left', () => {
    const assigned = (assignedAt: string, after: StepDeadline['after'] = 'assigned') =>
      due(
        { after, step: 'SCI', days: 14 },
        { ...known, assignedAt, releasedAt: () => assignedAt, end: '2027-03-14T17:00:00.000Z' },
      );
    expect(assigned('2027-02-20T10:00:00Z')).toBe('2027-03-06T22:59:59.000Z');
    expect(assigned('2027-03-02T10:00:00Z')).toBe('2027-03-14T17:00:00.000Z');
    expect(assigned('2027-03-07T10:00:00Z')).toBe('2027-03-21T22:59:59.000Z');
    expect(assigned('2027-03-20T10:00:00Z')).toBe('2027-04-03T21:59:59.000Z');
    // Days that are promised after a release are given in full.
    expect(assigned('2027-03-02T10:00:00Z', 'released')).toBe('2027-03-16T22:59:59.000Z');
  });

  it('counts from what it names, until the end of the day in the call’s time zone', () => {
    expect([
      due({ after: 'cutoff', days: 10 }),
      due({ after: 'assigned', days: 21 }),
      due({ after: 'released', step: 'SCI', days: 7 }),
      due({ after: 'submitted', step: 'RTR', days: 14 }),
      due({ after: 'award_end', days: 90 }),
      due({ after: 'award_end', days: -30 }),
      due({ after: 'assigned', days: 0 }),
    ]).toEqual([
      // Summer time began on 29 March.
      '2026-04-03T21:59:59.000Z',
      '2026-03-22T22:59:59.000Z',
      '2026-05-08T21:59:59.000Z',
      '2026-06-15T21:59:59.000Z',
      '2026-09-29T21:59:59.000Z',
      '2026-06-01T21:59:59.000Z',
      '2026-03-01T22:59:59.000Z',
    ]);
  });

  it('is the cut-off itself where no day lies between, to the millisecond', () => {
    const moments = { ...known, cutoffEnd: '2026-03-24T16:00:00.123Z' };
    expect(due({ after: 'cutoff', days: 0 }, moments)).toBe('2026-03-24T16:00:00.123Z');
    expect(due({ after: 'cutoff', days: 0, working: true }, moments)).toBe('2026-03-24T16:00:00.123Z');
  });

  it('is none where nothing is set, where the moment is not known, and where it was never', () => {
    expect(stepDeadline({}, known, 'UTC')).toBe(null);
    for (const after of ['cutoff', 'assigned', 'released', 'submitted', 'award_end'] as const)
      expect(due({ after, step: 'SCI', days: 3 }, nothing)).toBe(null);
    expect(due({ after: 'released', step: 'TEC', days: 3 })).toBe(null);
    expect(due({ after: 'submitted', step: 'SCI', days: 3 })).toBe(null);
    // A flow that was published before a release named its step.
    expect(due({ after: 'released', days: 3 })).toBe(null);
    expect(due({ after: 'cutoff', days: 3 }, { ...known, cutoffEnd: '0001-01-01T00:00:00Z' })).toBe(null);
    // A cut-off that stands for 'never': what comes after it has no date.
    for (const days of [0, 1, 3_653])
      expect(due({ after: 'award_end', days }, { ...known, awardEnd: '9999-12-31T23:59:59Z' })).toBe(null);
  });

  it('leaves out weekends where working days count', () => {
    const after = (days: number, moment: string) =>
      plainDate(
        due({ after: 'award_end', days, working: true }, { ...nothing, awardEnd: moment }) ?? '',
        'Europe/Brussels',
      );
    const friday = '2026-03-20T12:00:00Z';
    const saturday = '2026-03-21T12:00:00Z';
    const sunday = '2026-03-22T21:00:00Z';
    // Sunday in UTC, Monday in Brussels.
    const monday = '2026-03-22T23:30:00Z';
    expect([0, 1, 5, 10, -1, -5].map((days) => after(days, friday))).toEqual([
      '2026-03-20',
      '2026-03-23',
      '2026-03-27',
      '2026-04-03',
      '2026-03-19',
      '2026-03-13',
    ]);
    for (const weekend of [saturday, sunday])
      expect([0, 1, 5, -1].map((days) => after(days, weekend))).toEqual([
        '2026-03-23',
        '2026-03-23',
        '2026-03-27',
        '2026-03-20',
      ]);
    expect([0, 1].map((days) => after(days, monday))).toEqual(['2026-03-23', '2026-03-24']);
  });

  it('ends in the last second of its day, in every zone and whatever the clocks do', () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: -400, max: 400 }), (timeZone, awardEnd, days) => {
        const found = due({ after: 'award_end', days }, { ...nothing, awardEnd }, timeZone) ?? '';
        const day = addDays(plainDate(awardEnd, timeZone), days) ?? '';
        expect(plainDate(found, timeZone)).toBe(day);
        expect(plainDate(later(found, 1_000), timeZone)).toBe(addDays(day, 1));
        expect(found.endsWith(':59.000Z')).toBe(true);
        // Nuuk turns its clocks from 23:00 to midnight: that day has no 23:59.
        if (timeZone !== 'America/Nuuk') expect(momentText('en', found, timeZone).time).toBe('23:59');
      }),
      { numRuns: 2_000 },
    );
  });

  it('has as many Mondays to Fridays before it as were given', () => {
    fc.assert(
      fc.property(zone, instant, fc.integer({ min: -60, max: 60 }), (timeZone, awardEnd, days) => {
        const from = plainDate(awardEnd, timeZone);
        const counting: StepDeadline = { after: 'award_end', days, working: true };
        const to = plainDate(due(counting, { ...nothing, awardEnd }, timeZone) ?? '', timeZone);
        expect(weekday(to)).toBeLessThan(5);
        let counted = 0;
        const step = days < 0 ? -1 : 1;
        for (let day = from; day !== to; ) {
          day = addDays(day, step) ?? to;
          if (weekday(day) < 5) counted += step;
        }
        // On a weekend, no working days mean the next one.
        expect(counted).toBe(days === 0 && weekday(from) > 4 ? 1 : days);
      }),
      { numRuns: 1_000 },
    );
  });
});

it('knows the end of days that are longer, shorter, cut off or left out', () => {
  const ends = (day: string, timeZone: string) => endOfDay(day, timeZone);
  expect([
    ends('2026-03-28', 'Europe/Brussels'),
    ends('2026-03-29', 'Europe/Brussels'),
    ends('2026-10-25', 'Europe/Brussels'),
    ends('2026-01-31', 'Asia/Kathmandu'),
    ends('2026-04-04', 'Australia/Lord_Howe'),
    ends('2026-04-05', 'Australia/Lord_Howe'),
    // The clocks go back from midnight to 23:00: the second 23:59:59 is the end.
    ends('2026-10-29', 'Africa/Cairo'),
    // The clocks go on from 23:00 to midnight: 22:59:59 is the end.
    ends('2026-03-28', 'America/Nuuk'),
    // Samoa left the day out.
    ends('2011-12-30', 'Pacific/Apia'),
    ends('2011-12-29', 'Pacific/Apia'),
  ]).toEqual([
    '2026-03-28T22:59:59.000Z',
    '2026-03-29T21:59:59.000Z',
    '2026-10-25T22:59:59.000Z',
    '2026-01-31T18:14:59.000Z',
    '2026-04-04T12:59:59.000Z',
    '2026-04-05T13:29:59.000Z',
    '2026-10-29T21:59:59.000Z',
    '2026-03-29T00:59:59.000Z',
    '2011-12-30T09:59:59.000Z',
    '2011-12-30T09:59:59.000Z',
  ]);
});

describe('a deadline in a flow document', () => {
  const read = (deadline: unknown) => {
    const step = { id: 'S', title: 'S', order: 0, type: 't', ownerRole: 'applicant', forms: [], deadline };
    const parsed = parseFlow({ version: 1, steps: [step] });
    return parsed.ok ? parsed.flow.steps[0]?.deadline : parsed.faults.map(({ rule }) => rule);
  };
  it('names the step whose release or submission counts', () => {
    const rule = { after: 'submitted', step: 'RTR', days: 5, working: true };
    expect(read(rule)).toEqual(rule);
    expect(read({ after: 'released', step: 'SCI', days: 7 })).toEqual({
      after: 'released',
      step: 'SCI',
      days: 7,
    });
    expect(read({ after: 'released', days: 7 })).toEqual({ after: 'released', days: 7 });
  });
  it('is refused where it cannot be counted', () => {
    expect([
      read({ after: 'submitted', days: 5 }),
      read({ after: 'cutoff', step: 'SCI', days: 5 }),
      read({ after: 'assigned', days: 4_000 }),
    ]).toEqual([['stepMissing'], ['stepUnused'], ['shapeValue']]);
  });
});
