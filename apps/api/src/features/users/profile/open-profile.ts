import type { openProfile as endpoint } from '@clearcall/contract/users.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { profileOf, profileRow } from './load-profile.ts';

type Endpoint = typeof endpoint;

/** Opens the profile of the caller; that of another person looks like a missing one. */
export async function openProfile(
  { actor, params }: Call<Endpoint>,
  { db, vault }: Platform,
): Promise<Outcome<Endpoint>> {
  if (params.id !== actor.userId) return refuse('not_found');
  const row = await profileRow(db, params.id).executeTakeFirst();
  return row === undefined ? refuse('not_found') : profileOf(vault, row);
}
