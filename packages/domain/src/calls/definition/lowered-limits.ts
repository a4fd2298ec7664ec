import { placeInTime } from '../../deadlines/windows.ts';
import { compareDecimals } from '../../forms/decimals.ts';
import { amountLimits } from '../../forms/elements/partition-resources.ts';
import type { Answer, Element, FormContext, Step } from '../../forms/types.ts';
import { askedAmounts, askingElements } from '../../workflow/asked-amounts.ts';
import type { AmountsDefinition, CallDefinition } from './call-definition.ts';

/** A partition of which one application may ask for less than before. */
export interface LoweredLimit {
  cutoff: string;
  partition: string;
  /** The most that one application may ask for: the limit, or the pool if that is less. */
  limit: string;
}

const isLess = (one: string, other: string | null): boolean =>
  other === null || (compareDecimals(one, other) ?? 0) < 0;

function mostOf({ max, pool }: AmountsDefinition): string | null {
  return pool !== null && isLess(pool, max) ? pool : max;
}

/**
 * Returns the limits that a publication lowers for drafts of applications: at the cut-off for which all of them count, which
 * is the open one, else the next. Amounts that are fixed, and partitions that are not offered, are no limits.
 */
export function loweredLimits(live: CallDefinition, draft: CallDefinition, now: Date): LoweredLimit[] {
  const { open, next } = placeInTime(draft.cutoffs, now);
  const cutoff = open ?? next;
  const before = live.cutoffs.find(({ id }) => id === cutoff?.id)?.amounts ?? [];
  return (cutoff?.amounts ?? []).flatMap((amounts): LoweredLimit[] => {
    const was = before.find(({ id }) => id === amounts.id);
    const limit = mostOf(amounts);
    if (cutoff === null || was === undefined || limit === null || amounts.fixed !== null || amounts.disabled)
      return [];
    return isLess(limit, mostOf(was)) ? [{ cutoff: cutoff.id, partition: amounts.id, limit }] : [];
  });
}

/** A draft of an application: the first step of its version of the flow, and the answers of that step. */
export interface DraftApplication {
  step: Step;
  answers: readonly Answer[];
}

/**
 * Counts by partition the drafts that ask for more than a lowered limit. `units` are those of the partitions: a pool is no
 * limit for an amount in another unit.
 */
export function draftsAbove(
  lowered: readonly LoweredLimit[],
  { cutoffs }: Pick<CallDefinition, 'cutoffs'>,
  { drafts, units }: { drafts: readonly DraftApplication[]; units: Readonly<Record<string, string>> },
): Record<string, number> {
  const counts: Record<string, number> = {};
  const steps = new Set(drafts.map(({ step }) => step));
  const amounts = new Map([...steps].map((step) => [step, askingElements(step).amounts]));
  const tests = lowered.flatMap(({ cutoff, partition }) => {
    const known = cutoffs.find(({ id }) => id === cutoff)?.amounts.find(({ id }) => id === partition);
    return known === undefined ? [] : [{ ...known, name: '', kind: '', unit: units[partition] ?? '' }];
  });
  for (const { step, answers } of drafts)
    for (const partition of tests) {
      const isAbove = (amounts.get(step) ?? []).some((one) => {
        const element = elementOf(step, one.element);
        const max = element === undefined ? null : amountLimits(element, partition, noContext).max;
        return askedAmounts({ partitions: [], amounts: [one] }, answers).some(
          ({ partitionId, amount }) =>
            partitionId === partition.id && amount !== null && max !== null && isLess(max, amount),
        );
      });
      if (isAbove) counts[partition.id] = (counts[partition.id] ?? 0) + 1;
    }
  return counts;
}

function elementOf(step: Step, id: string): Element | undefined {
  return step.forms
    .flatMap(({ elements }) => elements.flatMap((element) => [element, ...(element.children ?? [])]))
    .find((element) => element.id === id);
}

/** Limits of amounts are no computed dates. */
const noContext: FormContext = {
  today: '',
  callCode: '',
  cutoff: null,
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [],
};
