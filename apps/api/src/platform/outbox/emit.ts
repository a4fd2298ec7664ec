import type { NewEvent } from '@clearcall/domain/applications/event.ts';
import { followedEventTypes } from '@clearcall/domain/automation/mails-of-events.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/** What automations do is tried so often where the database or the program fails; what is refused is not tried again. */
export const automateAttempts = 25;

export type Emit = (
  tx: Db,
  events: readonly NewEvent[],
  parts?: readonly RawBuilder<unknown>[],
) => Promise<number[]>;

/**
 * Writes events and, for those that somebody follows, the job that handles them: one statement, in the caller's
 * transaction (a Kysely transaction is a Db), so that either both happened or neither. Answers the ids of the events, in their order.
 * `parts` are written in the same statement, as parts of its `with`.
 */
export const emit: Emit = async (tx, events, parts = []) => {
  if (events.length === 0 && parts.length === 0) return [];
  const rows = JSON.stringify(
    events.map((event) => ({
      type: event.type,
      application_id: event.applicationId ?? null,
      assignment_id: event.assignmentId ?? null,
      user_id: event.userId ?? null,
      actor_id: event.actorId ?? null,
      detail: event.detail ?? {},
      occurred_at: event.occurredAt.toISOString(),
    })),
  );
  const statement = sql<{ id: number }>`
    with ${sql.join([
      ...parts,
      sql`written as (
      insert into events (type, application_id, assignment_id, user_id, actor_id, detail, occurred_at)
      select type, application_id, assignment_id, user_id, actor_id, detail, occurred_at
      from jsonb_to_recordset(${rows}::jsonb) as given(type text, application_id bigint, assignment_id uuid,
        user_id bigint, actor_id bigint, detail jsonb, occurred_at timestamptz)
      returning id, type, application_id)`,
      // Automations look at what happened to one application in its order: one job for each, however much happened. Each is
      // looked up by itself: of very many the planner would go through all.
      sql`awaited as (
      insert into automation_events (event_id, application_id)
      select w.id, w.application_id from written w cross join lateral (
        select a.flow_version_id from applications a where a.id = w.application_id offset 0) ap
      where exists (select from flow_automations f where f.flow_version_id = ap.flow_version_id and f.event = w.type)
      returning application_id)`,
    ])}
    select id, case when type = any(${followedEventTypes}::text[])
      then graphile_worker.add_job('handle_event', json_build_object('eventId', id)) is not null end, (
      select count(graphile_worker.add_job('automate', json_build_object('applicationId', application_id),
        job_key => 'automate ' || application_id, max_attempts => ${automateAttempts}::int))
      from (select distinct application_id from awaited) as each)
    from written order by id
  `;
  const { rows: written } = await statement.execute(tx);
  return written.map(({ id }) => id);
};
