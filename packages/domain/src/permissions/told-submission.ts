import { setInstant } from '../deadlines/windows.ts';
import { looksForStaff, type ViewFacts } from './view-rules.ts';
import type { Viewer } from './viewer.ts';

/** The day of an instant, for those who may not know the hour. */
export const dayOf = (instant: string): string => `${instant.slice(0, 10)}T00:00:00.000Z`;

/** Whether a viewer knows to the hour when something was done on an application: its applicant and staff. */
export const knowsHours = (viewer: Viewer, application: Pick<ViewFacts, 'ownerId'>): boolean =>
  application.ownerId === viewer.userId || looksForStaff(viewer, application);

/**
 * When an application was submitted, as its viewer is told on its page and in lists: to its applicant and staff the moment,
 * to everybody else the day. Null where it is unset. Source: Requirements 2, 7.22.
 */
export function toldSubmission(
  viewer: Viewer,
  application: Pick<ViewFacts, 'ownerId'> & { submittedAt: string | null },
): string | null {
  const instant = setInstant(application.submittedAt);
  return instant === null || knowsHours(viewer, application) ? instant : dayOf(instant);
}
