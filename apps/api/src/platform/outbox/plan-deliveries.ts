import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** A mail that is to go out. `facts` never hold a token, a code or a password: those are made at sending. */
export interface PlannedMail {
  recipient: string;
  template: string;
  facts: Record<string, unknown>;
  /** The event that it follows from, where several are planned for at once. */
  eventId?: number;
}

/** The part of a Message-ID that says where a mail comes from. */
export const hostOf = ({ config }: { config: { publicUrl: string } }): string =>
  new URL(config.publicUrl).hostname;

/** With what deliveries are made: they are sent in real time, whatever the time of the workflow. */
export const makingOf = (platform: {
  config: { publicUrl: string };
  now: () => Date;
  newId: () => string;
}): { now: Date; newId: () => string; host: string } => ({
  now: platform.now(),
  newId: platform.newId,
  host: hostOf(platform),
});

/** A mail to a list can wait while somebody asks for a new password. */
export type Urgency = 'at_once' | 'can_wait';
/** Jobs of a lower number come first; 0 is the usual one. */
export const priorityOfLists = 10;

// With the worker's back-off (e to the power of the attempt in seconds, at most six hours) a mail server may be away
// for two weeks and nothing is lost.
export const mailAttempts = 75;
/** So many mails to a list share one job: few enough that a slow server does not hold a worker for long. */
const mailsPerJob = 10;

/**
 * Writes the mails that follow from an event with the jobs that send them, one each or, to a list, some together, in one
 * statement. The key makes each
 * unique: an event that is handled twice plans once. `host` goes into the Message-ID, which stays the same when a
 * mail has to be sent again.
 */
export async function planDeliveries(
  db: Db,
  eventId: number | null,
  mails: readonly PlannedMail[],
  made: { now: Date; newId: () => string; host: string; urgency?: Urgency },
): Promise<void> {
  if (mails.length === 0) return;
  const isList = made.urgency === 'can_wait';
  const rows = JSON.stringify(
    mails.map((mail) => {
      const id = made.newId();
      return {
        id,
        event: mail.eventId ?? eventId,
        key: `event ${mail.eventId ?? eventId}: ${mail.template} to ${mail.recipient}`,
        recipient: mail.recipient,
        template: mail.template,
        facts: mail.facts,
        message_id: `<${id}@${made.host}>`,
      };
    }),
  );
  await sql`
    with planned as (
      insert into deliveries (id, key, kind, event_id, recipient, template, facts, message_id, planned_at)
      select id, key, 'mail', event, recipient, template, facts, message_id, ${made.now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as given(id uuid, event bigint, key text, recipient text, template text,
        facts jsonb, message_id text)
      on conflict (key) do nothing
      returning id
    )
    select graphile_worker.add_job('send_mail', json_build_object('deliveryIds', json_agg(id)),
      max_attempts => ${mailAttempts}::int, priority => ${isList ? priorityOfLists : 0}::int)
    from (select id, (row_number() over () - 1) / ${isList ? mailsPerJob : 1}::int as share from planned) as shared
    group by share
  `.execute(db);
}
