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

/** An account for a person who is invited. */
interface InvitedAccount {
  id: number;
  /** Its owner has chosen a password. */
  active: boolean;
  isNew: boolean;
}

/** Makes a locked account for a person whom staff need, unless they have one. Source: Requirements 1, 10.33. */
export async function accountFor(
  tx: Db,
  { person, now }: { person: Invited; now: Date },
): Promise<Refusal | InvitedAccount> {
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
  return { id: account.id, active: account.status === 'active', isNew: account.created };
}

/**
 * Has a link mailed to choose a password. A person who has not chosen one yet gets a new link as a reminder, as often as
 * `wanted` allows; a person with a password gets none. Source: Requirements 1, 10.33 and 10.62.
 */
export async function mailInvitation(
  tx: Db,
  platform: Platform,
  { id, active, isNew }: InvitedAccount,
  { actorId, wanted, now }: { actorId: number; wanted: boolean; now: Date },
): Promise<void> {
  if (active || !(isNew || wanted)) return;
  await platform.emit(tx, [{ type: 'user_invited', occurredAt: now, actorId, userId: id }]);
}

export async function inviteUser(
  { actor, body, now }: Call<Endpoint>,
  platform: Platform,
): Promise<Outcome<Endpoint>> {
  const wanted = await mayMail(platform.db, 'user_invited', body.email, now);
  return platform.db.transaction().execute(async (tx) => {
    const invited = await accountFor(tx, { person: body, now });
    if ('refused' in invited) return invited;
    await mailInvitation(tx, platform, invited, { actorId: actor.userId, wanted, now });
    return { id: invited.id };
  });
}
