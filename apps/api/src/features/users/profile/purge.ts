import type { Retention } from '@clearcall/domain/organisation/retention.ts';
import type { Db } from '../../../platform/db/pool.ts';

const dayMs = 24 * 3_600_000;

/**
 * Removes sessions, mailed tokens and human checks that were over so long ago that nobody asks for the reason any more,
 * registrations that nobody confirmed, and counts that are over. The days are settings of the organisation.
 */
export async function purgeExpired(
  db: Db,
  now: Date,
  retention: Pick<Retention, 'endedSessionsDays' | 'unconfirmedAccountsDays'>,
): Promise<void> {
  const before = new Date(now.getTime() - retention.endedSessionsDays * dayMs);
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<', before), row('ended_at', '<', before)]))
    .execute();
  await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute();
  await db.deleteFrom('human_challenges').where('expires_at', '<', before).execute();
  const unanswered = new Date(now.getTime() - retention.unconfirmedAccountsDays * dayMs);
  await db
    .deleteFrom('registrations')
    .where('created_at', '<', unanswered)
    // A link that was sent late has its whole life.
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('mail_tokens')
            .select('token_hash')
            .whereRef('mail_tokens.registration_id', '=', 'registrations.id')
            .where('mail_tokens.expires_at', '>', now),
        ),
      ),
    )
    .execute();
  await db.deleteFrom('tallies').where('expires_at', '<', now).execute();
  await db.deleteFrom('sign_in_steps').where('expires_at', '<', now).execute();
  await db.deleteFrom('fresh_sign_ins').where('at', '<', before).execute();
}
