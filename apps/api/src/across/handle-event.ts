import type { EventType } from '@clearcall/domain/applications/event.ts';
import { mailsOfEvents } from '@clearcall/domain/automation/mails-of-events.ts';
import type { MailTemplate } from '@clearcall/domain/mail/mail.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../platform/db/pool.ts';
import {
  hostOf,
  type PlannedMail,
  planDeliveries,
  priorityOfLists,
} from '../platform/outbox/plan-deliveries.ts';
import type { Platform } from '../platform/platform.ts';
import { mailWork } from './mail-work.ts';

const openEvent = (db: Db, id: number) =>
  db
    .selectFrom('events')
    .select(['id', 'type', 'application_id', 'assignment_id', 'user_id', 'actor_id', 'detail', 'occurred_at'])
    .where('id', '=', id)
    .executeTakeFirst();

const eventSchema = z.object({ eventId: z.number() });

/** Plans the mails that follow from one event. Doing it twice plans once. */
export async function handleEvent(platform: Platform, payload: unknown): Promise<void> {
  const { eventId } = eventSchema.parse(payload);
  const { db, now, newId } = platform;
  const event = await openEvent(db, eventId);
  if (event === undefined) return;
  const mails: PlannedMail[] = [];
  const templates = mailsOfEvents[event.type as EventType];
  // Whoever wrote the job knows mails that follow from it: it waits for a worker of that version.
  if (templates === undefined) throw new Error(`only a newer version knows what follows from ${event.type}`);
  for (const template of templates) {
    const work = mailWork[template];
    if ('plan' in work)
      for (const mail of await work.plan(db, event, platform)) mails.push({ ...mail, template });
    else await planNextBatch(db, { eventId, template, after: 0 }, 0);
  }
  await planDeliveries(db, eventId, mails, { now: now(), newId, host: hostOf(platform) });
}

/** So many readers of a list at once, and so long from one batch to the next: a thousand mails a minute. */
export const batchOfList = { size: 500, everyS: 30 };

const batchSchema = z.object({ eventId: z.number(), template: z.string(), after: z.number() });
type Batch = z.output<typeof batchSchema>;

async function planNextBatch(db: Db, batch: Batch, inSeconds: number): Promise<void> {
  await sql`select graphile_worker.add_job('plan_list', ${JSON.stringify(batch)}::json,
    run_at => now() + make_interval(secs => ${inSeconds}), priority => ${priorityOfLists}::int)`.execute(db);
}

/**
 * Plans the mails of an event to the next of those on a list, with the job for those behind them: both or neither, so
 * that a stop anywhere leaves nobody out and nobody twice.
 */
export async function planList(platform: Platform, payload: unknown): Promise<void> {
  const batch = batchSchema.parse(payload);
  const { db, now, newId } = platform;
  const work = mailWork[batch.template as MailTemplate];
  const event = await openEvent(db, batch.eventId);
  if (event === undefined || !('nextReaders' in work)) return;
  const readers = await work.nextReaders(db, event, { after: batch.after, size: batchOfList.size });
  const last = readers.at(-1);
  if (last === undefined) return;
  const mails = readers.map(({ recipient, facts }) => ({ recipient, facts, template: batch.template }));
  await db.transaction().execute(async (tx) => {
    const made = { now: now(), newId, host: hostOf(platform), urgency: 'can_wait' } as const;
    await planDeliveries(tx, batch.eventId, mails, made);
    if (readers.length === batchOfList.size)
      await planNextBatch(tx, { ...batch, after: last.userId }, batchOfList.everyS);
  });
}
