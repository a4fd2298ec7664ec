import { type MailTemplate, readMail } from '@clearcall/domain/mail/mail.ts';
import { renderMail } from '@clearcall/domain/mail/render.ts';
import { z } from 'zod';
import type { JobFacts } from '../platform/jobs/work.ts';
import type { SendMail } from '../platform/mail/mailer.ts';
import type { Platform } from '../platform/platform.ts';
import { mailWork } from './mail-work.ts';

const payloadSchema = z.object({ deliveryId: z.string() });

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

  const settle = (state: 'sent' | 'failed' | 'planned', error: string | null) =>
    db
      .updateTable('deliveries')
      .set({ state, error, sent_at: state === 'sent' ? now() : null })
      .where('id', '=', deliveryId)
      .execute();
  try {
    const { theme, mailSender } = await platform.organisation();
    const template = delivery.template as MailTemplate;
    const { finish, attach } = mailWork[template];
    const facts = await finish(delivery.facts, platform);
    if (facts === null) {
      await settle('failed', 'no longer needed');
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
      log.warn({ deliveryId, template }, 'a mail was refused for good');
      await settle('failed', sending.reason.slice(0, 500));
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await settle(job.isLastAttempt ? 'failed' : 'planned', reason.slice(0, 500));
    throw error;
  }
}
