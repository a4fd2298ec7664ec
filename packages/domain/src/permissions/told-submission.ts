import { setInstant } from '../deadlines/windows.ts';
import type { Step, ViewRule } from '../forms/types.ts';
import { disclosedTo, stanceWithoutConflict } from './stance.ts';
import type { ViewFacts } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** The day of an instant, for those who may not know the hour. */
export const dayOf = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`;

/** Whether a viewer learns to the hour when an application was submitted. */
export const knowsHours = (viewer: Viewer, application: Pick<ViewFacts, 'ownerId'>): boolean =>
  disclosedTo(stanceWithoutConflict(viewer, application), 'submissionTime') === 'all';

/** Returns a moment in the life of an application as it is disclosed to its viewer; null where it is unset. */
export function toldMoment(
  viewer: Viewer,
  application: Pick<ViewFacts, 'ownerId'>,
  moment: string | null,
): string | null {
  const instant = setInstant(moment);
  const extent = disclosedTo(stanceWithoutConflict(viewer, application), 'applicationTime');
  return instant === null || extent === 'all' ? instant : dayOf(instant);
}

interface Submissions {
  submittedAt: string | null;
  /** Null where no other submission followed it. */
  firstSubmittedAt: string | null;
}

/** Returns when an application was submitted for the first time. */
export const firstSubmission = ({ submittedAt, firstSubmittedAt }: Submissions): string | null =>
  firstSubmittedAt ?? submittedAt;

/**
 * Returns when an application was submitted as it is disclosed to its viewer: the newest submission, or the day of the
 * first one, so that nobody learns of a later submission that they do not read.
 */
export function toldSubmission(
  viewer: Viewer,
  application: Pick<ViewFacts, 'ownerId'> & Submissions,
): string | null {
  if (knowsHours(viewer, application)) return setInstant(application.submittedAt);
  const first = setInstant(firstSubmission(application));
  return first === null ? null : dayOf(first);
}

/**
 * Returns the day of the last release that covers what was submitted of a review, for readers who may not know its own
 * days; null before that release. All reviews that a reader gets by one release have the same day, also if one was
 * submitted again or its author has a conflict of interest by now.
 */
export function releaseDay(
  rules: readonly Pick<ViewRule, 'of'>[],
  { releasedAt }: Pick<ViewFacts, 'releasedAt'>,
  { steps }: { steps: readonly Pick<Step, 'id' | 'final'>[] },
  stepId: string,
  submittedAt: string | null,
): string | null {
  const releasedWith = ({ of }: Pick<ViewRule, 'of'>): readonly string[] => {
    if (typeof of === 'object') return [of.released];
    return of === 'awarded' ? steps.filter(({ final }) => final === true).map(({ id }) => id) : [stepId];
  };
  const last = rules
    .flatMap(releasedWith)
    .flatMap((id) => releasedAt[id] ?? [])
    .toSorted()
    .at(-1);
  return last === undefined || submittedAt === null || submittedAt > last ? null : dayOf(last);
}
