import { expect, it } from 'vitest';
import { nextMorning } from './next-morning.ts';

it.each([
  ['2026-11-24T05:59:59Z', 'Europe/Luxembourg', '2026-11-24T06:00:00.000Z'],
  ['2026-11-24T06:00:00Z', 'Europe/Luxembourg', '2026-11-25T06:00:00.000Z'],
  ['2026-11-23T23:30:00Z', 'Europe/Luxembourg', '2026-11-24T06:00:00.000Z'],
  // The nights in which clocks turn.
  ['2026-03-28T20:00:00Z', 'Europe/Luxembourg', '2026-03-29T05:00:00.000Z'],
  ['2026-10-24T20:00:00Z', 'Europe/Luxembourg', '2026-10-25T06:00:00.000Z'],
  ['2026-10-25T00:30:00Z', 'Europe/Luxembourg', '2026-10-25T06:00:00.000Z'],
  ['2026-06-01T12:00:00Z', 'Pacific/Auckland', '2026-06-01T19:00:00.000Z'],
  ['2026-06-01T12:00:00Z', 'America/Los_Angeles', '2026-06-01T14:00:00.000Z'],
])('after %s in %s it is seven o’clock at %s', (now, zone, morning) => {
  expect(nextMorning(new Date(now), zone).toISOString()).toBe(morning);
});
