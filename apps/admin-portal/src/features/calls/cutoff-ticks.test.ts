import { expect, test } from 'vitest';
import { cutoffsInWords, drawnCutoffs, listSpan, ticksOf } from './cutoff-ticks.ts';
import { monthScale } from './month-scale.ts';

const zone = 'Europe/Brussels';
const now = Date.parse('2026-09-03T10:00:00Z');
const scale = monthScale(...listSpan(now), zone);
const cutoff = (id: number, start: string, end: string | null) => ({
  id,
  start: `${start}:00.000Z`,
  end: end && `${end}:00.000Z`,
});
const call = (standing: 'open' | 'draft' | 'closed', ...cutoffs: ReturnType<typeof cutoff>[]) => ({
  standing,
  cutoffs,
});

test('months begin at midnight of the zone, over the end of summer time as well', () => {
  expect(scale.months.map(({ startMs }) => new Date(startMs).toISOString())).toEqual([
    '2026-08-31T22:00:00.000Z',
    '2026-09-30T22:00:00.000Z',
    '2026-10-31T23:00:00.000Z',
    '2026-11-30T23:00:00.000Z',
    '2026-12-31T23:00:00.000Z',
  ]);
  expect(scale.placeOf(now)).toBeCloseTo(10 / 132, 6);
  expect([scale.placeOf(now - 11 * 86_400_000), scale.within(now - 11 * 86_400_000)]).toEqual([null, 0]);
});

test('a tick within a day is the ochre one, one of a draft is planned, and those outside are not drawn', () => {
  const windows = [
    cutoff(1, '2026-01-01T09:00', '2026-02-01T09:00'),
    cutoff(2, '2026-03-01T09:00', '2026-09-01T09:00'),
    cutoff(3, '2026-09-01T09:00', '2026-09-04T09:59'),
    cutoff(4, '2026-09-05T09:00', '2026-12-01T09:00'),
    cutoff(5, '2027-03-05T09:00', '2027-12-01T09:00'),
  ];
  const kinds = (standing: 'open' | 'draft') =>
    ticksOf(call(standing, ...windows), scale, now).ticks.map(({ kind }) => kind);
  expect(kinds('open')).toEqual(['past', 'soon', 'plain']);
  expect(kinds('draft')).toEqual(['planned', 'planned', 'planned']);
  expect(cutoffsInWords(call('open', ...windows), now).ends).toEqual([
    '2026-09-04T09:59:00.000Z',
    '2026-12-01T09:00:00.000Z',
  ]);
});

test('a call without an end is dashed from its start on, one that is over has no line', () => {
  const always = call('open', cutoff(1, '2020-01-01T09:00', null));
  expect(ticksOf(always, scale, now)).toEqual({ line: { kind: 'dashed', from: 0 }, ticks: [] });
  expect(cutoffsInWords(always, now)).toEqual({ ends: [], isAlwaysOpen: true });
  // An end that is not set is the start of the next one.
  const next = call(
    'open',
    cutoff(1, '2026-09-01T09:00', null),
    cutoff(2, '2026-10-01T09:00', '2026-11-01T09:00'),
  );
  expect(ticksOf(next, scale, now)).toMatchObject({
    line: { kind: 'plain' },
    ticks: [{ end: '2026-10-01T09:00:00.000Z' }, { end: '2026-11-01T09:00:00.000Z' }],
  });
  const closed = call('closed', cutoff(1, '2025-01-01T09:00', '2025-02-01T09:00'));
  expect(ticksOf(closed, scale, now)).toEqual({ line: { kind: 'none' }, ticks: [] });
  expect(cutoffsInWords(closed, now)).toEqual({ ends: [], isAlwaysOpen: false });
});

test('the next cut-off is named even if the line ends before it', () => {
  const later = call('open', cutoff(1, '2026-09-01T09:00', '2027-06-01T09:00'));
  expect(ticksOf(later, scale, now).ticks).toEqual([]);
  expect(cutoffsInWords(later, now).ends).toEqual(['2027-06-01T09:00:00.000Z']);
});

test('a call that was never live shows the cut-offs of its draft', () => {
  const live = [cutoff(1, '2026-09-01T09:00', '2026-10-01T09:00')];
  const draft = [{ start: '2026-11-01T09:00:00.000Z', end: null }];
  const drawn = (version: number | null, cutoffs: typeof live, draftCutoffs = draft) =>
    drawnCutoffs({ version, cutoffs, draftCutoffs });
  expect(drawn(null, [])).toEqual(draft);
  expect(drawn(1, live, [])).toEqual(live);
  // A world may hold a call without a form.
  expect(drawn(null, live, [])).toEqual(live);
});
