import * as contract from '@clearcall/contract/administration.ts';
import { type AccountStatus, personStates, statusOfState } from '@clearcall/domain/people/account-status.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { isAtMost, whyNotChange } from '@clearcall/domain/permissions/administration.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordChanges } from '../../../platform/audit/record-change.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { accountMailFacts } from '../account/mail-facts.ts';
import { refuseWithoutPasswords } from '../account/password-login.ts';
import { hasNoWork } from '../account/unclaimed.ts';
import { personCommand } from './person-command.ts';

type Invitee = z.output<typeof contract.invitePeople.body>['people'][number];

/** Whether every role of an invitation is one that its author may give. */
const mayInvite = ({ people, role }: z.output<typeof contract.invitePeople.body>, own: Role): boolean =>
  people.every((person) => isAtMost(person.role ?? role, own)) && isAtMost(role, own);

/** The addresses among these that have an account, whatever its state. */
async function knownOf(db: Db, people: readonly Invitee[]) {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'status'])
    .where(
      'email',
      'in',
      people.map(({ email }) => email),
    )
    .orderBy('email')
    .execute();
  const stateOf = (status: AccountStatus) =>
    personStates.find((state) => statusOfState[state] === status) ?? 'closed';
  return rows.map(({ email, status }) => ({ email, state: stateOf(status) }));
}

/** Each address once, as its first line has it. */
const unlike = (people: readonly Invitee[]): Invitee[] =>
  [...new Map(people.toReversed().map((person) => [person.email, person])).values()].toReversed();

const check = operation(contract.checkInvitations, async ({ body, actor }, { db }) => {
  if (!mayInvite(body, actor.role)) return refuse('role_above_own');
  const { people } = body;
  const known = await knownOf(db, people);
  return { invited: unlike(people).length - known.length, known };
});

/** Makes accounts that wait for a password, for addresses that have none. */
async function insertInvited(tx: Db, people: readonly Invitee[], role: Role, now: Date) {
  const { rows } = await sql<{ id: number; email: string; role: Role }>`
    insert into users (email, first_name, last_name, role, status, created_at)
    select given.email, given."firstName", given."lastName", coalesce(given.role, ${role}), 'locked', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given(email citext, "firstName" text, "lastName" text, role text)
    on conflict (email) do nothing
    returning id, email, role`.execute(tx);
  return rows;
}

const invite = operation(contract.invitePeople, async ({ body, actor, now }, platform) => {
  if (!mayInvite(body, actor.role)) return refuse('role_above_own');
  const people = unlike(body.people);
  return platform.db.transaction().execute(async (tx) => {
    const known = await knownOf(tx, people);
    const accounts = await insertInvited(tx, people, body.role, now);
    const invited = { type: 'user_invited', occurredAt: now, actorId: actor.userId } as const;
    await platform.emit(
      tx,
      accounts.map(({ id }) => ({ ...invited, userId: id })),
    );
    await recordChanges(
      tx,
      platform,
      accounts.map(({ id, role }) => ({
        at: now,
        actorId: actor.userId,
        subject: { kind: 'person', id },
        action: 'invited',
        after: { role },
      })),
    );
    return { invited: accounts.map(({ id, email }) => ({ id, email })), known };
  });
});

const sendAgain = personCommand(contract.sendInvitationAgain, {
  whyNot: whyNotChange,
  write: async (tx, { id, status }, { actor, now }, platform) => {
    if (status !== 'locked') return refuse('account_not_invited');
    await platform.emit(tx, [{ type: 'user_invited', userId: id, actorId: actor.userId, occurredAt: now }]);
    return { action: 'invitation_sent_again' };
  },
});

const makeLink = personCommand(contract.makeInvitationLink, {
  whyNot: whyNotChange,
  write: async (tx, { id, status }, { now }, platform) => {
    const off = await refuseWithoutPasswords(platform);
    if (off !== null) return off;
    if (status !== 'locked') return refuse('account_not_invited');
    // Emails of the same minute open side by side; a link that was handed over does not.
    await tx
      .updateTable('mail_tokens')
      .set({ used_at: now })
      .where('user_id', '=', id)
      .where('purpose', '=', 'invite')
      .where('used_at', 'is', null)
      .execute();
    const made = await accountMailFacts({ db: tx, now, config: platform.config }, 'invite', { userId: id });
    if (made === null) return refuse('account_not_invited');
    const { link, days } = made;
    return { action: 'invitation_link_made', reply: { link, days } };
  },
});

const withdraw = personCommand(contract.withdrawInvitation, {
  whyNot: whyNotChange,
  write: async (tx, { id, status, role }) => {
    if (status !== 'locked') return refuse('account_not_invited');
    const { rows } = await sql`delete from users where id = ${id} and ${hasNoWork} returning id`.execute(tx);
    return rows.length === 0 ? refuse('work_waits') : { action: 'invitation_withdrawn', before: { role } };
  },
});

export const invitations: readonly Operation[] = [check, invite, sendAgain, makeLink, withdraw];
