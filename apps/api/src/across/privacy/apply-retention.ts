import { ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { Retention } from '@clearcall/domain/organisation/retention.ts';
import { sql } from 'kysely';
import { hasNoWork } from '../../features/users/account/unclaimed.ts';
import type { Platform } from '../../platform/platform.ts';
import { endWork } from './close-account.ts';
import { noName } from './places-of-people.ts';

/** So many rows at a time: a day's work is small, the first one after a change of the settings may not be. */
const batch = 5_000;

const dayMs = 86_400_000;
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/**
 * Lets go what is kept no longer, as the settings of the organisation say and the privacy page tells. Sessions, links
 * and checks have their own job, which comes every hour; drafts have theirs.
 */
export async function applyRetention(platform: Platform): Promise<void> {
  const { db, log } = platform;
  const { retention } = await platform.organisation.stored();
  for (const [what, action] of Object.entries(actionsFor(platform.now(), retention))) {
    let removed = 0;
    for (;;) {
      const { numAffectedRows = 0n } = await action.execute(db);
      removed += Number(numAffectedRows);
      if (numAffectedRows < batch) break;
    }
    if (removed > 0) log.info({ count: removed }, `let go: ${what}`);
  }
  await endStrayWork(platform);
}

/**
 * Says how much each action would let go with other periods, at most one batch of it: it is carried out as the job does
 * it, and taken back.
 */
export async function tryRetention(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  retention: Retention,
): Promise<Record<keyof ReturnType<typeof actionsFor>, number>> {
  const trial = await db.startTransaction().execute();
  try {
    const counts: [string, number][] = [];
    for (const [what, action] of Object.entries(actionsFor(now(), retention)))
      counts.push([what, Number((await action.execute(trial)).numAffectedRows ?? 0n)]);
    return Object.fromEntries(counts) as Awaited<ReturnType<typeof tryRetention>>;
  } finally {
    await trial.rollback().execute();
  }
}

/** The statements of the job. Each is repeated while it fills a batch. */
function actionsFor(now: Date, retention: Retention) {
  const unconfirmed = daysBefore(now, retention.unconfirmedAccountsDays);
  const mails = daysBefore(now, retention.mailsDays);
  const accountEvents = daysBefore(now, retention.accountEventsDays);
  const closed = monthsBefore(now, retention.closedNamesMonths);

  return {
    // Nothing refers to somebody who never came in, unless an invitation gave them work.
    'accounts that nobody confirmed': sql`
      delete from users where status = 'locked' and id in (
        select users.id from users where users.status = 'locked' and users.created_at < ${unconfirmed}
          and not exists (select from mail_tokens t where t.user_id = users.id and t.used_at is null and t.expires_at > ${now})
          and not exists (select from registrations r where r.user_id = users.id and r.created_at >= ${unconfirmed})
          and ${hasNoWork}
        limit ${batch})`,
    mails: sql`
      delete from deliveries where id in (
        select id from deliveries where state <> 'planned' and coalesce(sent_at, planned_at) < ${mails} limit ${batch})`,
    'kept mails': sql`delete from kept_mails where kept_at < ${mails}`,
    // Events of an application stay with it; one that a mail still follows stays with the mail.
    'events of accounts': sql`
      delete from events where id in (
        select e.id from events e where e.application_id is null and e.assignment_id is null
          and e.occurred_at < ${accountEvents}
          and not exists (select from deliveries d where d.event_id = e.id) limit ${batch})`,
    'consents of former users': sql`
      delete from consents using users where users.id = consents.user_id and users.closed_at < ${closed}`,
    'names of former users': sql`
      update users set first_name = ${noName.first_name}, last_name = ${noName.last_name}
      where closed_at < ${closed} and (first_name, last_name) <> (${noName.first_name}, ${noName.last_name})`,
    // What processes of the version before write while they still run.
    'names in words of the portal': sql`
      update users set last_name = ${noName.last_name}
      where status = 'closed' and first_name = '' and last_name = 'Former user'`,
  };
}

/** A draft that was being made, or work that was being given, while its owner closed the account. */
async function endStrayWork(platform: Platform): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    select u.id as "userId" from users u where u.status = 'closed' and (
      exists (select from applications ap where ap.owner_id = u.id and ap.status = 'draft')
      or exists (select from assignments a join applications ap on ap.id = a.application_id
        where a.owner_id = u.id and ap.owner_id <> u.id and a.status = any(${[...ongoingStatuses]}::text[])))
  `.execute(platform.db);
  for (const { userId } of rows)
    await platform.db.transaction().execute((tx) => endWork(tx, platform, userId));
}
