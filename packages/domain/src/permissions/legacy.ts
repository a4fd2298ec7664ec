import type { LegacyContact, LegacyRow } from '../model/legacy.ts';
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
