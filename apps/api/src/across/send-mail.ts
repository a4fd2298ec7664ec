import { setTimeout } from 'node:timers/promises';
import type { NewEvent } from '@clearcall/domain/applications/event.ts';
import { behindUserPortal } from '@clearcall/domain/mail/behind-login.ts';
import { type MailTemplate, readMail } from '@clearcall/domain/mail/mail.ts';
import { renderMail } from '@clearcall/domain/mail/render.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { defaultLanguage, type ReaderLanguage, readLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../platform/db/pool.ts';
import type { JobFacts } from '../platform/jobs/work.ts';
import { isUnreachable, type SendMail } from '../platform/mail/mailer.ts';
import { mailAttempts } from '../platform/outbox/plan-deliveries.ts';
import { type Platform, workflowNow } from '../platform/platform.ts';
import { noteEntries } from './letters/calendar-entries.ts';
import { calendarFiles } from './letters/calendar-file.ts';
import { mailWork } from './mail-work.ts';

const payloadSchema = z.union([
  z.object({ deliveryIds: z.array(z.string()).min(1), looks: z.number().default(0) }),
  // Jobs that an earlier version wrote, and that wait for the mail server to this day.
  z
    .object({ deliveryId: z.string() })
    .transform(({ deliveryId }) => ({ deliveryIds: [deliveryId], looks: 0 })),
]);

/** For the log of staff: which mail did not reach whom. The words of the server stay with the delivery, they name the address. */
const failed = (
  { id, template, facts }: { id: string; template: string; facts: Record<string, unknown> },
  now: Date,
): NewEvent => ({
  type: 'mail_failed',
  occurredAt: now,
  userId: typeof facts.userId === 'number' ? facts.userId : undefined,
  applicationId: typeof facts.applicationId === 'number' ? facts.applicationId : undefined,
  detail: { template, deliveryId: id },
});

/**
 * How long a mail that took so long to write waits before it is sent where the process answers people as well: while
 * thousands are written one after the other, three quarters of the time are theirs. It never takes as long as a person notices.
 */
const restMs = (writingMs: number): number => Math.min(3 * writingMs, 100);

/** By what mails leave, and whether they rest beside people who are answered by the same process. */
interface Dispatch {
  send: SendMail;
  rests: boolean;
}

/**
 * Sends planned mails, one after the other. One that was sent is never sent again; where some failed, the worker comes
 * again for those alone. Each is noted before the next one begins, so that a stop anywhere leaves one in doubt at most.
 */
export async function sendPlannedMails(
  platform: Platform,
  dispatch: Dispatch,
  payload: unknown,
  job: JobFacts,
): Promise<void> {
  const { deliveryIds, looks } = payloadSchema.parse(payload);
  const claimed = await claim(platform.db, deliveryIds);
  // What was tried less often goes first, so that one mail on which the server breaks off stands in nobody's way.
  const deliveries = claimed.sort((one, other) => one.attempts - other.attempts);
  const failures: unknown[] = [];
  let serverAnswers = false;
  for (const [at, delivery] of deliveries.entries()) {
    try {
      if (await sendOne(platform, dispatch, { ...delivery, looks }, job)) serverAnswers = true;
    } catch (error) {
      failures.push(error);
      if (isUnreachable(error)) serverAnswers = false;
      // The others would only wait for the same server; at the last attempt each must be given up by itself.
      if (!isUnreachable(error) || job.isLastAttempt) continue;
      await handBack(platform.db, deliveries.slice(at + 1));
      break;
    }
  }
  if (serverAnswers) await wakeWaiting(platform.db);
  if (failures.length > 0) throw failures[0];
}

/** Counts the attempt before it is made: what a stop in the middle leaves may have been sent. */
const claim = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('deliveries')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'planned')
    .returning(['id', 'event_id', 'recipient', 'template', 'facts', 'attempts', 'message_id'])
    .returning((row) =>
      row
        .selectFrom('users')
        .select('language')
        .whereRef('users.email', '=', 'deliveries.recipient')
        .as('language'),
    )
    .returning((row) =>
      row.selectFrom('users').select('role').whereRef('users.email', '=', 'deliveries.recipient').as('role'),
    )
    .execute();

async function handBack(db: Db, untried: readonly Pick<Delivery, 'id'>[]): Promise<void> {
  if (untried.length === 0) return;
  await db
    .updateTable('deliveries')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where(
      'id',
      'in',
      untried.map(({ id }) => id),
    )
    .execute();
}

/** It stays planned, and comes with the digest of that morning: nothing was tried yet. */
async function hold(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('deliveries')
    .set((row) => ({ attempts: row('attempts', '-', 1), held_until: until }))
    .where('id', '=', id)
    .execute();
}

/** It stays planned, and a job of its own looks at it again: nothing was tried yet. */
async function lookAgain(
  db: Db,
  { id, looks }: { id: string; looks: number },
  seconds: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await handBack(tx, [{ id }]);
    await sql`select graphile_worker.add_job('send_mail', ${JSON.stringify({ deliveryIds: [id], looks: looks + 1 })}::json,
      run_at => now() + make_interval(secs => ${seconds}), max_attempts => ${mailAttempts}::int)`.execute(tx);
  });
}

