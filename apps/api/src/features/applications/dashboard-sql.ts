import type { DashboardApplication } from '@clearcall/domain/applications/application.ts';
import {
  type AssignmentStatus,
  goneStatuses,
  ongoingStatuses,
  pendingStatuses,
} from '@clearcall/domain/applications/statuses.ts';
import type { AgeingDraft, DraftNotices } from '@clearcall/domain/deadlines/draft-expiry.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { actsFor } from '@clearcall/domain/people/roles.ts';
import type {
  ApplicationSnapshot,
  AssignmentSnapshot,
  CutoffSnapshot,
} from '@clearcall/domain/permissions/application-snapshot.ts';
import type { DisclosingStep } from '@clearcall/domain/permissions/disclosed-assignment.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { PayableReview } from '@clearcall/domain/workflow/payment-due.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { releasedAtJson } from '../../platform/db/released-at.ts';
import { stepLanguage, stepTitleIn, toldAs } from '../../platform/db/told-in.ts';
import {
  constants,
  type OwnRule,
  ownPanels,
  ownPartitions,
  rulesThatTell,
  whereInScope,
} from './scope-sql.ts';
import { lastMailJson, timeframesJson, waitsForChanges } from './sql.ts';
import { payableReviewsJson } from './unpaid-reviews.ts';

export interface KnownApplication
  extends Omit<
    DashboardApplication,
    'asked' | 'awarded' | 'unit' | 'assignments' | 'draftExpiresAt' | 'partition' | 'timeZone'
  > {
  partition: string;
  ownerId: number;
  callId: number;
  cutoffId: number | null;
  flowVersionId: number;
  readership: number | null;
  inCentre: boolean;
  inPanel: boolean;
}

/** An assignment of the caller, or one to take. */
export interface KnownAssignment {
  id: string;
  applicationId: number;
  stepId: string;
  role: string;
  status: AssignmentStatus;
  deadline: string | null;
  partitionId: string | null;
  isUnowned: boolean;
  canTake: boolean;
  waitsForChanges: boolean;
  asksForTime: boolean;
  /** Facts that decide whether a judgement is disclosed; null without a judgement. */
  judged:
    | (Pick<AssignmentSnapshot, 'activities'> & Pick<ApplicationSnapshot, 'awardDeclinedAt' | 'releasedAt'>)
    | null;
}

/** The result of the statement. Facts that applications share, such as their steps, are in it once. */
export interface Found {
  roles: string[];
  applications: KnownApplication[];
  assignments: KnownAssignment[];
  drafts: Record<string, AgeingDraft & Pick<DraftNotices, 'last'>>;
  /** By the ids of their calls. */
  windows: Record<string, Pick<CutoffSnapshot, 'id' | 'start' | 'end' | 'timeframes'>[]>;
  /** By their ids. */
  calls: Record<string, { timeZone: string; unit: string }>;
  steps: (DisclosingStep & {
    flowVersionId: number;
    title: string;
    told: Told;
    type: string;
    isFirst: boolean;
    assignedBy: string[];
  })[];
  /** Their names by their ids. */
  partitions: Record<string, string>;
  rules: OwnRule[];
  /** Submitted reviews of the caller that are paid, while bank details are missing. */
  payable: PayableReview[];
}

/** The columns of an application `ap` that are shown, or that decide what is shown. */
const application = sql`ap.id, ap.uid, ap.status, ap.title, ap.pi_first_name, ap.pi_last_name, ap.partitions, ap.owner_id,
  ap.call_id, ap.cutoff_id, ap.flow_version_id, ap.partition_ids, ap.panel, ap.readership_id, ap.created_at,
  ap.updated_at`;
const unowned = sql`select a.id, a.application_id, a.role, a.step_id, a.status, a.deadline_at, a.partition_id, a.created_at
  from assignments a where a.owner_id is null and a.status = 'assigned'`;

/** What it takes to know how judged work `a` is told; of all other there is nothing to read. */
const judgedJson: RawBuilder<KnownAssignment['judged']> = sql`case when a.status in ('approved', 'rejected')
  then json_build_object(
    'activities', coalesce((select json_agg(json_build_object('status', v.status, 'reason', null, 'createdAt', ${iso('v.created_at')})
      order by v.created_at, v.id) from activities v where v.assignment_id = a.id), '[]'),
    'awardDeclinedAt', (select ${iso('ap.award_declined_at')} from applications ap where ap.id = a.application_id),
    'releasedAt', ${releasedAtJson('a.application_id')}) end`;

/** Which applications somebody's centres or panels reach, where their role acts for them. */
function reachOf({ userId, role }: Viewer): RawBuilder<boolean> {
  switch (actsFor[role]) {
    case 'centre':
      return sql`ap.partition_ids && ${ownPartitions(userId)}`;
    case 'panel':
      return sql`ap.panel = any(${ownPanels(userId)})`;
    default:
      return sql`true`;
  }
}

/**
 * Work that nobody has, on an application that is not the caller's, of a step and a partition that the caller may take it
 * for and does not work on; each application is looked up by its id.
 */
