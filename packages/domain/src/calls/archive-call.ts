import type { PublishedCall } from './call.ts';

/** States of a call in the administration, in the order of its list. */
export const callStanding = ['open', 'opening_soon', 'draft', 'closed', 'archived'] as const;
export type CallStanding = (typeof callStanding)[number];

/** Facts of a call that decide about archiving and deleting it. */
export interface ArchivableCall {
  published: boolean;
  archived: boolean;
  /** State for visitors by the cut-offs, as `callState` returns it. */
  state: PublishedCall['state'];
}

/** Returns the state of a call as administrators see it: unpublished calls are drafts. */
export function callStandingOf({ published, archived, state }: ArchivableCall): CallStanding {
  if (archived) return 'archived';
  return published ? state : 'draft';
}

/**
 * Returns why a call may not be archived, or null if it may. A call that is open or opens later stays visible: applicants
 * have drafts in it or wait for it.
 */
export function whyNotArchive(call: ArchivableCall): 'call_open' | null {
  const standing = callStandingOf(call);
  return standing === 'open' || standing === 'opening_soon' ? 'call_open' : null;
}

/**
 * Returns why a call may not be deleted, or null if it may. `drawn` is the number of application ids that were drawn for
 * it: an application that was deleted has used the call as well.
 */
export function whyNotDelete({ drawn }: { drawn: number }): 'call_used' | null {
  return drawn > 0 ? 'call_used' : null;
}
