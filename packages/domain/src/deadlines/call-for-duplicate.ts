import { callState } from './call-state.ts';
import type { Window } from './windows.ts';

/** A call with the code of the original's call. */
export interface CallOfCode {
  id: number;
  year: number;
  number: number;
  published: boolean;
  cutoffs: Window[];
}

/**
 * Returns the call that takes a duplicate: the call of the original while it is open, otherwise the newest open call
 * with the same code. Null if none of them is open. Source: Requirements 2, 6.2.
 */
export function callForDuplicate(calls: readonly CallOfCode[], originalId: number, now: Date): number | null {
  const open = calls.filter(({ published, cutoffs }) => callState(published, cutoffs, now) === 'open');
  const [newest] = open.toSorted((one, other) => other.year - one.year || other.number - one.number);
  return open.find(({ id }) => id === originalId)?.id ?? newest?.id ?? null;
}
