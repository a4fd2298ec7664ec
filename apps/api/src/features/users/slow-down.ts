import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../platform/http/refuse.ts';

/**
 * Guessing passwords is slowed, nobody is locked out. From one address, an account takes five wrong passwords and all
 * accounts together a hundred; after that each further one doubles the wait, up to a minute. Whoever comes from
 * elsewhere does not notice, except that an account under attack from many addresses takes a second longer.
 * Counted in the database: all processes count together, and a restart forgets nothing.
 */
const freeFailuresOfPair = 5;
const freeFailuresOfAddress = 100;
const mostWaitDoublings = 6;
const attackFailures = 50;
const attackPauseMs = 1_000;
const guessWindow = '15 minutes';

/** Mails that strangers can cause: so many of each kind an hour to one mailbox. */
const mailsPerHour = 5;

/** What can be asked of the portal for a mailbox that may be somebody else's. */
type MailKind =
  | 'registration'
  | 'human_code_requested'
  | 'confirmation_requested'
  | 'password_reset_requested'
  | 'email_change_requested'
  | 'user_invited'
  | 'provider_code_requested';

// Hashed: whose address was tried from where is nobody's business.
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest();
const accountKey = (email: string) => keyOf('account', email.trim().toLowerCase());
const pairKey = (email: string, ip: string) => keyOf('pair', ip, email.trim().toLowerCase());
const addressKey = (ip: string) => keyOf('address', ip);

/**
 * Counts one more under a key, from zero when its time was over; `next_at` after `free` of them is put off. Before that
 * it is long ago, so that servers whose clocks differ a little do not refuse each other's first attempts.
 */
const oneMore = (now: Date, free: number) => sql`
  count = case when tallies.expires_at <= ${now} then 1 else tallies.count + 1 end,
  next_at = case when tallies.expires_at <= ${now} or tallies.count + 1 < ${free}::int then 'epoch'
    else ${now}::timestamptz
      + least(60, power(2, least(tallies.count + 1 - ${free}::int, ${mostWaitDoublings}::int))) * interval '1 second' end,
  expires_at = case when tallies.expires_at <= ${now} then excluded.expires_at else tallies.expires_at end`;

/**
 * Counts an attempt at a password before it is judged, so that many at once do not slip through. A refusal says how
 * long to wait; such an attempt is not counted. One statement.
 */
export async function noteAttempt(
  db: Db,
  of: { email: string; ip: string; now: Date; reply: FastifyReply },
): Promise<Refusal | null> {
  const { now } = of;
  const pair = pairKey(of.email, of.ip);
  const address = addressKey(of.ip);
  const { rows } = await sql<{ attempts: number | null; next_at: Date | null }>`
    with of_pair as (
      insert into tallies (key, count, next_at, expires_at)
      values (${pair}, 1, 'epoch', ${now}::timestamptz + ${guessWindow}::interval)
      on conflict (key) do update set ${oneMore(now, freeFailuresOfPair)}
      where tallies.next_at <= ${now} or tallies.expires_at <= ${now}
      returning 1
    ), of_address as (
      insert into tallies (key, count, next_at, expires_at)
      select ${address}, 1, 'epoch', ${now}::timestamptz + ${guessWindow}::interval from of_pair
      on conflict (key) do update set ${oneMore(now, freeFailuresOfAddress)}
      where tallies.next_at <= ${now} or tallies.expires_at <= ${now}
      returning 1
    ), of_account as (
      insert into tallies (key, count, next_at, expires_at)
      select ${accountKey(of.email)}, 1, 'epoch', ${now}::timestamptz + interval '1 hour' from of_address
      on conflict (key) do update set
        count = case when tallies.expires_at <= ${now} then 1 else tallies.count + 1 end,
        expires_at = case when tallies.expires_at <= ${now} then excluded.expires_at else tallies.expires_at end
      returning count
    )
    select (select count from of_account) as attempts,
      (select max(next_at) from tallies where key in (${pair}, ${address}) and expires_at > ${now}) as next_at
  `.execute(db);
  const { attempts = null, next_at: nextAt = null } = rows[0] ?? {};
  if (attempts !== null) {
    if (attempts > attackFailures) await pause(attackPauseMs);
    return null;
  }
  const seconds = Math.max(1, Math.ceil(((nextAt ?? now).getTime() - now.getTime()) / 1_000));
  of.reply.header('Retry-After', String(seconds));
  const unit = seconds === 1 ? 'second' : 'seconds';
  return refuse('too_many_requests', {
    message: `Too many attempts. Wait ${seconds} ${unit} and try again.`,
  });
}

/** The right person was here: the account's failures from this address are forgotten, and this attempt was none. */
export async function forgetAttempts(db: Db, email: string, ip: string): Promise<void> {
  await db
    .with('forgotten', (tallies) => tallies.deleteFrom('tallies').where('key', '=', pairKey(email, ip)))
    .updateTable('tallies')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', 'in', [addressKey(ip), accountKey(email)])
    .where('count', '>', 0)
    .execute();
}

/** Whether one more mail of a kind may be caused to this mailbox; counts it. More are dropped in silence. */
export async function mayMail(db: Db, kind: MailKind, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    insert into tallies (key, count, next_at, expires_at)
    values (${keyOf('mail', kind, email.trim().toLowerCase())}, 1, 'epoch', ${now}::timestamptz + interval '1 hour')
    on conflict (key) do update set
      count = case when tallies.expires_at <= ${now} then 1 else tallies.count + 1 end,
      expires_at = case when tallies.expires_at <= ${now} then excluded.expires_at else tallies.expires_at end
    returning count
  `.execute(db);
  return (rows[0]?.count ?? 1) <= mailsPerHour;
}
