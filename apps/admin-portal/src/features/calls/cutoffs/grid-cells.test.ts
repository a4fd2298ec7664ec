import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import { describe, expect, it } from 'vitest';
import { cellAt, rowsOf } from './grid-cells.ts';

const partitions = [
  { id: 'north-cpu', name: 'North CPU', centre: 'North' },
  { id: 'south', name: 'South', centre: 'South' },
];
type Call = ReturnType<typeof smallCall>;
type Findings = Parameters<typeof rowsOf>[0]['findings'];

const south = { id: 'south', disabled: false, min: null, max: null, fixed: null, pool: '7' };

/** The small call after a change of its first cut-off, compared with what it was. */
function cells(change: (amounts: Call['cutoffs'][number]['amounts']) => object[], findings: Findings = []) {
  const live = smallCall();
  const definition = {
    ...live,
    cutoffs: live.cutoffs.map((cutoff, nth) =>
      nth === 0 ? { ...cutoff, amounts: change(cutoff.amounts) } : cutoff,
    ),
  } as Call;
  return rowsOf({ partitions, cutoffs: definition.cutoffs, definition, live, findings }).map((row) =>
    row.cells.map(({ limit, state, value, was, severity }) => ({
      what: limit ?? state,
      value,
      ...(was === undefined ? {} : { was }),
      ...(severity === undefined ? {} : { severity }),
    })),
  );
}

const unchanged = [
  { what: 'pool', value: '5000' },
  { what: 'min', value: '10' },
  { what: 'max', value: '100' },
  { what: 'fixed', value: null },
];

describe('the cells of the grid', () => {
  it('are the amounts of each cut-off, or one for a partition that it does not offer', () => {
    expect(cells((amounts) => amounts)).toEqual([
      [...unchanged, ...unchanged],
      [
        { what: 'not_offered', value: null },
        { what: 'not_offered', value: null },
      ],
    ]);
  });

  it('say what was live', () => {
    const [north] = cells((amounts) => amounts.map((one) => ({ ...one, max: '120', fixed: '3', min: null })));
    expect(north?.slice(0, 4)).toEqual([
      { what: 'pool', value: '5000' },
      { what: 'min', value: null, was: '10' },
      { what: 'max', value: '120', was: '100' },
      { what: 'fixed', value: '3', was: null },
    ]);
  });

  it('have a mark if a partition is closed, removed or added', () => {
    const [closed] = cells((amounts) => amounts.map((one) => ({ ...one, disabled: true })));
    expect(closed?.[0]).toEqual({ what: 'closed', value: null, was: null });
    const [removed, added] = cells(() => [south]);
    expect(removed?.[0]).toEqual({ what: 'not_offered', value: null, was: null });
    expect(added?.slice(0, 2)).toEqual([
      { what: 'pool', value: '7', was: null },
      { what: 'min', value: null },
    ]);
  });

  it('have no mark at a cut-off that is new, or in a call that was never live', () => {
    const live = smallCall();
    const fresh = { ...live.cutoffs[0], id: 'new' } as Call['cutoffs'][number];
    const shown = { partitions, cutoffs: [fresh], definition: { ...live, cutoffs: [fresh] }, findings: [] };
    for (const compared of [live, null])
      expect(rowsOf({ ...shown, live: compared }).flatMap((row) => row.cells.map(({ was }) => was))).toEqual(
        Array(5).fill(undefined),
      );
  });

  it('have the worst finding of their place or of their partition', () => {
    const finding = (severity: 'error' | 'warning', ...at: string[]) => ({
      rule: 'amountOrder' as const,
      severity,
      at: [['cutoffs', '1', 'amounts', ...at]],
      text: '',
    });
    const [north] = cells(
      (amounts) => amounts,
      [
        finding('error', 'north-cpu', 'max'),
        finding('warning', 'north-cpu', 'max'),
        finding('warning', 'north-cpu'),
      ],
    );
    expect(north?.slice(0, 4).map(({ severity }) => severity)).toEqual([
      'warning',
      'warning',
      'error',
      'warning',
    ]);
    expect(north?.slice(4).every(({ severity }) => severity === undefined)).toBe(true);
  });

  it('are found by any of their columns', () => {
    const live = smallCall();
    const [, row] = rowsOf({ partitions, cutoffs: live.cutoffs, definition: live, live, findings: [] });
    expect(row && [0, 3, 4, 7, 8].map((column) => cellAt(row, column)?.first)).toEqual([
      0,
      0,
      4,
      4,
      undefined,
    ]);
  });
});
