import type { Point } from '@clearcall/domain/applications/thread.ts';
import { type RawBuilder, sql } from 'kysely';

interface ChangeRequest {
  /** Of whose answers changes are asked for. */
  assignmentId: string;
  actorId: number;
  now: Date;
}

const noRow = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * Parts of a statement: the points of `sent` (element_id, group_id, author_id, role, text) become what is asked for at
 * their fields. Who asks again at a field goes on in its thread. Ids are drawn, for they are told to those who may not know
 * the hour.
 */
const asked = ({ assignmentId, now }: ChangeRequest): RawBuilder<unknown>[] => [
  sql`threaded as (
    insert into threads (id, assignment_id, element_id, group_id, asked_at)
    select gen_random_uuid(), ${assignmentId}::uuid, f.element_id, f.group_id, ${now}::timestamptz
    from (select distinct element_id, group_id from sent) f
    on conflict (assignment_id, element_id, coalesce(group_id, ${noRow}))
      do update set asked_at = excluded.asked_at, answered = false
    returning id, element_id, group_id)`,
  sql`commented as (
    insert into comments (id, thread_id, position, author_id, role, asks, text, created_at)
    select gen_random_uuid(), t.id, (select count(*) from comments m where m.thread_id = t.id)
        + row_number() over (partition by t.id order by s.author_id, s.text),
      s.author_id, s.role, true, s.text, ${now}::timestamptz
    from sent s join threaded t on t.element_id = s.element_id and t.group_id is not distinct from s.group_id)`,
];

/** With a submission that judges: what was gathered by those who work on its step, and by whoever submits. */
export const sendGathered = (request: ChangeRequest & { stepId: string }): RawBuilder<unknown>[] => [
  sql`sent as (
    delete from points where assignment_id = ${request.assignmentId}::uuid
      and (step_id = ${request.stepId} or author_id = ${request.actorId}::bigint)
    returning element_id, group_id, author_id, role, text)`,
  ...asked(request),
];

/**
 * With a decision: what is named in it. What was gathered and is sent word for word goes with it, and stays that of whoever
 * gathered it; what is not sent stays gathered.
 */
export const sendNamed = (
  request: ChangeRequest & { points: readonly Point[]; role: string },
): RawBuilder<unknown>[] => [
  sql`named as (
    select distinct "flowElementId" as element_id, "dataGroupId" as group_id, text
    from jsonb_to_recordset(${JSON.stringify(request.points)}::jsonb)
      as given("flowElementId" text, "dataGroupId" uuid, text text))`,
  sql`gathered as (
    delete from points p using named n where p.assignment_id = ${request.assignmentId}::uuid
      and (p.step_id is null or p.author_id = ${request.actorId}::bigint)
      and p.element_id = n.element_id and p.group_id is not distinct from n.group_id and p.text = n.text
    returning p.element_id, p.group_id, p.author_id, p.role, p.text)`,
  sql`sent as (
    select n.element_id, n.group_id, coalesce(g.author_id, ${request.actorId}::bigint) as author_id,
      coalesce(g.role, ${request.role}) as role, n.text
    from named n left join gathered g on g.element_id = n.element_id
      and g.group_id is not distinct from n.group_id and g.text = n.text)`,
  ...asked(request),
];

/** With a submission: what was answered in it is there for those who asked. */
export const handInComments = (assignmentId: string, now: Date): RawBuilder<unknown> => sql`handed_in as (
  update comments m set handed_in_at = ${now}::timestamptz from threads t
  where t.id = m.thread_id and t.assignment_id = ${assignmentId}::uuid and not m.asks and m.handed_in_at is null)`;
