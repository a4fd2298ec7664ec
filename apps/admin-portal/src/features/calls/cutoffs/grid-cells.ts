import {
  type AmountGrid,
  type AmountLimit,
  amountLimits,
  amountsAt,
} from '@clearcall/domain/calls/definition/amount-grid.ts';
import type {
  AmountsDefinition,
  CallDefinition,
  CutoffDefinition,
} from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Severity } from '@clearcall/domain/calls/definition/finding.ts';
import { idOfPlace } from '../../../parts/calls/call-places.ts';
import type { CallEditing } from '../editing/call-editing.tsx';

type Findings = CallEditing['findings'];

/** One cell of the grid: an amount, or all columns of a cut-off that has none of the partition. */
export interface GridCell {
  /** By which links to places find it. */
  id: string;
  /** First and last column. */
  first: number;
  last: number;
  cutoff: string;
  limit: AmountLimit | null;
  state: 'amount' | 'closed' | 'not_offered';
  value: string | null;
  /** The live amount; undefined if the live call has the same. */
  was: string | null | undefined;
  severity: Severity | undefined;
}

export type GridRow = AmountGrid['rows'][number] & { centre: string; cells: readonly GridCell[] };

export const cellAt = ({ cells }: Pick<GridRow, 'cells'>, column: number): GridCell | undefined =>
  cells.find(({ first, last }) => first <= column && column <= last);

/** Places of amounts with the worst that was found there. */
function severities(findings: Findings): Map<string, Severity> {
  const worst = new Map<string, Severity>();
  for (const { at, severity } of findings)
    for (const address of at) {
      const key = address.join('\n');
      if (worst.get(key) !== 'error') worst.set(key, severity);
    }
  return worst;
}

interface Shown {
  partitions: readonly { id: string; name: string; centre: string }[];
  /** The cut-offs that have columns. */
  cutoffs: readonly CutoffDefinition[];
  definition: CallDefinition;
  /** Null if nothing is marked as changed. */
  live: CallDefinition | null;
  findings: Findings;
}

/** The rows of the grid. */
export function rowsOf({ partitions, cutoffs, definition, live, findings }: Shown): GridRow[] {
  const found = severities(findings);
  const liveCutoffs = new Set(live?.cutoffs.map(({ id }) => id));
  return partitions.map((partition) => ({
    ...partition,
    cells: cutoffs.flatMap((cutoff, nth) => {
      const isLive = liveCutoffs.has(cutoff.id);
      return cellsOf({
        cutoff: cutoff.id,
        partition: partition.id,
        begin: nth * amountLimits.length,
        now: amountsAt(definition, cutoff.id, partition.id),
        was: live !== null && isLive ? (amountsAt(live, cutoff.id, partition.id) ?? null) : undefined,
        found,
      });
    }),
  }));
}

/** Cells of a partition at a cut-off. `was` is null if the live call does not offer it, and undefined without one. */
function cellsOf(props: {
  cutoff: string;
  partition: string;
  begin: number;
  now: AmountsDefinition | undefined;
  was: AmountsDefinition | null | undefined;
  found: ReadonlyMap<string, Severity>;
}): GridCell[] {
  const { cutoff, begin, now, was, found } = props;
  const at = ['cutoffs', cutoff, 'amounts', props.partition];
  const severity = found.get(at.join('\n'));
  if (now === undefined || now.disabled) {
    const state = now === undefined ? 'not_offered' : 'closed';
    const wasSo = was === undefined || (was === null ? now === undefined : now !== undefined && was.disabled);
    return [
      {
        id: idOfPlace(at),
        first: begin,
        last: begin + amountLimits.length - 1,
        cutoff,
        limit: null,
        state,
        value: null,
        was: wasSo ? undefined : null,
        severity,
      },
    ];
  }
  return amountLimits.map((limit, nth) => {
    const before = was === undefined ? undefined : was === null || was.disabled ? null : was[limit];
    const place = [...at, limit];
    return {
      id: idOfPlace(place),
      first: begin + nth,
      last: begin + nth,
      cutoff,
      limit,
      state: 'amount',
      value: now[limit],
      was: before === now[limit] ? undefined : before,
      severity: found.get(place.join('\n')) ?? severity,
    };
  });
}
