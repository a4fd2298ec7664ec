import type { Application } from '@clearcall/domain/applications/application.ts';
import { goneStatuses } from '@clearcall/domain/applications/statuses.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

/**
 * The ranks of the other applications of a panel and cut-off, by their IDs: submitted ones, and those that the viewer has
 * filled in and not submitted yet. Only of applications that the viewer works on or whose panel they belong to, and of none
 * with which they have a conflict of interest.
 */
export async function loadRanks(
  db: Db,
  applicationId: number,
  viewer: { userId: number; isStaff: boolean },
  { stepId, elementId }: { stepId: string; elementId: string },
): Promise<NonNullable<Application['ranks']>> {
  const { rows } = await sql<{ uid: string; rank: string }>`
    select distinct other.uid, r.rank
    from applications own
      join applications other on other.call_id = own.call_id and other.cutoff_id is not distinct from own.cutoff_id
        and other.panel = own.panel and other.id <> own.id
      join assignments a on a.application_id = other.id and a.step_id = ${stepId}
        and a.status <> all(${[...goneStatuses]}::text[])
      cross join lateral (
        select s -> 'values' ->> 0 as rank from jsonb_array_elements(a.submitted_content -> 'answers') s
          where s ->> 'elementId' = ${elementId}
        union
        select w.values[1] from answers w
          where w.assignment_id = a.id and w.element_id = ${elementId} and a.owner_id = ${viewer.userId}::bigint
            and a.submitted_content is null) r
    where own.id = ${applicationId}::bigint and r.rank is not null and other.status not in ('draft', 'withdrawn')
      and other.owner_id <> ${viewer.userId}::bigint
      and not exists (select from conflicts q where q.application_id = other.id
        and q.user_id = ${viewer.userId}::bigint and q.cleared_at is null)
      and (${viewer.isStaff}::boolean or a.owner_id = ${viewer.userId}::bigint or exists (select from memberships m
        where m.user_id = ${viewer.userId}::bigint and m.panel = other.panel))
    order by other.uid, r.rank
  `.execute(db);
  return rows;
}
