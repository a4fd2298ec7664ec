import type { LegacyContact, LegacyDetail, LegacyRow, LegacyScientificReview } from '../archive/legacy.ts';
import type { Viewer } from './viewer.ts';

/** Whoever looks into the archive, with the confirmed address of the account. */
export interface LegacyViewer extends Viewer {
  email: string;
}

/** Which archived applications somebody may see: all, or those that name an address as a contact. */
export type LegacyScope = { kind: 'all' } | { kind: 'contact'; email: string };

/**
 * The archive holds names and addresses of people who have no account here. Staff see all of it; everybody else sees
 * the applications whose contact they are, known by the address of their account, whatever its case. The API compiles
 * it to SQL. No requirement says who may; this is the narrowest reading that is of use.
 */
export function legacyScope(viewer: LegacyViewer): LegacyScope {
  return viewer.isStaff ? { kind: 'all' } : { kind: 'contact', email: viewer.email.toLowerCase() };
}

function isContact(scope: LegacyScope, contact: LegacyContact | null): contact is LegacyContact {
  if (contact === null) return false;
  return (
    scope.kind === 'all' ||
    (contact.contact_email !== '' && contact.contact_email.toLowerCase() === scope.email)
  );
}

/** The same decision for one archived application that is at hand. */
export function inLegacyScope(
  scope: LegacyScope,
  record: Pick<LegacyRow, 'regular' | 'preparatory'>,
): boolean {
  return scope.kind === 'all' || isContact(scope, record.regular) || isContact(scope, record.preparatory);
}

/**
 * The one way out for an archived application: null when it does not exist for the viewer. Whoever is one of two contacts
 * does not learn who the other is.
 */
export function projectLegacy<T extends LegacyRow>(viewer: LegacyViewer, record: T): T | null {
  const scope = legacyScope(viewer);
  if (!inLegacyScope(scope, record)) return null;
  return {
    ...record,
    regular: isContact(scope, record.regular) ? record.regular : null,
    preparatory: isContact(scope, record.preparatory) ? record.preparatory : null,
  };
}

/** A review without what a reviewer said of the own judgement, which was never for the applicant. */
function toldReview(review: LegacyScientificReview): LegacyScientificReview {
  const { selfAssessment: _, confidenceLevel: _level, confidenceExplanation: _why, ...rest } = review;
  const { conflictInterest: _conflict, version: _version, ...told } = rest;
  return told;
}

/**
 * The one way out for an archived application with everything that is in it. Staff get all of it. A contact gets the
 * reviews that were handed in, with the responses, and not what reviewers said of themselves, who deleted the proposal,
 * nor what an import did not understand. null when it does not exist for the viewer.
 */
export function projectLegacyDetail(viewer: LegacyViewer, record: LegacyDetail): LegacyDetail | null {
  const projected = projectLegacy(viewer, record);
  if (projected === null || viewer.isStaff) return projected;
  const { deleted, preparatoryTechReview, ...rest } = projected;
  return {
    ...rest,
    ...(deleted?.at === undefined ? {} : { deleted: { at: deleted.at } }),
    preparatoryTechReview: preparatoryTechReview?.completed === false ? null : preparatoryTechReview,
    scientificReviewAll: rest.scientificReviewAll
      .filter(({ submitted }) => submitted !== false)
      .map(toldReview),
    technicalReviewAll: rest.technicalReviewAll.filter(({ completed }) => completed !== false),
    unread: [],
  };
}
