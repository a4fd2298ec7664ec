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
import { scope } from '@clearcall/domain/permissions/scope.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { deed } from '../../platform/http/bind.ts';
import { whereInScope } from './scope-sql.ts';
import { lastMailJson, timeframesJson } from './sql.ts';

type Pending = DashboardApplication['assignments'][number] & { stepId: string; isFirst: boolean };
interface Found extends Omit<DashboardApplication, 'assignments' | 'draftExpiresAt'> {
  draft: (AgeingDraft & Pick<DraftNotices, 'last'>) | null;
  cutoffId: number | null;
  cutoffs: Pick<CutoffSnapshot, 'id' | 'start' | 'end' | 'timeframes'>[];
  assignments: Pending[];
}

/**
 * What waits for the caller, in one role or in all: own assignments on applications that the caller may see. The oldest
 * applications first; the page sorts by deadline. One statement, however many calls and flow versions they are of.
 */
export const dashboard = deed(listPendingActions, async ({ query, body, actor, now }, platform) => {
  const inRole = body.role === undefined ? sql`true` : sql`p.role = ${body.role}`;
  const result = await sql<{ data: Found[]; roles: string[] }>`
    with pending as (
      select a.id, a.application_id, a.step_id, a.role, a.status, a.deadline_at, a.partition_id, a.created_at
      from assignments a join applications ap on ap.id = a.application_id
      where a.owner_id = ${actor.userId} and a.status = any(${[...pendingStatuses]}::text[])
        and ${whereInScope(scope(actor))}),
    shown as (
      select ap.id, ap.uid, ap.status, ap.title, ap.pi_first_name, ap.pi_last_name, ap.partitions, ap.call_id,
        ap.flow_version_id, ap.cutoff_id, ap.created_at, ap.updated_at
      from applications ap where ap.id in (select p.application_id from pending p where ${inRole})
      order by ap.id limit ${query.limit} offset ${query.offset}),
    steps as (
      select f.id as flow_version_id, step ->> 'id' as step_id, step ->> 'title' as title,
        row_number() over (partition by f.id order by (step ->> 'order')::numeric, nth) = 1 as is_first
      from flow_versions f, jsonb_array_elements(f.document -> 'steps') with ordinality as steps (step, nth)
      where f.id in (select flow_version_id from shown)),
    windows as (
      select k.call_id, jsonb_agg(jsonb_build_object('id', k.id, 'start', ${iso('k.starts_at')},
        'end', ${iso('k.ends_at')}, 'timeframes', ${timeframesJson}) order by k.starts_at, k.id) as cutoffs
      from cutoffs k where k.call_id in (select call_id from shown) group by k.call_id)
    select coalesce((select jsonb_agg(distinct p.role order by p.role) from pending p), '[]') as roles, coalesce((
      select jsonb_agg(jsonb_build_object('id', ap.id, 'uid', ap.uid, 'status', ap.status, 'projectTitle', ap.title,
        'firstName', ap.pi_first_name, 'lastName', ap.pi_last_name, 'partition', array_to_string(ap.partitions, ', '),
        'draft', case when ap.status = 'draft' then jsonb_build_object('createdAt', ${iso('ap.created_at')},
          'changedAt', ${iso('ap.updated_at')}, 'last', ${lastMailJson}) end,
        'cutoffId', ap.cutoff_id,
        'cutoffs', coalesce((select w.cutoffs from windows w where w.call_id = ap.call_id), '[]'),
        'assignments', (
          select jsonb_agg(jsonb_build_object('id', p.id, 'stepId', p.step_id,
            'isFirst', coalesce(s.is_first, false), 'step', coalesce(s.title, p.step_id),
            'status', p.status, 'deadline', ${iso('p.deadline_at')},
            'partition', (select n.name from partitions n where n.id = p.partition_id)) order by p.created_at, p.id)
          from pending p left join steps s on s.flow_version_id = ap.flow_version_id and s.step_id = p.step_id
          where p.application_id = ap.id and ${inRole})) order by ap.id)
      from shown ap), '[]') as data
  `.execute(platform.db);
  const { retention } = await platform.organisation();
  const { data, roles } = result.rows[0] ?? { data: [], roles: [] };
  return {
    data: data.map(({ cutoffId, cutoffs, draft, assignments, ...application }) => ({
      ...application,
      draftExpiresAt: draft === null ? null : draftEndsAt(draft, now, retention),
      assignments: assignments.map(({ stepId, isFirst, ...assignment }) => ({
        ...assignment,
        deadline: assignmentTime(
          cutoffsOfStep({ cutoffs }, stepId),
          { ...assignment, isFirst },
          cutoffId,
          now,
        ).deadline,
      })),
    })),
    roles,
  };
});
