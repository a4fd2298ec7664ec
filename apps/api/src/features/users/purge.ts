import type { Db } from '../../platform/db/pool.ts';

/** How long what is over stays, so that a late visitor is still told the right reason. */
const keptMs = 7 * 24 * 3_600_000;

/** A registration whose links are long over. */
const registrationKeptMs = 30 * 24 * 3_600_000;

/** Removes sessions, mailed tokens, registrations and human checks that were over a week ago, and counts that are over. */
export async function purgeExpired(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<', before), row('ended_at', '<', before)]))
    .execute();
  await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute();
  await db.deleteFrom('human_challenges').where('expires_at', '<', before).execute();
  const unanswered = new Date(now.getTime() - registrationKeptMs);
  await db.deleteFrom('registrations').where('created_at', '<', unanswered).execute();
  await db.deleteFrom('tallies').where('expires_at', '<', now).execute();
}
