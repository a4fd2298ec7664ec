import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAndHourOf, instantOfDay } from './wall-clock.ts';

const luxembourg = 'Europe/Luxembourg';

describe('the instant at which a clock shows an hour', () => {
  it.each([
    ['winter', luxembourg, '2027-01-15', '10:00', '2027-01-15T09:00:00.000Z', 'once'],
    ['summer', luxembourg, '2027-07-15', '10:00', '2027-07-15T08:00:00.000Z', 'once'],
    ['an hour that is skipped', luxembourg, '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z', 'never'],
    ['the last minute before it', luxembourg, '2027-03-28', '01:59', '2027-03-28T00:59:00.000Z', 'once'],
    ['the first minute after it', luxembourg, '2027-03-28', '03:00', '2027-03-28T01:00:00.000Z', 'once'],
    ['an hour that is repeated', luxembourg, '2027-10-31', '02:30', '2027-10-31T01:30:00.000Z', 'twice'],
    ['the hour after it', luxembourg, '2027-10-31', '03:00', '2027-10-31T02:00:00.000Z', 'once'],
    [
      'a repeated hour west of Greenwich',
      'America/New_York',
      '2027-11-07',
      '01:30',
      '2027-11-07T06:30:00.000Z',
      'twice',
    ],
    [
      'a skipped hour west of Greenwich',
      'America/New_York',
      '2027-03-14',
      '02:30',
      '2027-03-14T07:30:00.000Z',
      'never',
    ],
    [
      'half an hour that is repeated',
      'Australia/Lord_Howe',
      '2027-04-04',
      '01:45',
      '2027-04-03T15:15:00.000Z',
      'twice',
    ],
  ])('%s', (_name, zone, day, hour, at, showing) => {
    expect(instantOfDay({ day, hour }, zone)).toEqual({ at, showing });
  });

  it('shows the same hour again, except one that is skipped', () => {
    const moments = fc.date({
      min: new Date('2000-01-02'),
      max: new Date('2199-12-30'),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom(
      luxembourg,
      'America/New_York',
      'Asia/Kathmandu',
      'Pacific/Kiritimati',
      'UTC',
    );
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const shown = dayAndHourOf(moment.toISOString(), zone);
        const { at, showing } = instantOfDay(shown, zone);
        expect(dayAndHourOf(at, zone)).toEqual(shown);
        expect(showing).not.toBe('never');
      }),
    );
  });
});
