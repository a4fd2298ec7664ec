import type { Role } from '@clearcall/domain/people/roles.ts';
import { recordChange } from '../../../platform/audit/record-change.ts';
import type { Platform } from '../../../platform/platform.ts';
import { accountMailFacts } from './mail-facts.ts';
import { namesOf, namesWhereNone } from './normalise-name.ts';
import { voidAccess } from './void-access.ts';

interface Person {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** Who has the role now; `link` where a password is still to be chosen. null: the account was closed. */
type Appointed = { userId: number; link: string | null } | null;

/**
 * Gives the account of an address a role, for whoever runs the portal: an account in use has it from its next request
 * on. Where there is none, or nobody has confirmed it yet, it gets a link to choose a password with, and whatever
 * strangers registered for the address is forgotten: none of their passwords may open an account of that role.
 */
export async function appoint(platform: Platform, person: Person, role: Role): Promise<Appointed> {
  const { db, emit, config } = platform;
  const now = platform.now();
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .insertInto('users')
      .values({
        email: person.email,
        first_name: '',
        last_name: '',
        ...namesOf(person),
        role,
        status: 'locked',
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ ...namesWhereNone, role })
          .where('users.status', '<>', 'closed'),
      )
      .returning(['id', 'status'])
      .executeTakeFirst();
    if (account === undefined) return null;
    const { id: userId, status } = account;
    await emit(tx, [{ type: 'role_given', userId, occurredAt: now, detail: { role } }]);
    const recorded = () =>
      recordChange(tx, platform, {
        at: now,
        actorId: null,
        subject: { kind: 'person', id: userId },
        action: 'role_given',
        after: { role },
      });
    if (status !== 'locked') {
      await recorded();
      return { userId, link: null };
    }
    await tx.deleteFrom('registrations').where('user_id', '=', userId).execute();
    await voidAccess(tx, { userId }, now);
    const invitation = await accountMailFacts({ db: tx, now, config }, 'invite', { userId });
    await recorded();
    return { userId, link: invitation?.link ?? null };
  });
}
