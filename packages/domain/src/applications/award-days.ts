import type { PartitionDecision } from './application.ts';

type Decision = Pick<PartitionDecision, 'outcome' | 'startsOn' | 'endsOn' | 'isReleased'>;

/** The first and the last day of the awards that were released, as far as they have days. */
export function awardDays(decisions: readonly Decision[]): {
  first: string | undefined;
  last: string | undefined;
} {
  const awarded = decisions.filter(
    ({ isReleased, outcome }) => isReleased && (outcome === 'awarded' || outcome === 'reduced'),
  );
  return {
    first: awarded.flatMap(({ startsOn }) => startsOn ?? []).toSorted()[0],
    last: awarded
      .flatMap(({ endsOn }) => endsOn ?? [])
      .toSorted()
      .at(-1),
  };
}

/** Where `day` is in the time of the released awards, with the day on which that changes; null if they have no days. */
export function awardPhase(
  decisions: readonly Decision[],
  day: string,
): { phase: 'before' | 'during'; day: string } | { phase: 'after' } | null {
  const { first, last } = awardDays(decisions);
  if (first === undefined || last === undefined) return null;
  if (day < first) return { phase: 'before', day: first };
  return day <= last ? { phase: 'during', day: last } : { phase: 'after' };
}
