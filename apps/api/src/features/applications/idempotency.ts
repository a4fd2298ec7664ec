import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refuse.ts';
import type { Platform } from '../../platform/platform.ts';

/** A request as its sender may repeat it: the key is the sender's own, others may have the same one. */
export interface Asked {
  userId: number;
  /** null: whoever sent it does not mean to repeat it. */
  key: string | null;
  /** The operation and all that was sent; with something else the key is not taken again. */
  what: readonly (string | number | null)[];
  now: Date;
}

const hashOf = ({ what }: Asked): Buffer => createHash('sha256').update(JSON.stringify(what)).digest();

/** What was answered to the request when it came first, or why its key does not fit; null when it is new. */
export async function storedReply<Reply>(db: Db, asked: Asked): Promise<Reply | Refusal | null> {
  if (asked.key === null) return null;
  const row = await db
    .selectFrom('answered_requests')
    .select(['asked_sha256', 'reply'])
    .where('user_id', '=', asked.userId)
    .where('key', '=', asked.key)
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.asked_sha256.equals(hashOf(asked)) ? (row.reply as Reply) : refuse('key_reused');
}

/** Whether a key was used before, for whatever it was: a column of a row that is read anyway. */
export const isKeyUsed = ({ userId, key }: { userId: number; key: string | null }): RawBuilder<boolean> =>
  sql<boolean>`exists (select from answered_requests where user_id = ${userId} and key = ${key})`;

class AnsweredConcurrently extends Error {}

/**
 * Writes something in a transaction and keeps the answer for whoever asks again. Of two at once with one key the later
 * one waits, takes back what it has written, and gets the answer of the other.
 */
export async function runIdempotently<Reply extends object>(
  { db }: Platform,
  asked: Asked,
  write: (tx: Db) => Promise<{ applicationId: number; reply: Reply } | Refusal>,
): Promise<Reply | Refusal> {
  const { userId, key, now } = asked;
  let outcome: Reply | Refusal;
  try {
    outcome = await db.transaction().execute(async (tx) => {
      const done = await write(tx);
      if (isRefusal(done)) return done;
      if (key !== null) {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('answered_requests')
          .values({
            user_id: userId,
            key,
            asked_sha256: hashOf(asked),
            application_id: done.applicationId,
            reply: JSON.stringify(done.reply),
            answered_at: now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n)
          throw new AnsweredConcurrently('a request was answered meanwhile');
      }
      return done.reply;
    });
  } catch (error) {
    const answer = error instanceof AnsweredConcurrently ? await storedReply<Reply>(db, asked) : null;
    if (answer === null) throw error;
    return answer;
  }
  // The other one may be why: the field is full since, the draft submitted.
  return isRefusal(outcome) ? ((await storedReply<Reply>(db, asked)) ?? outcome) : outcome;
}

const keptMs = 7 * 86_400_000;

/** Forgets answers that nobody will ask for again. */
export async function purgeReplies(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('answered_requests')
    .where('answered_at', '<', new Date(now.getTime() - keptMs))
    .execute();
}
