import { mailsOfEvents } from '@clearcall/domain/automation/mails-of-events.ts';
import type { MailTemplate } from '@clearcall/domain/mail/mail.ts';
import type { EventType } from '@clearcall/domain/model/event.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Db } from '../platform/db/pool.ts';
import type { Database } from '../platform/db/schema.ts';
import { type PlannedMail, planDeliveries } from '../platform/outbox/plan-deliveries.ts';
import type { Platform } from '../platform/platform.ts';

type Event = Selectable<Database['events']>;
type Plan = (db: Db, event: Event) => Promise<PlannedMail[]>;

/** A mail to the person of the event, while the account is in one of these states. */
const toAccount =
  (templateOf: (status: 'locked' | 'active') => MailTemplate | null): Plan =>
  async (db, event) => {
    if (event.user_id === null) return [];
    const user = await db
      .selectFrom('users')
      .select(['email', 'status'])
      .where('id', '=', event.user_id)
      .executeTakeFirst();
    if (user === undefined || user.status === 'closed') return [];
    const template = templateOf(user.status);
    if (template === null) return [];
    const facts = { userId: event.user_id };
    return [{ recipient: user.email, template, facts }];
  };

const confirmation = toAccount((status) => (status === 'locked' ? 'confirm_account' : null));

const toChallenged: Plan = async (_db, { detail }) => {
  const { challengeId, email } = z.object({ challengeId: z.string(), email: z.string() }).parse(detail);
  return [{ recipient: email, template: 'human_code', facts: { challengeId } }];
};

const toApplicant: Plan = async (db, event) => {
  if (event.application_id === null || event.user_id === null) return [];
  const row = await db
    .selectFrom('applications')
    .innerJoin('calls', 'calls.id', 'applications.call_id')
    .innerJoin('users', 'users.id', 'applications.owner_id')
    .select(['users.email', 'users.first_name', 'users.last_name', 'applications.uid', 'applications.title'])
    .select(['calls.title as callTitle', 'calls.time_zone as timeZone'])
    .where('applications.id', '=', event.application_id)
    // What a reviewer submits is no news for the applicant.
    .where('applications.owner_id', '=', event.user_id)
    .executeTakeFirst();
  if (row === undefined) return [];
  const { email, uid, title, callTitle, timeZone } = row;
  const name = `${row.first_name} ${row.last_name}`.trim();
  const facts = { name, uid, title, callTitle, timeZone, submittedAt: event.occurred_at.toISOString() };
  return [{ recipient: email, template: 'application_submitted', facts }];
};

/** How each mail finds its reader and its facts. What must stay secret comes at sending. */
const plans: Record<MailTemplate, Plan> = {
  confirm_account: confirmation,
  // Who registers again gets the link again while the account waits for it, otherwise word of the attempt.
  already_registered: toAccount((status) => (status === 'locked' ? 'confirm_account' : 'already_registered')),
  reset_password: toAccount(() => 'reset_password'),
  human_code: toChallenged,
  application_submitted: toApplicant,
};

const payloadSchema = z.object({ eventId: z.number() });

/** Plans the mails that follow from one event. Doing it twice plans once. */
export async function handleEvent(platform: Platform, payload: unknown): Promise<void> {
  const { eventId } = payloadSchema.parse(payload);
  const { db, now, newId, config } = platform;
  const event = await db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst();
  const template = mailsOfEvents[event?.type as EventType];
  if (event === undefined || template === undefined) return;
  const mails = await plans[template](db, event);
  const host = new URL(config.publicUrl).hostname;
  await planDeliveries(db, eventId, mails, { now: now(), newId, host });
}
