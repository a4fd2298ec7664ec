import { goneStatuses, handedInStatuses, ongoingStatuses } from '@clearcall/domain/applications/statuses.ts';
import { actsFor } from '@clearcall/domain/people/roles.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type RawBuilder, sql } from 'kysely';
import { constants, isOpenByRule, openReaderships, ownPartitions, withoutConflict } from './scope-sql.ts';
import { isOfArrival } from './sql.ts';

export const isLive = sql<boolean>`a.status <> all(${constants(goneStatuses)})`;
export const isDone = sql<boolean>`a.status = any(${constants(handedInStatuses)})`;
/** In the words of the index assignments_ongoing. */
export const isOngoing = sql<boolean>`a.status in (${sql.join(ongoingStatuses.map((status) => sql.lit(status)))})`;

const isOfApplicant = sql`(f.owner_role in ('applicant', 'user'))`;

/** Whether the viewer assigns the step `of`: staff assign every step. */
export const isAssignedBy = ({ isStaff, role }: Viewer, of: string): RawBuilder<boolean> =>
  isStaff ? sql`true` : sql`${role}::text = any(${sql.ref(`${of}.assigned_by`)})`;

/** The table `meant` of readerships that rules open to the viewer, for `isUnderReview`. */
export const meantSql = (viewer: Viewer): RawBuilder<unknown> =>
  sql`meant as materialized (${openReaderships(viewer)})`;

/**
 * Whether somebody else's application `ap` with the cut-off `k` is under review, as the viewer knows: its cut-off is over,
 * and it has no result. Outside of the staff, a result that was not released counts for nothing.
 */
export const isUnderReview = (viewer: Viewer, now: Date): RawBuilder<boolean> => sql`(ap.status = 'submitted'
  and ap.owner_id <> ${viewer.userId} and ${withoutConflict(viewer.userId)}
  and (k.ends_at is null or k.ends_at < ${now}::timestamptz)
  and ${viewer.isStaff ? sql`true` : isOpenByRule(viewer, sql`meant`)}
  and not exists (select from decisions d where d.application_id = ap.id
    ${viewer.isStaff ? sql`` : sql`and d.released_at is not null`}))`;

/**
 * How far the steps of the applications in the table `open` are, as the table `reached`. Which steps are next and need
 * people is the rule of `peopleNeeded` in the domain. `wanted`: which steps `c` of the flows.
 */
export const stepProgress = (
  { userId, isStaff }: Viewer,
  now: Date,
  wanted: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  chain as materialized (
    select f.flow_version_id, f.step_id, f.position, f.needs, f.per_partition, f.is_final, f.is_first, f.kind,
      f.assigned_by, f.started_by, f.awaits_step, f.awaits_of, ${isOfApplicant} as is_of_applicant, coalesce(lag(f.judges is not null) over way, false) as after_check, lag(f.step_id) over way as before, lag(f.needs) over way as before_needs,
      lag(f.per_partition) over way as after_partitions
    from flow_steps f where f.flow_version_id = any(array(select distinct flow_version_id from open))
      and (f.is_first or not ${isOfApplicant} or f.started_by is not null)
      and f.position <= coalesce((select min(e.position) from flow_steps e
        where e.flow_version_id = f.flow_version_id and e.is_final), f.position)
    window way as (partition by f.flow_version_id order by f.position)),
  worked as materialized (
    select a.application_id, a.step_id, count(*) filter (where ${isDone})::int as done,
      count(*) filter (where ${isOngoing})::int as ongoing, max(a.deadline_at) filter (where ${isOngoing}) as due_at, bool_or(a.is_lead) as has_lead,
      coalesce(bool_or(a.owner_id = ${userId}), false) as mine,
      array_agg(a.partition_id) filter (where a.partition_id is not null) as partitions, array_agg(a.partition_id) filter (where a.verdict = 'dropped') as dropped
    from open o join assignments a on a.application_id = o.id where ${isLive}
    group by a.application_id, a.step_id),
  busy as materialized (
    select w.application_id, min(f.position) as first from worked w join open o on o.id = w.application_id
      join flow_steps f on f.flow_version_id = o.flow_version_id and f.step_id = w.step_id
    where w.ongoing > 0 group by w.application_id),
  reached as materialized (
    select o.id, o.flow_version_id, o.partition_ids, coalesce(w.mine, false) as mine, c.step_id, c.position, c.kind, c.is_final, c.per_partition, c.needs, c.assigned_by,
      coalesce(w.done, 0) as done, coalesce(w.ongoing, 0) as ongoing, w.due_at, coalesce(w.partitions, '{}') as partitions,
      coalesce(b.dropped, '{}') as dropped, coalesce(w.has_lead, false) as has_lead,
      coalesce(b.done >= c.before_needs, false) and c.position <= coalesce(y.first, c.position)
        ${isStaff ? sql`` : sql`and not c.after_check`}
        and (not c.after_partitions or o.partition_ids <@ coalesce(b.partitions, '{}'))
        and case when c.awaits_step is not null then exists (select from step_arrivals t join applications ap on ap.id = o.id
            where t.cutoff_id = o.cutoff_id and t.step_id = c.awaits_step and t.arrived = c.awaits_of and ${isOfArrival})
          else c.started_by is distinct from 'later' or exists (select from timeframes t
            where t.cutoff_id = o.cutoff_id and t.step_id = c.step_id and t.starts_at <= ${now}::timestamptz) end
        as is_next
    from open o join chain c on c.flow_version_id = o.flow_version_id
      left join worked w on w.application_id = o.id and w.step_id = c.step_id
      left join worked b on b.application_id = o.id and b.step_id = c.before
      left join busy y on y.application_id = o.id
    where not c.is_first and not c.is_of_applicant and ${wanted})`;

/**
 * The steps that need people whom the viewer may assign, from the table `reached`: one row for each, and for each partition
 * of a step that is done by partition.
 */
export const stepsLackingPeople = (viewer: Viewer): RawBuilder<unknown> => sql`
  select r.id, r.step_id, p.id as partition_id, r.due_at from reached r
    cross join lateral (select null::text as id where not r.per_partition
      union all select id from unnest(r.partition_ids) id where r.per_partition
        and id <> all(r.partitions) and id <> all(r.dropped)
        ${actsFor[viewer.role] === 'centre' ? sql`and id = any(${ownPartitions(viewer.userId)})` : sql``}) p
  where r.is_next and ${isAssignedBy(viewer, 'r')} and (r.per_partition or r.done + r.ongoing < r.needs)`;
