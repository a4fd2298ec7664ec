import { createTranslator } from '@clearcall/i18n/translator.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activeCutoff, assignmentTime, type StepCutoff } from './assignment-time.ts';
import { callState } from './call-state.ts';
import { draftExpiresAt, draftExpiresSoon } from './draft-expiry.ts';
import { plainDate } from './plain-date.ts';
import { closesAt, countingWindow, nextMoment, placeInTime, setInstant } from './windows.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const window = (start: string, end: string | null) => ({
  start: `${start}T00:00:00Z`,
  end: end === null ? null : `${end}T00:00:00Z`,
});

describe('windows', () => {
  const january = window('2026-01-01', '2026-02-01');
  const endless = window('2026-03-01', null);
  const may = window('2026-05-01', '2026-06-01');
  const all = [may, january, endless];

  it('finds the one that contains now, else what was and what comes', () => {
    expect(placeInTime(all, at('2025-12-01'))).toEqual({ open: null, past: null, next: january });
    expect(placeInTime(all, at('2026-01-15'))).toEqual({ open: january, past: null, next: endless });
    expect(placeInTime(all, at('2026-02-15'))).toEqual({ open: null, past: january, next: endless });
    expect(placeInTime(all, at('2026-04-15'))).toEqual({ open: endless, past: null, next: may });
    expect(placeInTime(all, at('2026-07-01'))).toEqual({ open: null, past: may, next: null });
    expect(placeInTime([], at('2026-07-01'))).toEqual({ open: null, past: null, next: null });
    expect(countingWindow(all, at('2026-02-15'))).toBe(endless);
    expect(countingWindow(all, at('2026-07-01'))).toBe(may);
  });

  it('takes the latest start of several, and both ends with it', () => {
    const overlapping = [window('2026-01-01', '2026-12-31'), window('2026-02-01', '2026-03-01')];
    expect(placeInTime(overlapping, at('2026-02-15')).open).toBe(overlapping[1]);
    expect(placeInTime(overlapping, at('2026-03-01')).open).toBe(overlapping[1]);
    expect(placeInTime(overlapping, new Date('2026-03-01T00:00:00.001Z')).open).toBe(overlapping[0]);
  });

  it('closes at the own end, else at the next start, else never', () => {
    expect([january, endless, may].map((one) => closesAt(all, one))).toEqual([
      january.end,
      may.start,
      may.end,
    ]);
    expect(closesAt([endless], endless)).toBe(null);
    // An end before the year 2000 is none.
    expect(closesAt([], { start: endless.start, end: '1970-01-01T00:00:00Z' })).toBe(null);
    expect(['1999-12-31T23:59:59Z', '2000-01-01T00:00:00Z', null].map(setInstant)).toEqual([
      null,
      '2000-01-01T00:00:00Z',
      null,
    ]);
  });

  it('stays as it is until the next moment, of whatever windows', () => {
    const ms = fc.integer({ min: 0, max: 12 });
    const instant = (offset: number) => new Date(Date.parse(january.start) + offset).toISOString();
    const some = fc.array(fc.record({ start: ms, end: fc.option(ms) }), { maxLength: 4 });
    fc.assert(
      fc.property(some, fc.integer({ min: -2, max: 14 }), (given, nowMs) => {
        const windows = given.map(({ start, end }) => ({
          start: instant(start),
          end: end === null ? null : instant(end),
        }));
        const stateAt = (offset: number) => {
          const now = new Date(instant(offset));
          const current = countingWindow(windows, now);
          return [callState(true, windows, now), current, current && closesAt(windows, current)];
        };
        const next = nextMoment(windows, new Date(instant(nowMs)));
        const untilMs = next === null ? 20 : next.getTime() - Date.parse(january.start);
        expect(untilMs).toBeGreaterThan(nowMs);
        for (let later = nowMs; later < untilMs; later += 1) expect(stateAt(later)).toEqual(stateAt(nowMs));
      }),
    );
    expect(nextMoment(all, at('2026-01-15'))).toEqual(at('2026-02-01'));
    expect(nextMoment(all, at('2026-07-01'))).toBe(null);
  });

  it('begins at its start and ends at its end, to the millisecond, and both belong to it', () => {
    const moved = (instant: string, ms: number) => new Date(Date.parse(instant) + ms);
    const openAt = (now: Date) => placeInTime([january], now).open !== null;
    const start = [-900, -1, 0, 1, 900].map((ms) => openAt(moved(january.start, ms)));
    expect(start).toEqual([false, false, true, true, true]);
    const end = [-900, -1, 0, 1, 900].map((ms) => openAt(moved(january.end ?? '', ms)));
    expect(end).toEqual([true, true, true, false, false]);
    const state = [-1, 0].map((ms) => callState(true, [january], moved(january.start, ms)));
    expect(state).toEqual(['opening_soon', 'open']);
    expect([0, 1].map((ms) => callState(true, [january], moved(january.end ?? '', ms)))).toEqual([
      'open',
      'closed',
    ]);
    const unset = Date.parse('2000-01-01T00:00:00Z');
    expect([-900, -1, 0].map((ms) => setInstant(new Date(unset + ms).toISOString()))).toEqual([
      null,
      null,
      '2000-01-01T00:00:00.000Z',
    ]);
  });

  it('without an end closes at the nearest of the later starts, in whatever order they come', () => {
    const july = window('2026-07-01', null);
    for (const others of [
      [may, july],
      [july, may],
    ])
      expect(closesAt([endless, ...others, january], endless)).toBe(may.start);
    // One that starts with it does not end it.
    const twin = window('2026-03-01', '2026-03-05');
    expect(closesAt([endless, twin], endless)).toBe(null);
    expect(placeInTime([endless, twin], at('2026-03-03')).open).toBe(endless);
    expect(placeInTime([twin, endless], at('2026-03-03')).open).toBe(twin);
    expect(placeInTime([endless], at('2099-01-01')).open).toBe(endless);
  });

  it('takes the earliest of those to come and the latest of those that were, the first named of equal ones', () => {
    const days = ['2026-03-01', '2026-01-01', '2026-02-01'];
    const short = days.map((day) => window(day, `${day.slice(0, 7)}-10`));
    expect(placeInTime(short, at('2025-12-01')).next).toBe(short[1]);
    expect(placeInTime(short, at('2026-04-01')).past).toBe(short[0]);
    const twins = [window('2026-01-01', '2026-01-10'), window('2026-01-01', '2026-01-10')];
    expect(placeInTime(twins, at('2025-12-01')).next).toBe(twins[0]);
    expect(placeInTime(twins, at('2026-01-05')).open).toBe(twins[0]);
    expect(placeInTime(twins, at('2026-04-01')).past).toBe(twins[0]);
  });

  it('tells apart what lies half a second apart', () => {
    const from = Date.parse('2026-03-01T00:00:00Z');
    const iso = (ms: number) => new Date(from + ms).toISOString();
    const span = (startMs: number, endMs: number | null) => ({
      start: iso(startMs),
      end: endMs === null ? null : iso(endMs),
    });
    const now = new Date(from);
    expect(closesAt([span(0, null), span(500, null)], span(0, null))).toBe(iso(500));
    expect(closesAt([span(1_000, null), span(1_500, null)], span(0, null))).toBe(iso(1_000));
    const over = span(-500, -400);
    expect(placeInTime([over], now)).toEqual({ open: null, past: over, next: null });
    const [soon, sooner] = [span(1_000, 1_100), span(500, 600)];
    expect(placeInTime([soon, sooner], now).next).toBe(sooner);
    expect(placeInTime([sooner, soon], now).next).toBe(sooner);
    const [early, late] = [span(-1_500, 900), span(-1_000, 900)];
    expect(placeInTime([early, late], now).open).toBe(late);
    expect(placeInTime([span(-1_500, -1), span(-1_000, -1)], now).past).toEqual(span(-1_000, -1));
    // One that ends before it starts is never open: it is over as it begins.
    const torn = span(0, -1);
    expect([placeInTime([torn], new Date(from - 1)), placeInTime([torn], now)]).toEqual([
      { open: null, past: null, next: torn },
      { open: null, past: torn, next: null },
    ]);
  });

  it('says whether a call is open', () => {
    expect(
      ['2025-12-01', '2026-01-15', '2026-02-15', '2026-07-01'].map((day) => callState(true, all, at(day))),
    ).toEqual(['opening_soon', 'open', 'opening_soon', 'closed']);
    expect(callState(false, all, at('2026-01-15'))).toBe('closed');
  });
});

