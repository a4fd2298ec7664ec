import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { afterAll, expect, test } from 'vitest';
import { layOutAxis, monthStartsFrom } from './cutoff-axis-layout.ts';

// Other tests of the same process read the language of the page too.
afterAll(() => startTexts([], 'en'));

const day = 86_400_000;
const start = Date.UTC(2026, 8, 1);
const monthStarts = [0, 30, 61, 91, 122].map((days) => start + days * day);
const call = (code: string, track: string, days: (number | null)[]) => ({
  code,
  title: `Call ${code}`,
  facts: { track },
  state: 'open' as const,
  cutoffs: days.map((end, id) => ({
    id,
    start: new Date(start).toISOString(),
    end: end === null ? null : new Date(start + end * day).toISOString(),
  })),
});

test('puts what is to come on two lanes, to scale', () => {
  const axis = layOutAxis(
    [
      call('REG', 'Classic', [3]),
      call('AIF-LS', 'AI Factory', [1, 14, 200]),
      call('AIF-SC', 'AI Factory', [61, null]),
    ],
    monthStarts,
    start + 2 * day,
    1_100,
  );
  expect(
    axis.lanes.map(({ tracks, marks }) => [
      tracks.join(' and '),
      marks.map(({ label, at, next }) => [label, at, next]),
    ]),
  ).toEqual([
    [
      'AI Factory',
      [
        ['LS', 14 / 122, false],
        ['SC', 0.5, false],
      ],
    ],
    ['Classic', [['REG', 3 / 122, true]]],
  ]);
  expect(axis.todayAt).toBe(2 / 122);
  expect(axis.months.map(({ at }) => at)).toEqual([0, 30 / 122, 0.5, 91 / 122]);
});

test('cut-offs of one moment share a tick, those close by a label', () => {
  const axis = layOutAxis(
    [call('BEN', 'Classic', [30]), call('DEV', 'Classic', [30]), call('REG', 'Classic', [32])],
    monthStarts,
    start,
    1_100,
  );
  expect(axis.lanes).toHaveLength(1);
  const [first, second] = axis.lanes[0]?.marks ?? [];
  expect([first?.label, first?.meaning.map(({ code }) => code)]).toEqual(['BEN, DEV, REG', ['BEN', 'DEV']]);
  expect([second?.label, second?.meaning.map(({ code }) => code)]).toEqual(['', ['REG']]);
});

test.each([
  [1_300, ['BEN, DEV, QAP', 'BEN, DEV', 'EXT']],
  [900, ['BEN, DEV +1', 'BEN, DEV', 'EXT']],
  [600, ['BEN +2', 'BEN, DEV', 'EXT']],
  [200, ['BEN, DEV, QAP', '', 'EXT']],
  [100, ['BEN +3', '', '']],
])('no label reaches the next one or runs over the end, on a line of %i px', (linePx, labels) => {
  const axis = layOutAxis(
    [
      call('BEN', 'Classic', [30, 45]),
      call('DEV', 'Classic', [30, 45]),
      call('QAP', 'Classic', [30]),
      call('EXT', 'Classic', [105]),
    ],
    monthStarts,
    start,
    linePx,
  );
  expect(axis.lanes[0]?.marks.map(({ label }) => label)).toEqual(labels);
});

test('without calls there is a line and nothing on it', () => {
  expect(layOutAxis([], monthStarts, start, 1_100).lanes).toEqual([{ tracks: [], marks: [] }]);
});

afterAll(() => startTexts([], 'en'));

test.each(['en', 'de', 'fr'] as const)(
  'months begin by the clock of a zone, whatever the language: %s',
  async (language) => {
    await startTexts([], language);
    const from = (now: string, zone: string) =>
      monthStartsFrom(Date.parse(now), zone).map((ms) => new Date(ms).toISOString());
    expect(from('2026-10-31T23:30:00Z', 'Europe/Luxembourg')).toEqual([
      '2026-10-31T23:00:00.000Z',
      '2026-11-30T23:00:00.000Z',
      '2026-12-31T23:00:00.000Z',
      '2027-01-31T23:00:00.000Z',
      '2027-02-28T23:00:00.000Z',
    ]);
    expect(from('2026-06-01T03:00:00Z', 'America/New_York').slice(0, 2)).toEqual([
      '2026-05-01T04:00:00.000Z',
      '2026-06-01T04:00:00.000Z',
    ]);
  },
);
