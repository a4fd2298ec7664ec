import type { inviteUser as endpoint } from '@clearcall/contract/users.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import type { Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import { namesOf, namesWhereNone } from './normalise-name.ts';
import { mayMail } from './throttling.ts';

type Endpoint = typeof endpoint;

interface Invited {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/**
 * Makes a locked account for a person whom staff needs, and has a link mailed to choose a password. Whoever has not
 * chosen one yet gets a new link as a reminder; whoever has an account is left in peace. Source: Requirements 1, 10.33
 * and 10.62.
 */
export async function invitePerson(
  tx: Db,
  platform: Platform,
  { person, actorId, wanted, now }: { person: Invited; actorId: number; wanted: boolean; now: Date },
): Promise<Refusal | { id: number; active: boolean }> {
  const account = await tx
    .insertInto('users')
    .values({
      email: person.email,
      first_name: '',
      last_name: '',
      ...namesOf(person),
      role: 'user',
      status: 'locked',
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(namesWhereNone))
    .returning(['id', 'status', sql<boolean>`xmax = 0`.as('created')])
    .executeTakeFirstOrThrow();
  if (account.status === 'closed') return refuse('account_closed');
  if (account.status === 'suspended') return refuse('account_suspended');
  if (account.status === 'locked' && (account.created || wanted)) {
    const event = { type: 'user_invited', occurredAt: now, actorId } as const;
    await platform.emit(tx, [{ ...event, userId: account.id }]);
  }
  return { id: account.id, active: account.status === 'active' };
}

export async function inviteUser(
  { actor, body, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const wanted = await mayMail(platform.db, 'user_invited', body.email, now);
  return platform.db.transaction().execute(async (tx) => {
    const invited = await invitePerson(tx, platform, { person: body, actorId: actor.userId, wanted, now });
    return 'refused' in invited ? invited : { id: invited.id };
  });
}
