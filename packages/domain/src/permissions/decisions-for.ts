import type { Application, PartitionDecision } from '../applications/application.ts';
import { decidingOf, elementMeaning } from '../forms/decisions.ts';
import type { Flow } from '../forms/types.ts';
import type { ApplicationSnapshot } from './application-snapshot.ts';
import { disclosedMoment } from './disclosed-times.ts';
import { disclosed, type Relation } from './disclosure.ts';
import type { ProjectedWork } from './project-assignment.ts';
import { newestOf, type ReadableApplication, type Reading } from './read-assignment.ts';
import { type Stance, stanceWithoutConflict } from './stance.ts';
import { audienceOf, rulesForHandedIn } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** An application with the status that releases gave it, for people who learn nothing else of it any more. */
export function asReleased(snapshot: ApplicationSnapshot): ApplicationSnapshot {
  const told = newestOf(snapshot.decisions.filter(({ isReleased }) => isReleased));
  const isAwarded = told.some(({ outcome }) => outcome === 'awarded' || outcome === 'reduced');
  const isRejected = told.length > 0 && told.every(({ outcome }) => outcome === 'rejected');
  const status = isAwarded ? 'approved' : isRejected ? 'rejected' : 'submitted';
  return { ...snapshot, status, awardDeclinedAt: null };
}

/**
 * Returns the newest decision about each partition that is disclosed to a viewer. The reason of a dropped partition is the
 * text of a review: readers of that review get it too.
 */
export function decisionsFor(
  viewer: Viewer,
  snapshot: ReadableApplication,
  { steps }: Pick<Flow, 'steps'>,
  seen: readonly Pick<Reading, 'step' | 'closed'>[],
): PartitionDecision[] {
  const { decisions, assignments } = snapshot;
  const readsFinal = seen.some(({ step, closed }) => !closed && step.final === true);
  const relations: Relation[] = [
    stanceWithoutConflict(viewer, snapshot),
    ...(readsFinal ? (['final_reader'] as const) : []),
  ];
  const extent = disclosed('decision', relations);
  const knowsReasons = disclosed('decisionReason', relations) === 'all';
  const readsReview = (reviewId: string | null): boolean => {
    const review = assignments.find(({ id }) => id === reviewId);
    const step = steps.find(({ id }) => id === review?.stepId);
    if (review === undefined || step === undefined) return reviewId === null;
    if (review.ownerId === viewer.userId) return true;
    return audienceOf(rulesForHandedIn(viewer, snapshot, step, review))?.has('public') === true;
  };
  if (extent === 'none') return [];
  return newestOf(decisions.filter(({ isReleased }) => extent === 'all' || isReleased)).map(
    ({ reviewId, reason, ...decision }) => ({
      ...decision,
      reason: knowsReasons || readsReview(reviewId) ? reason : null,
    }),
  );
}

/** When the applicant declined the award, with the reason if the reader may read it; null if they did not. */
export function declinedAward(
  stance: Stance,
  snapshot: ApplicationSnapshot,
  seen: readonly ProjectedWork[],
): NonNullable<Application['awardDeclined']> | null {
  const at = disclosedMoment(stance, snapshot.awardDeclinedAt);
  if (at === null) return null;
  const reasons = seen.flatMap(({ view: { step }, assignment: { data } }) => {
    const asked =
      decidingOf(step) === 'acceptance' ? elementMeaning(step, 'outcome_reason', null) : undefined;
    return data.flatMap(({ flowElementId, input }) => (flowElementId === asked?.id ? input.values : []));
  });
  return { at, reason: reasons.at(-1) ?? null };
}
