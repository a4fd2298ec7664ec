import { expect, test } from 'vitest';
import { layOutTimeframes, timesOf } from './timeframes-layout.ts';

const step = (id: string) => ({ id, title: id, ownerRole: 'applicant', assignedBy: [] });
const day = (text: string) => `${text}T00:00:00.000Z`;
const cutoff = (id: string, start: string, end: string | null, review: [string, string | null] | null) => ({
  id,
  start: day(start),
  end: end && day(end),
  amounts: [],
  timeframes:
    review === null ? [] : [{ id: 'review', start: day(review[0]), end: review[1] && day(review[1]) }],
});

test('the first step has the time of the cut-off, another one without a timeframe has none', () => {
  const first = cutoff('1', '2026-06-15', '2026-09-04', ['2026-09-05', '2026-10-01']);
  const steps = [step('form'), step('review'), step('later')];
  expect(timesOf(steps, { cutoffs: [first] }, first)).toEqual([
    { id: 'form', start: day('2026-06-15'), end: day('2026-09-04') },
    { id: 'review', start: day('2026-09-05'), end: day('2026-10-01') },
    { id: 'later', start: null, end: null },
  ]);
});

test('a timeframe without an end lasts until that of the next cut-off begins', () => {
  const first = cutoff('1', '2026-06-15', null, ['2026-09-05', null]);
  const second = cutoff('2', '2026-09-15', '2026-12-01', ['2026-12-05', null]);
  const steps = [step('form'), step('review')];
  const call = { cutoffs: [first, second] };
  expect(timesOf(steps, call, first)).toEqual([
    { id: 'form', start: day('2026-06-15'), end: day('2026-09-15') },
    { id: 'review', start: day('2026-09-05'), end: day('2026-12-05') },
  ]);
  expect(timesOf(steps, call, second)[1]).toEqual({ id: 'review', start: day('2026-12-05'), end: null });
});

test('bars are to scale, and a long first step is cut at the left', () => {
  const layout = layOutTimeframes(
    [
      { id: 'form', start: day('2026-01-01'), end: day('2026-09-04') },
      { id: 'review', start: day('2026-09-04'), end: day('2026-10-04') },
      { id: 'later', start: null, end: null },
    ],
    'UTC',
    Date.parse(day('2026-12-01')),
  );
  // From 5 August to 9 October: 65 days.
  expect(layout?.bars.get('form')).toEqual({ from: 0, to: 30 / 65 });
  expect(layout?.bars.get('review')).toEqual({ from: 30 / 65, to: 60 / 65 });
  expect(layout?.bars.has('later')).toBe(false);
  expect(layout?.scale.months.map(({ startMs }) => new Date(startMs).getUTCMonth() + 1)).toEqual([9, 10]);
  expect(layOutTimeframes([{ id: 'form', start: day('2026-01-01'), end: null }], 'UTC', 0)).toBeNull();
});

test('today is on the line of a running cut-off, also long before its end', () => {
  const place = (now: string, start = '2026-01-01') => {
    const nowMs = Date.parse(day(now));
    const times = [{ id: 'form', start: day(start), end: day('2026-09-04') }];
    const { scale } = layOutTimeframes(times, 'UTC', nowMs) ?? {};
    return scale?.placeOf(nowMs) ?? null;
  };
  expect(place('2026-06-15')).toBeCloseTo(5 / 91, 6);
  expect(place('2026-09-01')).toBeCloseTo(27 / 35, 6);
  // It begins later, or ends so late that its bar would be all that one sees.
  expect(place('2026-06-15', '2026-06-20')).toBeNull();
  expect(place('2026-04-01')).toBeNull();
});
