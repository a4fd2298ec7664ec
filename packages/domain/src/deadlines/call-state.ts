import { placeInTime, type Window } from './windows.ts';

export type CallState = 'open' | 'opening_soon' | 'closed';

/**
 * Whether one can apply: published and one of the cut-offs is open; opening soon when one is still to come. Source:
 * Requirements 1, 4.1 and 10.49.
 */
export function callState(published: boolean, cutoffs: readonly Window[], now: Date): CallState {
  if (!published) return 'closed';
  const { open, next } = placeInTime(cutoffs, now);
  if (open !== null) return 'open';
  return next === null ? 'closed' : 'opening_soon';
}