describe('the time of an assignment', () => {
  const first: StepCutoff = { id: 1, ...window('2026-01-01', '2026-02-01'), timeframe: null };
  const second: StepCutoff = {
    id: 2,
    ...window('2026-03-01', '2026-04-01'),
    timeframe: window('2026-03-10', '2026-03-20'),
  };
  const cutoffs = [first, second];
  const draft = { status: 'draft', deadline: null, isFirst: true } as const;

  it('follows the call while it is a draft, and stays where it was submitted', () => {
    expect(activeCutoff(cutoffs, 1, true, at('2026-03-05'))).toBe(second);
    expect(activeCutoff(cutoffs, 1, true, at('2026-02-15'))).toBe(second);
    expect(activeCutoff(cutoffs, 1, true, at('2026-05-01'))).toBe(second);
    expect(activeCutoff(cutoffs, 1, false, at('2026-03-05'))).toBe(first);
    expect(activeCutoff([], null, true, at('2026-03-05'))).toBe(null);
  });

  it('goes by the cut-off in the first step alone: a later one has its own timeframe, or none', () => {
    const later = { ...draft, isFirst: false };
    const none = { start: null, deadline: null };
    expect(assignmentTime(cutoffs, later, 1, at('2026-01-15'))).toEqual({ cutoffId: 1, ...none });
    // It belongs to the cut-off in which the application was submitted, whatever the call does since.
    expect(assignmentTime(cutoffs, later, 1, at('2026-03-15'))).toEqual({ cutoffId: 1, ...none });
    expect(assignmentTime(cutoffs, { ...later, status: 'accepted' }, 2, at('2026-01-15'))).toEqual({
      cutoffId: 2,
      start: second.timeframe?.start,
      deadline: second.timeframe?.end,
    });
    const own = '2026-02-10T00:00:00Z';
    expect(assignmentTime(cutoffs, { ...later, deadline: own }, 1, at('2026-01-15'))).toEqual({
      cutoffId: 1,
      start: null,
      deadline: own,
    });
    // An endless timeframe ends where the next one of the same step begins, not where a cut-off does.
    const endless = { ...first, timeframe: window('2026-01-10', null) };
    const only = { ...second, timeframe: null };
    expect(assignmentTime([endless, only], later, 1, at('2026-01-15')).deadline).toBe(null);
    expect(assignmentTime([endless, second], later, 1, at('2026-01-15')).deadline).toBe(
      second.timeframe?.start,
    );
  });

  it('has the timeframe of its step, else of the cut-off, and its own deadline before all', () => {
    expect(assignmentTime(cutoffs, draft, 1, at('2026-01-15'))).toEqual({
      cutoffId: 1,
      start: first.start,
      deadline: first.end,
    });
    expect(assignmentTime(cutoffs, draft, 1, at('2026-03-05'))).toEqual({
      cutoffId: 2,
      start: second.timeframe?.start,
      deadline: second.timeframe?.end,
    });
    const own = { ...draft, deadline: '2026-02-10T00:00:00Z' };
    expect(assignmentTime(cutoffs, own, 1, at('2026-03-05'))).toEqual({
      cutoffId: 1,
      start: first.start,
      deadline: own.deadline,
    });
    const unset = {
      ...draft,
      status: 'changes_requested',
      deadline: '0001-01-01T00:00:00Z',
    } as const;
    expect(assignmentTime(cutoffs, unset, 1, at('2026-03-05'))).toEqual({
      cutoffId: 1,
      start: null,
      deadline: null,
    });
  });
});

