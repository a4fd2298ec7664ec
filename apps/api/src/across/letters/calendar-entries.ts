import type { EventName } from '@clearcall/domain/forms/event-names.ts';
import { startedBy } from '@clearcall/domain/forms/started-by.ts';
import type { CalendarEntry } from '@clearcall/domain/mail/flow-mails.ts';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import { isReachable } from '../../platform/db/is-reachable.ts';
import type { Db } from '../../platform/db/pool.ts';
import { hostOf, type PlannedMail } from '../../platform/outbox/plan-deliveries.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { type ReadAsRecipient, readAsRecipient, type Sending } from './read-as-recipient.ts';

/** As which the entry for the deadline of an assignment is known to every program that has it. */
export const entryId = (platform: Platform, assignmentId: string): string =>
  `assignment-${assignmentId}@${hostOf(platform)}`;

/** Notes what a mail brought to somebody's calendar, in the transaction that notes that it left. */
export async function noteEntries(
  tx: Db,
  recipient: string,
  entries: readonly CalendarEntry[],
  now: Date,
): Promise<void> {
  await sql`
    insert into calendar_entries (assignment_id, user_id, sequence, due_at, cancelled_at)
    select distinct on (a.id) a.id, u.id, given.sequence, given.at,
      case when given."isCancelled" then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as given("assignmentId" uuid, sequence integer, at timestamptz, "isCancelled" boolean)
      join assignments a on a.id = given."assignmentId" join users u on u.email = ${recipient}::citext
    order by a.id, given.sequence desc
    on conflict (assignment_id, user_id) do update
      set sequence = excluded.sequence, due_at = excluded.due_at, cancelled_at = excluded.cancelled_at
  `.execute(tx);
}

/** What takes work from whoever has it: of an event `e` about an assignment `a`, whether `c` is the entry of somebody who lost it. */
const isLost = sql<boolean>`(e.type in ('revoked', 'refused') and a.status in ('revoked', 'refused')
  or e.type = 'handed_back' and e.user_id = c.user_id
    and (a.status = 'refused' or a.owner_id is distinct from c.user_id))`;

/**
 * The entry that takes a deadline out of somebody's calendar again, where a mail had brought it there and the event has
 * taken the work from them; null otherwise. It says nothing but that: they may not know any more what it was about.
 */
export async function cancelledEntry(
  platform: Platform,
  { viewer }: Pick<ReadAsRecipient, 'viewer'>,
  { assignmentId, eventId }: { assignmentId: string | null; eventId: number },
  { translate }: Translator,
): Promise<CalendarEntry | null> {
  if (assignmentId === null) return null;
  const { rows } = await sql<{ sequence: number; at: Date }>`
    select greatest(a.revision, c.sequence + 1) as sequence, c.due_at as at
    from calendar_entries c join assignments a on a.id = c.assignment_id
      join events e on e.id = ${eventId} and e.assignment_id = a.id
    where c.assignment_id = ${assignmentId}::uuid and c.user_id = ${viewer.userId} and c.cancelled_at is null
      and c.due_at > ${workflowNow(platform)}::timestamptz and ${isLost}
  `.execute(platform.db);
  const [entry] = rows;
  if (entry === undefined) return null;
  return {
    assignmentId,
    uid: entryId(platform, assignmentId),
    sequence: entry.sequence,
    title: translate(message('mails.deadlineGone.entry')),
    at: entry.at.toISOString(),
    link: null,
    isCancelled: true,
  };
}

const goneFacts = z.looseObject({
  applicationId: z.number(),
  assignmentId: z.string(),
  userId: z.number(),
  eventId: z.number(),
});

/** To those who have the deadline of work in their calendar that an event took from them. */
export async function planDeadlineGone(
  db: Db,
  { id: eventId, application_id: applicationId }: { id: number; application_id: number | null },
): Promise<Omit<PlannedMail, 'template'>[]> {
  const { rows } = await sql<{ assignmentId: string; userId: number; email: string }>`
    select a.id as "assignmentId", u.id as "userId", u.email
    from events e join assignments a on a.id = e.assignment_id join calendar_entries c on c.assignment_id = a.id
      join users u on u.id = c.user_id and ${isReachable}
    where e.id = ${eventId} and c.cancelled_at is null and ${isLost} order by u.id
  `.execute(db);
  return rows.map(({ email, ...facts }) => ({
    recipient: email,
    facts: { ...facts, applicationId, eventId },
  }));
}

/**
 * The mail that takes a deadline out of somebody's calendar; null where a mail of the flow does it, or has done it. Source:
 * Requirements 2e, 3.2.
 */
export async function readDeadlineGone(
  platform: Platform,
  stored: Record<string, unknown>,
  { translator, recipient: address }: Sending,
): Promise<MailFacts<'deadline_gone'> | null> {
  const planned = goneFacts.parse(stored);
  const read = await readAsRecipient(platform, { ...planned, address }, translator.language);
  if (read === null || (await flowTells(platform, planned, read.snapshot.flowVersionId))) return null;
  const calendar = await cancelledEntry(platform, read, planned, translator);
  if (calendar === null) return null;
  const { title: callTitle, timeZone } = read.snapshot.call;
  return { name: read.name, callTitle, timeZone, deadline: calendar.at, calendar };
}

/** Whether the flow words a mail that tells whoever lost the work. */
async function flowTells(
  platform: Platform,
  { eventId, userId }: { eventId: number; userId: number },
  flowVersionId: number,
): Promise<boolean> {
  const { rows } = await sql<{
    type: EventName;
    userId: number | null;
    step: string;
    partition: string | null;
    role: string;
  }>`
    select e.type, e.user_id as "userId", a.step_id as step, a.partition_id as partition, a.role
    from events e join assignments a on a.id = e.assignment_id where e.id = ${eventId}
  `.execute(platform.db);
  const [event] = rows;
  if (event === undefined || event.userId !== userId) return false;
  const { flow } = await loadFlow(platform, flowVersionId, workflowNow(platform));
  const isAlwaysSent = (id: string) =>
    flow.templates.some((template) => template.id === id && template.onlyWhileOpen !== true);
  return startedBy(flow, { ...event, by: null, of: null }).some(
    (automation) =>
      automation.do === 'notify' &&
      automation.when === undefined &&
      automation.recipients.some(({ to, step }) => to === 'owner' && step === undefined) &&
      isAlwaysSent(automation.template),
  );
}
