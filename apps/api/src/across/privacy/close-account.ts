import { administratorRoles } from '@clearcall/domain/model/roles.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { planDeliveries } from '../../platform/outbox/plan-deliveries.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { closedUser, formerUser, isOf, places } from './places-of-people.ts';

/** Locks the accounts of administrators: of two that close their accounts at once, the second one sees what the first did. */
async function isLastAdministrator(tx: Db, userId: number): Promise<boolean> {
  const left = await tx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', administratorRoles)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return left.length === 1 && left[0]?.id === userId;
}

/**
 * Locks what the person works on before anything else, as a save and a submit do: what is submitted at the same moment is
 * a draft no longer when the drafts are deleted.
 */
async function holdWork(tx: Db, userId: number): Promise<void> {
  await sql`
    select id from assignments where owner_id = ${userId}
      or application_id in (select id from applications where status = 'draft' and owner_id = ${userId})
    order by id for update
  `.execute(tx);
}

/** Drafts go with their files. Also those of accounts that were closed while a draft was being made. */
export async function deleteDrafts(tx: Db, owners: readonly number[], now: Date): Promise<void> {
  await sql`
    with drafts as (
      select id from applications where status = 'draft' and owner_id = any(${[...owners]}::bigint[])),
    abandoned as (
      insert into abandoned_files (storage_key, abandoned_at)
      select d.storage_key, ${now}::timestamptz
      from documents d join assignments a on a.id = d.assignment_id join drafts on drafts.id = a.application_id
      on conflict do nothing)
    delete from applications using drafts where applications.id = drafts.id
  `.execute(tx);
}

/**
 * Work on submitted applications that the person had not finished is taken from them: the assignment is revoked, and
 * what was written in it and never submitted is deleted.
 */
async function revokeUnfinished(tx: Db, userId: number, now: Date): Promise<void> {
  await sql`
    with revoked as (
      update assignments set status = 'revoked', revision = revision + 1
      where owner_id = ${userId} and status in ('triggered', 'draft', 'assigned', 'accepted', 'changes_requested')
      returning id, submitted_at),
    told as (
      insert into activities (id, assignment_id, status, reason, actor_id, created_at)
      select gen_random_uuid(), id, 'revoked', 'The account was closed.', ${userId}, ${now}::timestamptz from revoked),
    never as (select id from revoked where submitted_at is null),
    abandoned as (
      insert into abandoned_files (storage_key, abandoned_at)
      select storage_key, ${now}::timestamptz from documents where assignment_id in (select id from never)
      on conflict do nothing),
    files as (delete from documents where assignment_id in (select id from never)),
    rows as (delete from group_instances where assignment_id in (select id from never))
    delete from answers where assignment_id in (select id from never)
  `.execute(tx);
}

/** Deletes what the table of places says, in its order. */
async function deletePlaces(tx: Db, person: { id: number; email: string }): Promise<void> {
  for (const place of places) {
    if (place.closing !== 'delete') continue;
    await sql`delete from ${sql.table(place.table)} where ${isOf(person, place)}`.execute(tx);
  }
  // Mails to addresses that were theirs before, and addresses in the log, theirs and those they asked for.
  await sql`delete from deliveries where facts ->> 'userId' = ${String(person.id)}
    and event_id in (select id from events where user_id = ${person.id})`.execute(tx);
  await sql`update events set detail = detail - 'email' - 'before'
    where user_id = ${person.id} and detail ?| array['email', 'before']
      or detail ? 'email' and lower(detail ->> 'email') = lower(${person.email})`.execute(tx);
  await sql`update users set wanted_email = null where wanted_email = ${person.email}::citext`.execute(tx);
}

/**
 * Closes an account as the privacy page promises, in the transaction of the caller: drafts and profile are gone, what
 * was submitted stays under the name of its author for as long as the settings say, and the address can register anew.
 * The last mail is planned here, for afterwards nobody knows the address.
 */
export async function closeAccount(
  tx: Db,
  userId: number,
  platform: Platform,
  now: Date,
): Promise<'closed' | 'last_administrator' | 'gone'> {
  await holdWork(tx, userId);
  if (await isLastAdministrator(tx, userId)) return 'last_administrator';
  const person = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined) return 'gone';
  // From here on no session of theirs is opened or renewed: who does that holds the person first.

  await deleteDrafts(tx, [userId], now);
  await revokeUnfinished(tx, userId, workflowNow(platform));
  await deletePlaces(tx, person);
  const { rows } = await sql<{ submitted: boolean }>`
    select exists (select from applications where owner_id = ${userId})
      or exists (select from assignments where owner_id = ${userId} and submitted_at is not null) as submitted
  `.execute(tx);
  const name = rows[0]?.submitted
    ? { first_name: person.first_name, last_name: person.last_name }
    : formerUser;
  await tx
    .updateTable('users')
    .set({
      ...closedUser,
      fields: [],
      tags: [],
      ...name,
      email: `closed-${userId}@account.invalid`,
      closed_at: now,
    })
    .where('id', '=', userId)
    .execute();

  const [eventId] = await platform.emit(tx, [
    { type: 'account_closed', occurredAt: now, userId, actorId: userId },
  ]);
  if (eventId === undefined) throw new Error('an event was not written');
  const mail = { recipient: person.email, template: 'account_closed', facts: {} };
  const host = new URL(platform.config.publicUrl).hostname;
  await planDeliveries(tx, eventId, [mail], { now, newId: platform.newId, host });
  return 'closed';
}
