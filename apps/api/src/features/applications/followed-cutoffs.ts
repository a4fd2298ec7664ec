import { applicationStatuses } from '@clearcall/domain/applications/statuses.ts';
import type { FollowedCutoff } from '@clearcall/domain/applications/task-board.ts';
import { actsFor } from '@clearcall/domain/people/roles.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { languageOf, toldAs, toldIn } from '../../platform/db/told-in.ts';
import { isStepTold, openWork, stepTitle, toFill, workReader } from './list-sql.ts';
import { isOpenByCall, withoutConflict } from './scope-sql.ts';

/**
 * Cut-offs of the calls that a person follows by the role, the newest first: the applications by their public status, and
 * by the steps at which the list shows them. Of all other roles nothing is read.
 */
export async function loadFollowedCutoffs(
  db: Db,
  viewer: Viewer,
  reader: ReaderLanguage,
  now: Date,
): Promise<FollowedCutoff[]> {
  if (actsFor[viewer.role] !== 'call' || viewer.isStaff) return [];
  const work = workReader(viewer, viewer.role, false, now);
  const { rows } = await sql<FollowedCutoff>`
    with seen as materialized (
      select ap.id, ap.call_id, ap.cutoff_id, ap.status, ap.flow_version_id from applications ap
      where ap.status <> 'draft' and ap.owner_id <> ${viewer.userId} and ${isOpenByCall(viewer)}
        and ${withoutConflict(viewer.userId)}),
    counted as (
      select call_id, cutoff_id, status, count(*)::int as n from seen group by call_id, cutoff_id, status),
    to_fill as materialized (${toFill(work, sql`applications ap left join cutoffs k on k.id = ap.cutoff_id`)}),
    at_step as (
      select ap.id, l.step_id from seen join applications ap on ap.id = seen.id join assignments l on ${openWork(work)}
      union select r.id, r.step_id from to_fill r),
    placed as (
      select seen.call_id, seen.cutoff_id, ${stepTitle(reader)} as title, bool_and(${isStepTold(reader)}) as is_told,
        min(f.position) as place, count(distinct seen.id)::int as n
      from at_step s join seen on seen.id = s.id
        join flow_steps f on f.flow_version_id = seen.flow_version_id and f.step_id = s.step_id
      group by seen.call_id, seen.cutoff_id, ${stepTitle(reader)})
    select c.id as "callId", ${toldIn(reader, 'c', 'title')} as call, ${toldAs({ call: languageOf(reader, 'c', 'title') })} as told, c.time_zone as "timeZone",
      ${iso('k.ends_at')} as cutoff,
      json_agg(json_build_object('status', s.status, 'n', s.n)
        order by array_position(${[...applicationStatuses]}::text[], s.status)) as statuses,
      coalesce((select json_agg(json_build_object('title', p.title, 'told', ${toldAs({ title: sql`case when p.is_told then ${sql.lit(reader)} end` })}, 'n', p.n) order by p.place, p.title) from placed p
        where p.call_id = s.call_id and p.cutoff_id is not distinct from s.cutoff_id), '[]') as steps
    from counted s join calls c on c.id = s.call_id left join cutoffs k on k.id = s.cutoff_id
    group by c.id, s.call_id, s.cutoff_id, k.ends_at order by k.ends_at desc nulls last, c.id desc`.execute(
    db,
  );
  return rows;
}
