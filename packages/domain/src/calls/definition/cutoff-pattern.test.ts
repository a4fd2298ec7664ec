import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAndHourOf } from '../../deadlines/wall-clock.ts';
import { mostCutoffs } from './call-definition.ts';
import { applyChanges } from './change.ts';
import {
  type CutoffPattern,
  changesOfNewCutoffs,
  changesOfTimeframe,
  movedTimeframes,
  planCutoffs,
} from './cutoff-pattern.ts';
import { smallCall } from './testing/small-call.ts';

const pattern: CutoffPattern = {
  months: 6,
  on: { day: 10 },
  hour: '10:00',
  from: '2027-01-01',
  to: '2027-12-31',
  openDays: null,
};

/** The cut-offs of a pattern as texts, or the id of its refusal. */
function planned(changed: Partial<CutoffPattern>, call = smallCall()) {
  const plan = planCutoffs(call, { ...pattern, ...changed });
  return plan.ok
    ? plan.cutoffs.map(({ start, end, showing }) => [start, end, ...(showing === 'once' ? [] : [showing])])
    : plan.message.id.replace('setup.cutoffs.pattern.', '');
}
const ends = (changed: Partial<CutoffPattern>) => {
  const plan = planned({ openDays: 30, ...changed });
  return typeof plan === 'string' ? plan : plan.map(([, end]) => end);
};

describe('cut-offs from a pattern', () => {
  it('follow each other, the first one after the last that the call has', () => {
    expect(planned({ on: { day: 10 } })).toEqual([
      ['2026-10-10T08:00:00.000Z', '2027-01-10T09:00:00.000Z'],
      ['2027-01-10T09:00:00.000Z', '2027-07-10T08:00:00.000Z'],
    ]);
  });

  it('begin so many days before they end, at the same hour', () => {
    expect(planned({ openDays: 30, from: '2027-04-01', to: '2027-04-30' })).toEqual([
      ['2027-03-11T09:00:00.000Z', '2027-04-10T08:00:00.000Z'],
    ]);
  });

  it('are on a day of the month, or its last one', () => {
    expect(ends({ months: 1, on: { day: 31 }, to: '2027-04-30' })).toEqual([
      '2027-01-31T09:00:00.000Z',
      '2027-02-28T09:00:00.000Z',
      '2027-03-31T08:00:00.000Z',
      '2027-04-30T08:00:00.000Z',
    ]);
  });

  it('are on a weekday of the month', () => {
    expect(ends({ months: 3, on: { weekday: 5, nth: 1 } })).toEqual([
      '2027-01-01T09:00:00.000Z',
      '2027-04-02T08:00:00.000Z',
      '2027-07-02T08:00:00.000Z',
      '2027-10-01T08:00:00.000Z',
    ]);
    expect(ends({ months: 12, on: { weekday: 3, nth: -1 } })).toEqual(['2027-01-27T09:00:00.000Z']);
  });

  it('count their months from the first one', () => {
    expect(ends({ months: 6, from: '2027-01-15', on: { day: 10 } })).toEqual([
      '2027-02-10T09:00:00.000Z',
      '2027-08-10T08:00:00.000Z',
    ]);
  });

  it('say whether the clock skips or repeats their hour', () => {
    const inNight = { hour: '02:30', openDays: 30, months: 12 };
    expect(planned({ ...inNight, from: '2027-03-28', to: '2027-03-28', on: { day: 28 } })).toEqual([
      ['2027-02-26T01:30:00.000Z', '2027-03-28T01:30:00.000Z', 'never'],
    ]);
    expect(planned({ ...inNight, from: '2027-10-31', to: '2027-10-31', on: { day: 31 } })).toEqual([
      ['2027-10-01T00:30:00.000Z', '2027-10-31T01:30:00.000Z', 'twice'],
    ]);
  });

  it('leave out the ends that the call has', () => {
    expect(planned({ from: '2026-10-01', to: '2027-04-30' })).toEqual([
      ['2026-10-10T08:00:00.000Z', '2027-04-10T08:00:00.000Z'],
    ]);
  });

  it('are refused if there are none, too many, or one without a start', () => {
    expect(planned({ to: '2026-12-31' })).toBe('none');
    expect(planned({ months: 1, to: '2051-12-31' })).toBe('tooMany');
    expect(planned({ months: 1, to: '9999-12-31' })).toBe('tooMany');
    expect(planned({}, { ...smallCall(), cutoffs: [] })).toBe('noStart');
    expect(planned({ openDays: 10 }, { ...smallCall(), cutoffs: [] })).toHaveLength(2);
  });

  it('end within their days, in order, and at their hour', () => {
    const on = fc.oneof(
      fc.record({ day: fc.integer({ min: 1, max: 31 }) }),
      fc.record({
        weekday: fc.integer({ min: 1, max: 7 }),
        nth: fc.constantFrom<1 | 2 | 3 | 4 | -1>(1, 2, 3, 4, -1),
      }),
    );
    const chosen = fc.record({
      months: fc.integer({ min: 1, max: 24 }),
      on,
      years: fc.nat({ max: 6 }),
      hour: fc.constantFrom('00:00', '02:30', '17:00'),
    });
    fc.assert(
      fc.property(chosen, ({ months, on, years, hour }) => {
        const call = { ...smallCall(), cutoffs: [] };
        const to = `${2027 + years}-06-30`;
        const plan = planCutoffs(call, { ...pattern, months, on, to, hour, openDays: 20 });
        if (!plan.ok) throw new Error(plan.message.id);
        const days = plan.cutoffs.map(({ end }) => dayAndHourOf(end, call.timeZone));
        expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
        for (const [nth, { showing }] of plan.cutoffs.entries()) {
          const shown = days[nth];
          expect(shown && shown.day >= '2027-01-01' && shown.day <= to).toBe(true);
          if (showing !== 'never') expect(shown?.hour).toBe(hour);
          if ('weekday' in on) expect(new Date(`${shown?.day}T12:00Z`).getUTCDay()).toBe(on.weekday % 7);
        }
      }),
    );
  });
});

