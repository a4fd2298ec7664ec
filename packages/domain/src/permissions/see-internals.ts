import type { ApplicationStatus } from '../applications/statuses.ts';
import { disclosedTo, stanceWithoutConflict } from './stance.ts';
import type { Viewer } from './viewer.ts';

/** What of an application decides who sees what staff keep about it. */
export interface InternalFacts {
  ownerId: number;
  status: ApplicationStatus;
  /** The viewer has a conflict of interest with it. */
  conflicted: boolean;
}

/**
 * Whether a viewer may see what staff keep about an application: their notes and the log of its events. Staff alone;
 * nobody of them about the own application or one with which there is a conflict of interest, and not while it is a
 * draft, which is its owner's alone. Source: Requirements 2b, 1.2 and 2.3.
 */
export function seesInternals(viewer: Viewer, { ownerId, status, conflicted }: InternalFacts): boolean {
  const stance = conflicted ? 'conflicted' : stanceWithoutConflict(viewer, { ownerId });
  return status !== 'draft' && disclosedTo(stance, 'internals') === 'all';
}