/**
 * So many follow each job that sent something: if the server takes all, they are sent soon; if it is away again, few of
 * them have lost an attempt.
 */
const wokenAtOnce = 10;

/** Lets emails that waited for the mail server be sent now, those that were tried least first. */
const wakeWaiting = (db: Db) =>
  sql`
    select graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now())
    from (select id, waiting_job from deliveries where waiting_job is not null and state = 'planned'
        order by attempts limit ${wokenAtOnce}) as d
      join graphile_worker._private_jobs j on j.id = d.waiting_job
        -- In a restored database another job may have that number.
        and j.payload::jsonb -> 'deliveryIds' ? d.id::text
    where j.run_at > now()`.execute(db);

export type Delivery = Awaited<ReturnType<typeof claim>>[number];

/** What the owner of the address reads in; of an address without an account, what was asked for with the mail. */
const languageOf = ({ language, facts }: Delivery): ReaderLanguage =>
  readLanguage(language) ?? readLanguage(facts.language) ?? defaultLanguage;

/** A mail in the words of its recipient, with the facts that it was written from; null: no longer wanted. */
export async function writeMail(platform: Platform, delivery: Delivery) {
  const { theme, logo } = await platform.organisation();
  const template = delivery.template as MailTemplate;
  const mayEnter = delivery.role === null || mayUsePortal('user_portal', delivery.role);
  if (!mayEnter && behindUserPortal.has(template)) return null;
  const translator = platform.organisation.translator(languageOf(delivery));
  const { finish } = mailWork[template];
  const facts = await finish(delivery.facts, platform, {
    translator,
    recipient: delivery.recipient,
    mayEnter,
  });
  if (facts === null) return null;
  const look = { theme: themeIn(theme, translator.language), logo, portalUrl: platform.config.publicUrl };
  return { facts, rendered: renderMail(readMail(template, facts), look, translator) };
}

/** Returns whether it was sent. */
async function sendOne(
  platform: Platform,
  { send, rests }: Dispatch,
  delivery: Delivery & { looks: number },
  job: JobFacts,
): Promise<boolean> {
  const { db, now, log } = platform;
  const settle = (
    state: 'sent' | 'failed' | 'dropped' | 'planned',
    error: string | null,
    by: Db = db,
    subject: string | null = null,
    waitingJob: number | null = null,
  ) =>
    by
      .updateTable('deliveries')
      .set({
        state,
        error,
        subject,
        sent_at: state === 'sent' ? workflowNow(platform) : null,
        waiting_job: waitingJob,
      })
      // What came together leaves together, or does not.
      .where((row) =>
        state === 'planned'
          ? row('id', '=', delivery.id)
          : row.or([
              row('id', '=', delivery.id),
              row.and([row('digest_id', '=', delivery.id), row('state', '=', 'planned')]),
            ]),
      )
      .execute();
  const giveUp = async (reason: string) => {
    log.warn({ deliveryId: delivery.id, template: delivery.template }, 'a mail was given up');
    await db.transaction().execute(async (tx) => {
      await settle('failed', reason.slice(0, 500), tx);
      await platform.emit(tx, [failed(delivery, now())]);
    });
  };
  try {
    const { mailSender } = await platform.organisation();
    const { attach, wait, entries } = mailWork[delivery.template as MailTemplate];
    const begunMs = performance.now();
    const mail = await writeMail(platform, delivery);
    if (rests) await setTimeout(restMs(performance.now() - begunMs));
    if (mail === null) {
      await settle('dropped', null);
      return false;
    }
    const { facts, rendered } = mail;
    const when = (await wait?.(facts, platform, delivery)) ?? 'send';
    if (when === 'leave_out') {
      await settle('dropped', null);
      return false;
    }
    if (when !== 'send' && 'againAfter' in when) {
      await lookAgain(db, delivery, when.againAfter);
      return false;
    }
    if (when !== 'send') {
      await hold(db, delivery.id, when.until);
      return false;
    }
    const brings = entries?.(facts) ?? [];
    const files = (await attach?.(delivery.facts, platform, facts)) ?? [];
    const sending = await send({
      messageId: delivery.message_id,
      from: mailSender,
      to: delivery.recipient,
      ...rendered,
      attachments: [...files, ...calendarFiles(brings, now(), mailSender)],
    });
    if (sending.ok && brings.length === 0) {
      await settle('sent', null, db, rendered.subject);
    } else if (sending.ok) {
      await db.transaction().execute(async (tx) => {
        await settle('sent', null, tx, rendered.subject);
        await noteEntries(tx, delivery.recipient, brings, workflowNow(platform));
      });
    } else {
      await giveUp(sending.reason);
    }
    return sending.ok;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (job.isLastAttempt) await giveUp(reason);
    else await settle('planned', reason.slice(0, 500), db, null, isUnreachable(error) ? job.id : null);
    throw error;
  }
}
