import { accountClosed } from '@clearcall/domain/applications/event-texts.ts';
import { ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import { chiefRoles } from '@clearcall/domain/permissions/administration.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import { isFirstStep } from '@clearcall/domain/workflow/rights.ts';
import type { WorkflowCommand } from '@clearcall/domain/workflow/workflow-command.ts';
import { sql } from 'kysely';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import { decideAll } from '../../features/applications/workflow/carry-out.ts';
import { loadFactsOf, withSteps } from '../../features/applications/workflow/load-facts.ts';
import { type Change, writeTransitions } from '../../features/applications/workflow/write-transition.ts';
import type { Db } from '../../platform/db/pool.ts';
import { planDeliveries } from '../../platform/outbox/plan-deliveries.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { closedUser, isOf, noName, places } from './places-of-people.ts';

/** Locks the accounts of administrators: of two that close their accounts at once, the second one sees what the first did. */
async function isLastAdministrator(tx: Db, userId: number): Promise<boolean> {
  const left = await tx
    .selectFrom('users')
    .select('id')
    .where('role', 'in', chiefRoles)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  return left.length === 1 && left[0]?.id === userId;
}

/**
 * Locks the applications that the person works on before anything else, as a submit and every command do: what is
 * submitted at the same moment is a draft no longer when the drafts are deleted. Answers their ids.
 */
async function lockWork(tx: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from applications
    where status = 'draft' and owner_id = ${userId} or id in (
      select a.application_id from assignments a
      where a.owner_id = ${userId} and a.status = any(${[...ongoingStatuses]}::text[]))
    order by id for update
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Gives the commands that end what somebody had not finished, to all applications that the caller holds: own drafts go
 * with their files, work on applications of others is revoked. What is asked of them in their own submitted
 * application stays to be decided there.
 */
async function endHeld(
  tx: Db,
  platform: Platform,
  applicationIds: readonly number[],
  userId: number,
): Promise<void> {
  const now = workflowNow(platform);
  const changes: Change[] = [];
  for (const loaded of await loadFactsOf(tx, applicationIds, [])) {
    const { flow } = await loadFlow(platform, loaded.flowVersionId, now, { via: tx });
    const facts = withSteps(loaded, flow.steps);
    const { ownerId, status } = facts.application;
    const goes = status === 'draft' && ownerId === userId;
    const commands: WorkflowCommand[] = goes
      ? [{ type: 'delete' }]
      : facts.assignments
          .filter((one) => one.ownerId === userId && isOngoing(one) && !isFirstStep(facts, one.stepId))
          .map(({ id }) => ({ type: 'revoke', assignmentId: id, reason: accountClosed }));
    const given = { now, newId: platform.newId };
    const decided = decideAll(commands, facts, { kind: goes ? 'clock' : 'automation' }, given);
    if (!decided.ok) throw new Error(`the work of an account could not be ended: ${decided.code}`);
    changes.push({ applicationId: loaded.applicationId, transition: decided.transition });
  }
  await writeTransitions(tx, platform, changes, { actorId: userId, now });
  await deleteUnfinished(tx, userId, now);
}

/** The same for somebody who is gone already. */
export async function endWork(tx: Db, platform: Platform, userId: number): Promise<void> {
  await endHeld(tx, platform, await lockWork(tx, userId), userId);
}

/** What was written in work that was taken away and never submitted is deleted. */
async function deleteUnfinished(tx: Db, userId: number, now: Date): Promise<void> {
  await sql`
    with never as (
      select id from assignments where owner_id = ${userId} and status = 'revoked' and submitted_at is null),
    abandoned as (
      insert into abandoned_files (storage_key, abandoned_at)
      select storage_key, ${now}::timestamptz from documents where assignment_id in (select id from never)
      union all select storage_key, ${now}::timestamptz from uploads
      where assignment_id in (select id from never) and storage_key is not null
      on conflict do nothing),
    files as (delete from documents where assignment_id in (select id from never)),
    unchecked as (delete from uploads where assignment_id in (select id from never)),
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
 * was submitted stays under the name of its author for as long as the settings say, and the address can register again.
 * The last mail is planned here, for afterwards nobody knows the address.
 */
export async function closeAccount(
  tx: Db,
  userId: number,
  platform: Platform,
  now: Date,
): Promise<'closed' | 'last_administrator' | 'gone'> {
  const work = await lockWork(tx, userId);
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

  await endHeld(tx, platform, work, userId);
  await deletePlaces(tx, person);
  const { rows } = await sql<{ submitted: boolean }>`
    select exists (select from applications where owner_id = ${userId})
      or exists (select from assignments where owner_id = ${userId} and submitted_at is not null) as submitted
  `.execute(tx);
  const name = rows[0]?.submitted ? { first_name: person.first_name, last_name: person.last_name } : noName;
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
