import type { PublishedCall } from '@clearcall/domain/calls/call.ts';

/** What a reader knows of a project; null where it is not known yet. */
export interface ProjectNeeds {
  track: string | null;
  /** In the unit of the call: node, GPU or QPU hours. */
  amount: number | null;
  months: number | null;
}

type Candidate = Pick<PublishedCall, 'amounts' | 'facts' | 'state' | 'unit'>;

/** The longest time that a call gives, read from words such as '3, 6 or 12 months'; null when they name none. */
export function longestMonths(duration: string | undefined): number | null {
  const numbers = (duration ?? '').match(/\d+/g)?.map(Number) ?? [];
  return numbers.length === 0 ? null : Math.max(...numbers);
}

/** What speaks against a call. */
export type Misfit = 'otherWork' | 'givesLess' | 'asksMore' | 'endsEarlier';

/** Why a call does not fit; nothing when it does. */
export function misfits(call: Candidate, needs: ProjectNeeds): Misfit[] {
  const reasons: Misfit[] = [];
  const { min, max } = call.amounts;
  if (needs.track !== null && call.facts.track !== undefined && call.facts.track !== needs.track) {
    reasons.push('otherWork');
  }
  if (needs.amount !== null) {
    if (max !== null && needs.amount > Number(max)) reasons.push('givesLess');
    if (min !== null && needs.amount < Number(min) && !call.amounts.fixed) reasons.push('asksMore');
  }
  const longest = longestMonths(call.facts.duration);
  if (needs.months !== null && longest !== null && needs.months > longest) reasons.push('endsEarlier');
  return reasons;
}

/** Calls that one can apply to now or soon, those that fit first, then those that miss by one thing. */
export function sortByFit<C extends Candidate>(
  calls: readonly C[],
  needs: ProjectNeeds,
): { call: C; reasons: Misfit[] }[] {
  return calls
    .filter(({ state }) => state !== 'closed')
    .map((call) => ({ call, reasons: misfits(call, needs) }))
    .filter(({ reasons }) => reasons.length < 2)
    .sort((one, other) => one.reasons.length - other.reasons.length);
}
