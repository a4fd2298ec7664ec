import { type MailTemplate, readMail } from '@clearcall/domain/mail/mail.ts';
import { renderMail } from '@clearcall/domain/mail/render.ts';
import type { NewEvent } from '@clearcall/domain/model/event.ts';
import { z } from 'zod';
import type { Db } from '../platform/db/pool.ts';
import type { JobFacts } from '../platform/jobs/work.ts';
import type { SendMail } from '../platform/mail/mailer.ts';
import type { Platform } from '../platform/platform.ts';
import { mailWork } from './mail-work.ts';

const payloadSchema = z.object({ deliveryId: z.string() });

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

/** Sends one planned mail. One that was sent is never sent again; one that failed is tried again by the worker. */
export async function sendPlannedMail(
  platform: Platform,
  send: SendMail,
  payload: unknown,
  job: JobFacts,
): Promise<void> {
  const { deliveryId } = payloadSchema.parse(payload);
  const { db, now, log } = platform;
  const delivery = await db
    .updateTable('deliveries')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('id', '=', deliveryId)
    .where('state', '=', 'planned')
    .returningAll()
    .executeTakeFirst();
  if (delivery === undefined) return;

  const settle = (state: 'sent' | 'failed' | 'dropped' | 'planned', error: string | null, by: Db = db) =>
    by
      .updateTable('deliveries')
      .set({ state, error, sent_at: state === 'sent' ? now() : null })
      .where('id', '=', deliveryId)
      .execute();
  const giveUp = async (reason: string) => {
    log.warn({ deliveryId, template: delivery.template }, 'a mail was given up');
    await db.transaction().execute(async (tx) => {
      await settle('failed', reason.slice(0, 500), tx);
      await platform.emit(tx, [failed(delivery, now())]);
    });
  };
  try {
    const { theme, mailSender } = await platform.organisation();
    const template = delivery.template as MailTemplate;
    const { finish, attach } = mailWork[template];
    const facts = await finish(delivery.facts, platform);
    if (facts === null) {
      await settle('dropped', null);
      return;
    }
    const mail = readMail(template, facts);
    const rendered = renderMail(mail, { theme, portalUrl: platform.config.publicUrl });
    const sending = await send({
      messageId: delivery.message_id,
      from: mailSender,
      to: delivery.recipient,
      ...rendered,
      attachments: (await attach?.(delivery.facts, platform)) ?? [],
    });
    if (sending.ok) {
      await settle('sent', null);
    } else {
      await giveUp(sending.reason);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (job.isLastAttempt) await giveUp(reason);
    else await settle('planned', reason.slice(0, 500));
    throw error;
  }
}