it('warns of a draft after nine months and lets it go after twelve', () => {
  const untouched = (createdAt: string) => draftExpiresAt({ createdAt, changedAt: createdAt });
  expect(untouched('2026-02-10T12:00:00Z')).toBe('2027-02-10T12:00:00.000Z');
  expect(untouched('2028-02-29T12:00:00Z')).toBe('2029-02-28T12:00:00.000Z');
  expect(draftExpiresSoon('2026-05-31T12:00:00Z', new Date('2027-02-28T11:59:59Z'))).toBe(false);
  expect(draftExpiresSoon('2026-05-31T12:00:00Z', new Date('2027-02-28T12:00:00Z'))).toBe(true);
});

it('knows the day and the clock of a time zone, over the change of the clocks too', () => {
  const clock = (at: string) => createTranslator('en').translate({ at, timeZone: 'Europe/Brussels' });
  expect(plainDate('2026-03-28T23:30:00Z', 'Europe/Brussels')).toBe('2026-03-29');
  expect(plainDate(new Date('2026-11-21T12:00:00Z'), 'Pacific/Auckland')).toBe('2026-11-22');
  expect(clock('2026-03-29T00:59:00Z')).toBe('29-03-2026 01:59');
  expect(clock('2026-03-29T01:00:00Z')).toBe('29-03-2026 03:00');
  expect(clock('2026-01-01T23:00:00Z')).toBe('02-01-2026 00:00');
  expect(clock('2026-01-01T22:59:59.999Z')).toBe('01-01-2026 23:59');
  expect(plainDate('0999-06-01T00:00:00Z', 'UTC')).toBe('0999-06-01');
});
