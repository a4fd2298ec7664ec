import { mailsOfEvents } from '@clearcall/domain/automation/mails-of-events.ts';
import type { EventType } from '@clearcall/domain/model/event.ts';
import { z } from 'zod';
import { type PlannedMail, planDeliveries } from '../platform/outbox/plan-deliveries.ts';
import type { Platform } from '../platform/platform.ts';
import { mailWork } from './mail-work.ts';

const payloadSchema = z.object({ eventId: z.number() });

/** Plans the mails that follow from one event. Doing it twice plans once. */
export async function handleEvent(platform: Platform, payload: unknown): Promise<void> {
  const { eventId } = payloadSchema.parse(payload);
  const { db, now, newId, config } = platform;
  const event = await db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst();
  if (event === undefined) return;
  const mails: PlannedMail[] = [];
  for (const template of mailsOfEvents[event.type as EventType] ?? []) {
    for (const mail of await mailWork[template].plan(db, event)) mails.push({ ...mail, template });
  }
  const host = new URL(config.publicUrl).hostname;
  await planDeliveries(db, eventId, mails, { now: now(), newId, host });
}
