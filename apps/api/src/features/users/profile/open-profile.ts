import type { openProfile as endpoint } from '@clearcall/contract/users.ts';
import { visibleProfile } from '@clearcall/domain/permissions/see-profile.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { openBankDetails } from './bank-details.ts';
import { profileOf, profileRow } from './load-profile.ts';

type Endpoint = typeof endpoint;

/**
 * A profile as far as the caller may know it; beyond that it looks like a missing one. Who reads the bank details of
 * somebody else is noted.
 */
export async function openProfile(
  { actor, params, now, request }: Call<Endpoint>,
  { db, vault, emit }: Platform,
): Promise<Outcome<Endpoint>> {
  const row = await profileRow(db, params.id).executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  const visible = visibleProfile(actor, { ...row, isReviewer: row.is_reviewer });
  if (visible === null) return refuse('not_found');
  if (visible === 'own') return profileOf(vault, row);
  // Whoever asks for the head alone gets to read nothing.
  if (request.method !== 'HEAD')
    await emit(db, [{ type: 'bank_details_read', occurredAt: now, userId: row.id, actorId: actor.userId }]);
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    ...openBankDetails(vault, row.id, row),
  };
}