const takeable = (viewer: Viewer): RawBuilder<unknown> => {
  const { userId, role } = viewer;
  return sql`
  select ${role}::text as role, ${application}, a.id as takeable, a.role as given_role, a.step_id, a.status as given_status,
    a.deadline_at, a.partition_id, a.created_at as given_at, ${waitsForChanges} as waits
  from (${unowned} and a.partition_id is null
      union all ${unowned} and a.partition_id = any(${ownPartitions(userId)})) a
    cross join lateral (select ${application} from applications ap where ap.id = a.application_id offset 0) ap
  where (a.role = ${role} or a.step_id = any(array(select f.step_id from flow_steps f where ${role} = any(f.roles))))
    and (a.role = ${role} or (select ${role} = any(s.roles) from flow_steps s
      where s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id))
    and (a.partition_id is not null or ${reachOf(viewer)})
    and not exists (select from assignments o where o.application_id = a.application_id and o.owner_id = ${userId}
      and o.step_id = a.step_id and o.partition_id is not distinct from a.partition_id
      and o.status in (${sql.join(ongoingStatuses.map((status) => sql.lit(status)))}))
    and ap.owner_id <> ${userId} and ${whereInScope([{ kind: 'submitted', userId }])}`;
};

/**
 * The statement: which applications something waits in, then each kind of what is to be known of them by their ids. No
 * kind is joined with another: how many there are the planner cannot know, and it would go through one for each of the other.
 */
export function pendingActionsSql({
  viewer,
  role,
  limit,
  offset,
  order,
}: {
  viewer: Viewer;
  role: string | undefined;
  limit: number;
  offset: number;
  order: Language[];
}) {
  const { userId, isStaff } = viewer;
  const ids = sql`array(select id from known)`;
  const calls = sql`(select calls from shared)::bigint[]`;
  const versions = sql<number[]>`(select versions from shared)::bigint[]`;
  const inRole = role === undefined ? sql`true` : sql`ap.role = ${role}`;
  const isLive = sql`a.status <> all(${constants(goneStatuses)})`;
  return sql<Found>`
    with pending as materialized (
      select a.role, ${application}, null::uuid as takeable, null as given_role, null as step_id, null as given_status,
        null::timestamptz as deadline_at, null as partition_id, null::timestamptz as given_at, false as waits
      from assignments a join applications ap on ap.id = a.application_id
      where a.owner_id = ${userId} and a.status = any(${constants(pendingStatuses)})
        and ${whereInScope([
          { kind: 'owned_by', userId },
          { kind: 'submitted', userId },
        ])}
      union all ${takeable(viewer)}),
    known as materialized (
      select distinct on (ap.id) ${application} from pending ap where ${inRole} order by ap.id
      offset ${offset}::int limit ${limit}::int),
    shared as materialized (
      select array_agg(distinct call_id) as calls, array_agg(distinct flow_version_id) as versions,
        min(id) as first_id, max(id) as last_id from known)
    select coalesce((select json_agg(distinct p.role order by p.role) from pending p), '[]') as roles,
      coalesce((select json_agg(one) from (
        select ap.id, ap.uid, ap.status, ap.title as "projectTitle", ap.pi_first_name as "firstName",
          ap.pi_last_name as "lastName", array_to_string(ap.partitions, ', ') as partition, ap.owner_id as "ownerId",
          ap.call_id as "callId", ap.cutoff_id as "cutoffId", ap.flow_version_id as "flowVersionId",
          ap.readership_id as readership, ap.partition_ids && ${ownPartitions(userId)} as "inCentre",
          coalesce(ap.panel = any(${ownPanels(userId)}), false) as "inPanel"
        from known ap) one), '[]') as applications,
      coalesce((select json_agg(one) from (
        select a.id, a.application_id as "applicationId", a.step_id as "stepId", a.role, a.status, a.deadline_at as deadline,
          a.partition_id as "partitionId", false as "isUnowned", false as "canTake",
          a.status in ('assigned', 'accepted') and (select ${waitsForChanges} from known ap where ap.id = a.application_id) as "waitsForChanges",
          a.time_request is not null and a.time_request ->> 'declined' is null as "asksForTime", ${judgedJson} as judged, a.created_at
        from assignments a where a.application_id = any(${ids}) and a.owner_id = ${userId} and ${isLive}
        union all select takeable, id, step_id, given_role, given_status, deadline_at, partition_id, true, not waits, waits, false, null, given_at
        from pending ap where takeable is not null and ${inRole}
          and id between (select first_id from shared) and (select last_id from shared)
        order by "applicationId", created_at, id) one), '[]') as assignments,
      coalesce((select json_object_agg(ap.id, json_build_object('createdAt', ${iso('ap.created_at')},
        'changedAt', ${iso('ap.updated_at')}, 'last', ${lastMailJson}))
      from known ap where ap.status = 'draft'), '{}') as drafts,
      coalesce((select json_object_agg(w.call_id, w.cutoffs) from (
        select k.call_id, json_agg(json_build_object('id', k.id, 'start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')}, 'timeframes', ${timeframesJson}) order by k.starts_at, k.id) as cutoffs
        from cutoffs k where k.call_id = any(${calls}) group by k.call_id) w), '{}') as windows,
      coalesce((select json_object_agg(c.id, json_build_object('timeZone', c.time_zone, 'unit', c.unit))
      from calls c where c.id = any(${calls})), '{}') as calls,
      coalesce((select json_agg(json_build_object('flowVersionId', s.flow_version_id, 'id', s.step_id,
        'title', ${stepTitleIn(order, 's')}, 'told', ${toldAs({ step: stepLanguage(order, 's') })}, 'type', s.kind, 'isFirst', s.is_first, 'assignedBy', s.assigned_by,
        'order', s.position, 'judges', s.judges, 'final', s.is_final))
      from flow_steps s where s.flow_version_id = any(${versions})), '[]') as steps,
      coalesce((select json_object_agg(n.id, n.name) from partitions n), '{}') as partitions,
      ${
        isStaff
          ? sql`'[]'::json`
          : rulesThatTell(viewer, sql`array(select distinct readership_id from known)`)
      } as rules,
      ${role === undefined || role === 'scientific_reviewer' ? payableReviewsJson(userId) : sql`'[]'::json`} as payable
  `;
}