it('moves timeframes by days at the same hour of the clock', () => {
  const frames = [
    { id: 'CHECK', start: '2027-03-20T16:00:00.000Z', end: null },
    { id: 'REVIEW', start: '2027-03-27T22:59:59.000Z', end: '2027-04-20T15:00:00.000Z' },
  ];
  expect(movedTimeframes(frames, 10, 'Europe/Luxembourg')).toEqual([
    { id: 'CHECK', start: '2027-03-30T15:00:00.000Z', end: null },
    { id: 'REVIEW', start: '2027-04-06T21:59:59.000Z', end: '2027-04-30T15:00:00.000Z' },
  ]);
});

it('adds cut-offs in the order of their starts, after a model', () => {
  const call = smallCall();
  const ids = ['new1', 'new2'];
  const changes = changesOfNewCutoffs(
    call,
    [
      { start: '2026-02-10T09:00:00.000Z', end: '2026-05-10T08:00:00.000Z' },
      { start: '2027-01-10T09:00:00.000Z', end: null },
    ],
    { model: call.cutoffs[0], newId: () => ids.shift() ?? '' },
  );
  const applied = applyChanges(call, changes);
  if (!applied.ok) throw new Error(applied.reason);
  expect(applied.definition.cutoffs.map(({ id }) => id)).toEqual(['1', 'new1', '2', 'new2']);
  expect(applied.definition.cutoffs[1]).toEqual({
    ...call.cutoffs[0],
    id: 'new1',
    start: '2026-02-10T09:00:00.000Z',
    end: '2026-05-10T08:00:00.000Z',
    timeframes: [{ id: 'CHECK', start: '2026-05-10T09:00:00.000Z', end: '2026-05-20T16:00:00.000Z' }],
  });
  expect(mostCutoffs).toBeLessThan(300);
});

it('sets, adds and removes the timeframe of a step', () => {
  const call = smallCall();
  const [cutoff] = call.cutoffs;
  if (cutoff === undefined) throw new Error('a call without cut-offs');
  const [was] = cutoff.timeframes;
  const frames = (step: string, frame: Parameters<typeof changesOfTimeframe>[2]) => {
    const applied = applyChanges(call, changesOfTimeframe(cutoff, step, frame));
    if (!applied.ok) throw new Error(applied.reason);
    return applied.definition.cutoffs[0]?.timeframes;
  };
  const later = { start: '2026-05-01T08:00:00.000Z', end: null };
  expect(frames('CHECK', later)).toEqual([{ id: 'CHECK', ...later }]);
  expect(frames('REVIEW', later)).toEqual([was, { id: 'REVIEW', ...later }]);
  expect(frames('CHECK', null)).toEqual([]);
  expect(changesOfTimeframe(cutoff, 'REVIEW', null)).toEqual([]);
  expect(was && changesOfTimeframe(cutoff, 'CHECK', was)).toEqual([]);
});
