import { setInstant } from '../deadlines/windows.ts';
import type { Step, ViewRule } from '../forms/types.ts';
import type { Extent } from './disclosure.ts';
import { disclosedTo, type Stance } from './stance.ts';
import type { ViewFacts } from './view-rules.ts';

/** The day of an instant, for those who may not know the hour. */
export const dayOf = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`;

/** Returns a moment as far as it is disclosed: itself, its day, or null. */
function momentAt(moment: string | null, extent: Extent): string | null {
  const instant = setInstant(moment);
  if (instant === null || extent === 'none') return null;
  return extent === 'all' ? instant : dayOf(instant);
}

/** Returns a moment in the life of an application as it is disclosed to somebody; null where it is unset. */
export const disclosedMoment = (stance: Stance, moment: string | null): string | null =>
  momentAt(moment, disclosedTo(stance, 'applicationTime'));

interface Submissions {
  submittedAt: string | null;
  /** Null where no other submission followed it. */
  firstSubmittedAt: string | null;
}

/** Returns when an application was submitted for the first time. */
export const firstSubmission = ({ submittedAt, firstSubmittedAt }: Submissions): string | null =>
  firstSubmittedAt ?? submittedAt;

/** Whether somebody learns to the hour when an application was submitted. */
export const knowsSubmissionHour = (stance: Stance): boolean =>
  disclosedTo(stance, 'submissionTime') === 'all';

/**
 * Returns when an application was submitted as it is disclosed to somebody: the newest submission, or the day of the first
 * one, so that nobody learns of a later submission that they do not read.
 */
export function disclosedSubmission(stance: Stance, submissions: Submissions): string | null {
  const moment = knowsSubmissionHour(stance) ? submissions.submittedAt : firstSubmission(submissions);
  return momentAt(moment, disclosedTo(stance, 'submissionTime'));
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
