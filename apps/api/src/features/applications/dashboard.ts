import { listPendingActions } from '@clearcall/contract/applications.ts';
import { assignmentTime } from '@clearcall/domain/deadlines/assignment-time.ts';
import {
  type AgeingDraft,
  type DraftNotices,
  draftEndsAt,
} from '@clearcall/domain/deadlines/draft-expiry.ts';
import type { DashboardApplication } from '@clearcall/domain/model/application.ts';
import { pendingStatuses } from '@clearcall/domain/model/statuses.ts';
import { type CutoffSnapshot, cutoffsOfStep } from '@clearcall/domain/permissions/application-snapshot.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { deed } from '../../platform/http/bind.ts';
import { ownPartitions, toldMeanings, whereInScope } from './scope-sql.ts';
import { lastMailJson, timeframesJson } from './sql.ts';

type Pending = DashboardApplication['assignments'][number] & { stepId: string; isFirst: boolean };
/** The windows of a call are told once, however many of its applications wait. */
type Windows = Record<string, Pick<CutoffSnapshot, 'id' | 'start' | 'end' | 'timeframes'>[]>;
interface Found extends Omit<DashboardApplication, 'assignments' | 'draftExpiresAt'> {
  draft: (AgeingDraft & Pick<DraftNotices, 'last'>) | null;
  cutoffId: number | null;
  callId: number;
  assignments: Pending[];
}

/** Work that nobody has, on an application that is not the caller's, of a step and a partition that the caller may take it for. */
const takeable = ({ userId, role }: Viewer): RawBuilder<unknown> => sql`
  select a.id, a.application_id, a.step_id, ${role}::text as role, a.status, a.deadline_at, a.partition_id, a.created_at,
    true as can_take
  from assignments a join applications ap on ap.id = a.application_id
    join flow_steps s on s.flow_version_id = ap.flow_version_id and s.step_id = a.step_id
  where a.owner_id is null and a.status = 'assigned'
    and (a.partition_id is null or a.partition_id = any(${ownPartitions(userId)}))
    and (a.role = ${role} or ${role} = any(s.roles))
    and ap.owner_id <> ${userId} and ${whereInScope([{ kind: 'submitted', userId }])}`;

/**
 * What waits for the caller, in one role or in all: own assignments on applications that the caller may see, and work of
 * the own centre or role that nobody has taken yet. The oldest applications first; the page sorts by deadline. One
 * statement, however many calls and flow versions they are of.
 */
export const dashboard = deed(listPendingActions, async ({ query, body, actor, now }, platform) => {
  const { userId } = actor;
  const inRole = body.role === undefined ? sql`true` : sql`p.role = ${body.role}`;
  const shown = (meaning: string, text: RawBuilder<string>) =>
    actor.isStaff
      ? text
      : sql`case when ap.owner_id = ${userId} or ${meaning} = any(ap.told) then ${text} else '' end`;
  const result = await sql<{ data: Found[]; roles: string[]; windows: Windows }>`
    with pending as (
      select a.id, a.application_id, a.step_id, a.role, a.status, a.deadline_at, a.partition_id, a.created_at,
        false as can_take
      from assignments a join applications ap on ap.id = a.application_id
      where a.owner_id = ${userId} and a.status = any(${[...pendingStatuses]}::text[])
        and ${whereInScope([
          { kind: 'owned_by', userId },
          { kind: 'submitted', userId },
        ])}
      union all ${takeable(actor)}),
    shown as (
      select ap.id, ap.uid, ap.status, ap.title, ap.pi_first_name, ap.pi_last_name, ap.partitions, ap.call_id,
        ap.flow_version_id, ap.cutoff_id, ap.created_at, ap.updated_at, ap.owner_id,
        ${actor.isStaff ? sql`null` : toldMeanings(actor)} as told
      from applications ap where ap.id in (select p.application_id from pending p where ${inRole})
      order by ap.id limit ${query.limit} offset ${query.offset}),
    windows as (
      select k.call_id, json_agg(json_build_object('id', k.id, 'start', ${iso('k.starts_at')},
        'end', ${iso('k.ends_at')}, 'timeframes', ${timeframesJson}) order by k.starts_at, k.id) as cutoffs
      from cutoffs k where k.call_id in (select call_id from shown) group by k.call_id)
    select coalesce((select json_agg(distinct p.role order by p.role) from pending p), '[]') as roles,
      coalesce((select json_object_agg(w.call_id, w.cutoffs) from windows w), '{}') as windows, coalesce((
      select json_agg(json_build_object('id', ap.id, 'uid', ap.uid, 'status', ap.status,
        'projectTitle', ${shown('project_title', sql`ap.title`)},
        'firstName', ${shown('pi_first_name', sql`ap.pi_first_name`)},
        'lastName', ${shown('pi_last_name', sql`ap.pi_last_name`)},
        'partition', ${shown('partition', sql`joined_names(ap.partitions)`)},
        'draft', case when ap.status = 'draft' then json_build_object('createdAt', ${iso('ap.created_at')},
          'changedAt', ${iso('ap.updated_at')}, 'last', ${lastMailJson}) end,
        'cutoffId', ap.cutoff_id, 'callId', ap.call_id, 'assignments', waiting.assignments) order by ap.id)
      from shown ap join (
        select p.application_id, json_agg(json_build_object('id', p.id, 'stepId', p.step_id,
          'isFirst', coalesce(s.is_first, false), 'step', coalesce(s.title, p.step_id), 'status', p.status,
          'canTake', p.can_take, 'deadline', ${iso('p.deadline_at')}, 'partition', n.name)
          order by p.created_at, p.id) as assignments
        from pending p join shown o on o.id = p.application_id
          left join flow_steps s on s.flow_version_id = o.flow_version_id and s.step_id = p.step_id
          left join partitions n on n.id = p.partition_id
        where ${inRole} group by p.application_id) waiting on waiting.application_id = ap.id), '[]') as data
  `.execute(platform.db);
  const { retention } = await platform.organisation();
  const { data, roles, windows } = result.rows[0] ?? { data: [], roles: [], windows: {} };
  return {
    data: data.map(({ cutoffId, callId, draft, assignments, ...application }) => ({
      ...application,
      draftExpiresAt: draft === null ? null : draftEndsAt(draft, now, retention),
      assignments: assignments.map(({ stepId, isFirst, ...assignment }) => ({
        ...assignment,
        deadline: assignmentTime(
          cutoffsOfStep({ cutoffs: windows[callId] ?? [] }, stepId),
          { ...assignment, isFirst },
          cutoffId,
          now,
        ).deadline,
      })),
    })),
    roles,
  };
});
