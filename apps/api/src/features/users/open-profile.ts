import type { openProfile as endpoint } from '@clearcall/contract/users.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { sessionUser, sessionUserColumns } from './open-session.ts';

type Endpoint = typeof endpoint;

/**
 * The own profile. Somebody else's looks like a missing one.
 */
export async function openProfile(
  { actor, params }: Call<Endpoint>,
  { db }: Platform,
): Promise<Outcome<Endpoint>> {
  if (params.id !== actor.userId) return refuse('not_found');
  const user = await db
    .selectFrom('users')
    .select([
      ...sessionUserColumns,
      'status',
      'last_login_at',
      'title',
      'gender',
      'nationality',
      'date_of_birth',
      'phone_number',
      'home_address',
      'fields',
    ])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  if (user === undefined) return refuse('not_found');
  return {
    ...sessionUser(user),
    status: user.status,
    lastLogin: user.last_login_at?.toISOString() ?? null,
    title: user.title,
    gender: user.gender,
    nationality: user.nationality,
    dateOfBirth: user.date_of_birth,
    phoneNumber: user.phone_number,
    homeAddress: user.home_address,
    fields: user.fields,
  };
}
