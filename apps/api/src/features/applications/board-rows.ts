import { pendingStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import type { StoredPerson } from '@clearcall/domain/people/person-name.ts';
import { actsFor } from '@clearcall/domain/people/roles.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { lastName } from '../../platform/db/last-name.ts';
import { stepLanguage, stepTitleIn, toldAs } from '../../platform/db/told-in.ts';
import { constants, isOpenByCall, ownPartitions, visibleMeaningsSql, withoutConflict } from './scope-sql.ts';
import { waitsForChanges } from './sql.ts';
import {
  isAssignedBy,
  isDone,
  isLive,
  isOngoing,
  isUnderReview,
  meantSql,
  stepProgress,
  stepsLackingPeople,
} from './step-progress.ts';

export type Kind = TaskBoard['kind'];
type Name = Pick<StoredPerson, 'firstName' | 'lastName'>;

/** Rows of a board that a reply holds; `total` counts all. */
const maxRows = 50;
/** Applications of each kind that are looked at, so that a reply stays fast however many wait. */
const maxLookedAt = 500;

export interface FoundRow
  extends Pick<
    TaskRow,
    | 'uid'
    | 'callId'
    | 'flowElementId'
    | 'step'
    | 'told'
    | 'projectTitle'
    | 'unit'
    | 'submitted'
    | 'needed'
    | 'hasLead'
    | 'deadline'
    | 'timeRequest'
    | 'isDone'
  > {
  kind: Kind;
  total: number;
  id: number;
  flowVersionId: number;
  /** Assignment of the reader, one to take, or the one that needs more time; null if there is none. */
  workId: string | null;
  /** Partition that the row is about, or null for all that the application asks for. */
  partitionId: string | null;
  partitionIds: string[];
  /** Meanings of the first step that the reader may read; null for staff, who read all. */
  visible: string[] | null;
  investigator: Name;
  /** Owner of the assignment in this row; null if it is the reader. */
  asker: Name | null;
  /** People who submitted the reviews that are to be paid. */
  experts: Name[];
  left: Record<string, string>;
  /** Partitions that a step turned down whose submissions the reader may read. */
  turnedDown: string[];
}

/** Empty tables stand for boards that the reader does not have: the planner leaves them out. */
const rowsIf = (wanted: boolean, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  wanted
    ? rows
    : sql`select null::text, null::bigint, null::text, null::text, null::uuid, null::bigint, null::timestamptz, false where false`;

const nameOf = (row: string): RawBuilder<Name> =>
  sql`json_build_object('firstName', ${sql.ref(`${row}.first_name`)}, 'lastName', ${lastName(row)})`;

/** Requests for more time that wait for an answer of staff. */
const timeRequests = (userId: number): RawBuilder<unknown> => sql`
  select 'time', a.application_id, a.step_id, a.partition_id, a.id, a.owner_id,
    (a.time_request ->> 'until')::timestamptz, false
  from assignments a join applications ap on ap.id = a.application_id
  where a.time_request ->> 'declined' is null and a.time_request is not null and a.status = any(${constants(pendingStatuses)})
    and ap.status <> 'draft' and ap.owner_id <> ${userId} and ${withoutConflict(userId)}`;

/**
 * Steps that need people, due with their last open assignment or their timeframe, as in the process of the application,
 * and, outside of the staff, assignments without an owner that the reader may assign, for a centre or for the whole call.
 * An assignment that they may take on themselves is a pending action.
 */
const peopleToAssign = (viewer: Viewer): RawBuilder<unknown> => {
  const { userId, role, isStaff } = viewer;
  const reaches =
    actsFor[role] === 'centre'
      ? sql`a.partition_id = any(${ownPartitions(userId)})`
      : sql`${!isStaff} and ${isOpenByCall(viewer)}`;
  return sql`
  select 'assign', s.id, s.step_id, s.partition_id, null::uuid, null::bigint,
    greatest(t.ends_at, s.due_at), false
  from (${stepsLackingPeople(viewer)}) s join open o on o.id = s.id
    left join timeframes t on t.cutoff_id = o.cutoff_id and t.step_id = s.step_id
  union all
  select 'assign', a.application_id, a.step_id, a.partition_id, null::uuid, null::bigint, a.deadline_at, false
  from assignments a join applications ap on ap.id = a.application_id
    join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
  where ${reaches} and a.owner_id is null and a.status = 'assigned' and ap.owner_id <> ${userId} and ap.status <> 'draft'
    and ${withoutConflict(userId)} and ${role}::text = any(f.assigned_by)
    and a.role <> ${role} and ${role}::text <> all(f.roles) and not ${waitsForChanges}`;
};

/**
 * Applications of a panel that reached a step which the reader works on or reads, at the step where they are: the last one
 * that has begun, or one that the applicant works on.
 */
const ofPanel = ({ role }: Viewer): RawBuilder<unknown> => sql`
  (select distinct on (s.id) 'panel', s.id, s.step_id, null::text, w.work_id, null::bigint, w.deadline_at, false
  from (
    select r.id, r.step_id, r.position, false as is_of_applicant from reached r where r.done + r.ongoing > 0 or r.is_next
    union all
    select o.id, c.step_id, c.position, true from open o
      join chain c on c.flow_version_id = o.flow_version_id and c.is_of_applicant and not c.is_first
      join worked k on k.application_id = o.id and k.step_id = c.step_id and k.ongoing > 0) s
    left join own w on w.id = s.id
  where s.id in (select r.id from reached r where (r.done + r.ongoing > 0 or r.is_next) and (r.mine or exists (
    select from view_rules v where v.flow_version_id = r.flow_version_id and v.step_id = r.step_id and v.role = ${role}
      and v.scope in ('panel', 'call') and v.of_kind in ('always', 'submitted'))))
  order by s.id, s.is_of_applicant desc, s.position desc)`;

const toDecide = sql`
  select 'decide', r.id, r.step_id, null::text, w.work_id, null::bigint, w.deadline_at, false
  from reached r left join own w on w.id = r.id
  where r.is_final and (r.ongoing > 0 or r.is_next and r.done = 0)`;

const payments = ({ userId, role }: Viewer): RawBuilder<unknown> => sql`
  select 'payments', a.application_id, a.step_id, null::text, a.id, null::bigint, a.deadline_at, ${isDone}
  from assignments a join applications ap on ap.id = a.application_id
    join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = a.step_id
  where f.kind = 'payment' and (a.owner_id = ${userId} and ${isLive}
    or a.owner_id is null and a.status = 'assigned' and ${role}::text = any(f.roles))
    and ap.owner_id <> ${userId} and ${withoutConflict(userId)} and not ${waitsForChanges}`;

/** Whether the row is a payment that is not assigned to anyone. */
const isToTake = sql<boolean>`g.kind = 'payments' and exists (
  select from assignments s where s.id = g.work_id and s.owner_id is null)`;

/** The amounts left in the pools of these cut-offs. An application's own awards count as left. */
const pools = sql`
  pools as materialized (
    select c.cutoff_id, c.partition_id, c.pool - coalesce(sum(d.amount), 0) as amount
    from cutoff_partitions c left join (decisions d join applications o on o.id = d.application_id
        and o.status not in ('draft', 'withdrawn') and d.outcome in ('awarded', 'reduced')
        and not exists (select from decisions n where n.application_id = d.application_id
          and n.partition_id = d.partition_id and n.version > d.version))
      on o.cutoff_id = c.cutoff_id and d.partition_id = c.partition_id
    where c.pool is not null and c.cutoff_id = any(array(select distinct p.cutoff_id from page g
      join applications p on p.id = g.id where g.kind = 'decide'))
    group by c.cutoff_id, c.partition_id, c.pool)`;

const leftOfPools = sql`coalesce((
  select json_object_agg(l.partition_id, trim_scale(greatest(l.amount + coalesce((select d.amount from decisions d
    where d.application_id = ap.id and d.partition_id = l.partition_id and d.outcome in ('awarded', 'reduced')
    order by d.version desc limit 1), 0), 0))::text)
  from pools l where l.cutoff_id = ap.cutoff_id and l.partition_id = any(ap.partition_ids)), '{}')`;

/**
 * Partitions of `ap` that a step turned down: the lead's submission counts, else anybody's. For readers of the step from its
 * submissions on.
 */
const turnedDownFor = ({ role, isStaff }: Viewer): RawBuilder<string[]> => sql`coalesce((
  select json_agg(distinct a.partition_id) from assignments a
  where a.application_id = ap.id and a.verdict = 'dropped' and ${isDone}
    and not exists (select from assignments l where l.application_id = a.application_id and l.step_id = a.step_id
      and l.partition_id = a.partition_id and l.is_lead and l.id <> a.id and l.verdict is distinct from 'dropped')
    ${
      isStaff
        ? sql``
        : sql`and exists (select from view_rules v where v.flow_version_id = ap.flow_version_id and v.step_id = a.step_id
            and v.role = ${role} and v.scope in ('panel', 'call') and v.of_kind in ('always', 'submitted'))`
    }), '[]')`;

/**
 * The rows of all boards in one statement: what has a deadline first, then what waits longest. It reads no flow and no
 * answers.
 */
export function boardRows({
  viewer,
  kinds,
  now,
  order,
  most = maxRows,
}: {
  viewer: Viewer;
  kinds: readonly Kind[];
  now: Date;
  order: Language[];
  /** Number of rows of each board. */
  most?: number | undefined;
}): RawBuilder<FoundRow> {
  const { userId, isStaff } = viewer;
  const looksAtAll = kinds.includes('panel');
  return sql<FoundRow>`
    with ${meantSql(viewer)},
    own as materialized (
      select distinct on (a.application_id) a.application_id as id, a.id as work_id, a.deadline_at from assignments a
      where a.owner_id = ${userId} and a.status = any(${constants(pendingStatuses)})
      order by a.application_id, a.deadline_at),
    review as materialized (
      select ap.id, ap.flow_version_id, ap.partition_ids, ap.cutoff_id from applications ap left join cutoffs k on k.id = ap.cutoff_id
      where ${isUnderReview(viewer, now)}
        ${
          kinds.some((kind) => kind === 'panel' || kind === 'decide')
            ? sql``
            : sql`and (select exists (select from flow_steps f where ${isAssignedBy(viewer, 'f')}))`
        }),
    -- Work on steps after the decision, such as payments, holds up no step before it.
    after_decision as materialized (select f.flow_version_id, f.step_id from flow_steps f
      join flow_steps e on e.flow_version_id = f.flow_version_id and e.is_final and e.position < f.position),
    ongoing as materialized (select i.id, a.step_id from review i join assignments a on a.application_id = i.id
      where ${isOngoing} and (i.flow_version_id, a.step_id) not in (select d.flow_version_id, d.step_id from after_decision d)),
    -- Nobody works on them, or on a step that may need more people than it has, or that decides, or the reader does.
    open as materialized (
      select o.id, o.flow_version_id, o.partition_ids, o.cutoff_id from review o where o.id in (
        (select i.id from review i where i.id not in (select n.id from ongoing n) order by i.id limit ${maxLookedAt})
        union (select n.id from ongoing n join review i on i.id = n.id
            join flow_steps f on f.flow_version_id = i.flow_version_id and f.step_id = n.step_id
          where f.needs > 1 or f.per_partition or f.is_final order by n.id limit ${maxLookedAt})
        union (select w.id from own w)
        ${looksAtAll ? sql`union (select i.id from review i order by i.id desc limit ${maxLookedAt})` : sql``})),
    ${stepProgress(viewer, now, looksAtAll ? sql`true` : sql`(c.is_final or c.kind = 'scientific_review' or ${isAssignedBy(viewer, 'c')})`)},
    listed (kind, id, step_id, partition_id, work_id, asker_id, due_at, is_done) as (
      ${rowsIf(kinds.includes('time'), timeRequests(userId))}
      union all ${rowsIf(kinds.includes('assign'), peopleToAssign(viewer))}
      union all ${rowsIf(kinds.includes('panel'), ofPanel(viewer))}
      union all ${rowsIf(kinds.includes('decide'), toDecide)}
      union all ${rowsIf(kinds.includes('payments'), payments(viewer))}),
    placed as materialized (
      select l.kind, l.id, l.step_id, l.partition_id, l.work_id, l.asker_id, l.due_at, l.is_done,
        count(*) over (partition by l.kind)::int as total,
        row_number() over (partition by l.kind order by l.is_done, l.work_id is null, l.due_at, l.id, l.partition_id) as place
      from listed l),
    page as materialized (
      select g.kind, g.id, g.step_id, g.partition_id, g.work_id, g.asker_id, g.due_at, g.is_done, g.total, g.place
      from placed g where g.place <= ${most}),
    ${pools}
    select g.kind, g.total, ap.id, ap.uid, ap.call_id as "callId", ap.flow_version_id as "flowVersionId", g.step_id as "flowElementId",
      ${stepTitleIn(order, 'f')} as step, ${toldAs({ step: stepLanguage(order, 'f') })} as told, g.work_id as "workId",
      ${iso('g.due_at')} as deadline, g.partition_id as "partitionId",
      g.is_done as "isDone", ap.partition_ids as "partitionIds", ap.title as "projectTitle",
      json_build_object('firstName', ap.pi_first_name, 'lastName', ap.pi_last_name) as investigator,
      (select ${nameOf('u')} from users u where u.id = g.asker_id) as asker, c.unit,
      ${isStaff ? sql`null::text[]` : visibleMeaningsSql(viewer, isToTake)} as visible,
      coalesce(case g.kind when 'assign' then r.done + r.ongoing else v.done end, 0) as submitted, case when g.kind in ('panel', 'decide') then coalesce(v.needs, 0) else f.needs end as needed, r.has_lead as "hasLead",
      case when g.kind = 'payments' and not g.is_done then coalesce((select json_agg(${nameOf('u')} order by a.submitted_at)
        from assignments a join flow_steps s on s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id and s.kind = 'scientific_review'
          join users u on u.id = a.owner_id where a.application_id = ap.id and ${isDone}), '[]') else '[]' end as experts,
      case when g.kind = 'time' then (select json_build_object('reason', a.time_request ->> 'reason', 'timeZone', c.time_zone)
        from assignments a where a.id = g.work_id) end as "timeRequest",
      case when g.kind = 'decide' then ${leftOfPools} else '{}' end as left,
      case when g.kind in ('assign', 'panel', 'decide') then ${turnedDownFor(viewer)} else '[]' end as "turnedDown"
    from page g join applications ap on ap.id = g.id join calls c on c.id = ap.call_id
      left join flow_steps f on f.flow_version_id = ap.flow_version_id and f.step_id = g.step_id
      left join reached r on r.id = g.id and r.step_id = g.step_id
      left join lateral (select e.done, e.needs from reached e
        where e.id = g.id and e.kind = 'scientific_review' and g.kind in ('panel', 'decide') limit 1) v on true
    order by g.kind, g.place`;
}
