import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { message } from '@clearcall/i18n/message.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { passwordQueue, verifyPassword } from '../../../platform/auth/passwords.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';

/**
 * Guessing passwords is slowed, nobody is locked out. From one address, an account takes five wrong passwords and all
 * accounts together a hundred; after that each further one doubles the wait, up to a minute. Whoever comes from
 * elsewhere does not notice, except that an account under attack from many addresses takes a second longer.
 * Counted in the database: all processes count together, and a restart forgets nothing.
 */
const freeFailuresOfPair = 5;
const freeFailuresOfAddress = 100;
const maxWaitDoublings = 6;
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
      + least(60, power(2, least(tallies.count + 1 - ${free}::int, ${maxWaitDoublings}::int))) * interval '1 second' end,
  expires_at = case when tallies.expires_at <= ${now} then excluded.expires_at else tallies.expires_at end`;

interface Attempt {
  email: string;
  ip: string;
  now: Date;
  reply: FastifyReply;
}

/**
 * Counts an attempt at a password before it is judged, so that many at once do not slip through. A refusal says how
 * long to wait; such an attempt is not counted. One statement.
 */
async function noteAttempt(
  db: Db,
  { email, ip, now, reply }: Attempt,
): Promise<Refusal | { underAttack: boolean }> {
  const pair = pairKey(email, ip);
  const address = addressKey(ip);
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
      select ${accountKey(email)}, 1, 'epoch', ${now}::timestamptz + interval '1 hour' from of_address
      on conflict (key) do update set
        count = case when tallies.expires_at <= ${now} then 1 else tallies.count + 1 end,
        expires_at = case when tallies.expires_at <= ${now} then excluded.expires_at else tallies.expires_at end
      returning count
    )
    select (select count from of_account) as attempts,
      (select max(next_at) from tallies where key in (${pair}, ${address}) and expires_at > ${now}) as next_at
  `.execute(db);
  const { attempts = null, next_at: nextAt = null } = rows[0] ?? {};
  if (attempts !== null) return { underAttack: attempts > attackFailures };
  const seconds = Math.max(1, Math.ceil(((nextAt ?? now).getTime() - now.getTime()) / 1_000));
  reply.header('Retry-After', String(seconds));
  return refuse('too_many_requests', { message: message('refusals.signIn.waitSeconds', { n: seconds }) });
}

/**
 * Judges a password in its turn of the line. What counts are failures: an attempt is counted before it is judged and
 * taken back when it was right, and a process judges one at a time, so right ones at once do not slow each other down and
 * wrong ones at once get no more tries. `load` reads whose password it is, and its hash.
 */
export async function checkAttempt<Owner extends { password_hash: string | null }>(
  db: Db,
  password: string,
  attempt: Attempt,
  load: () => Promise<Owner | undefined>,
): Promise<Refusal | { owner: Owner; hash: string } | null> {
  const judged = await passwordQueue.enqueue(attempt.ip, async () => {
    const noted = await noteAttempt(db, attempt);
    if ('refused' in noted) return { outcome: noted, underAttack: false };
    const owner = await load();
    const hash = owner?.password_hash ?? null;
    const right = await verifyPassword(hash, password);
    if (owner === undefined || hash === null || !right) return { ...noted, outcome: null };
    await forgetAttempts(db, attempt.email, attempt.ip);
    return { ...noted, outcome: { owner, hash } };
  });
  if (judged.underAttack) await pause(attackPauseMs);
  return judged.outcome;
}

/**
 * The right person was here: the account's failures from this address are forgotten, and this attempt was none. One
 * statement, which takes the counts in the order in which attempts do.
 */
export async function forgetAttempts(db: Db, email: string, ip: string): Promise<void> {
  await sql`
    with of_pair as (delete from tallies where key = ${pairKey(email, ip)} returning 1),
    of_address as (
      update tallies set count = count - 1
      where key = ${addressKey(ip)} and count > 0 and (select count(*) from of_pair) >= 0
      returning 1)
    update tallies set count = count - 1
    where key = ${accountKey(email)} and count > 0 and (select count(*) from of_address) >= 0
  `.execute(db);
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
