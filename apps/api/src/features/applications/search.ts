import { type ApplicationFilter, searchApplications } from '@clearcall/contract/applications.ts';
import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import type { ApplicationRow } from '@clearcall/domain/model/application.ts';
import { applicationRights } from '@clearcall/domain/permissions/application-rights.ts';
import { listRoles, scope } from '@clearcall/domain/permissions/scope.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { deed } from '../../platform/http/bind.ts';
import { filterSql, sortedBy } from './list-sql.ts';
import { whereInScope } from './sql.ts';

interface Found extends Omit<ApplicationRow, 'can'> {
  ownerId: number;
  published: boolean;
  cutoffs: Window[];
}

/** Totals are exact up to here; one more says 'more than that'. Source: Readings, Exact totals. */
const mostCounted = 10_000;
const mostRows = 1_000;

/** What is asked of the call of each application that may match. */
const asksTheCall = ({ column }: ApplicationFilter): boolean => column === 'submissionDate';

/**
 * The caller's applications in a role: filtered, sorted, one page, with the total. Drafts have no submit date and stand
 * before all others when the latest come first. One statement. What filters let through is found first, by the index
 * that knows it: few are sorted then. Of more than can be counted, and of a whole list, the order is read from its index
 * until the page is full.
 */
export const search = deed(searchApplications, async ({ query, body, actor, now }, { db }) => {
  const clauses = scope(actor, body.role ?? 'applicant');
  const withDrafts = clauses.some(({ kind }) => kind === 'owned_by');
  const isFiltered = body.searchBy.length > 0;
  const inCall = sql`join calls c on c.id = ap.call_id`;
  const where = sql.join(
    [whereInScope(clauses), ...body.searchBy.map((filter) => filterSql(filter, withDrafts))],
    sql` and `,
  );
  const { column, direction } = body.orderBy;
  const way = direction === 'ASC' ? sql`asc` : sql`desc`;
  const limit = Math.min(query.limit, mostRows);
  const inOrder = sql`order by sorted_by ${way}, id ${way} limit ${limit} offset ${query.offset}`;
  const askCall = body.searchBy.some(asksTheCall) ? inCall : sql``;
  // Of each call as many as the page could need: an index has them in the order of their numbers.
  const page =
    column === 'callTitle'
      ? sql`select ap.id, ap.sorted_by from calls c cross join lateral (
          select ap.id, ${sortedBy[column]} as sorted_by from applications ap
          where ap.call_id = c.id and ${where} order by ap.id ${way} limit ${limit + query.offset}) ap`
      : sql`select ap.id, ${sortedBy[column]} as sorted_by from applications ap ${askCall} where ${where}`;
  const fewFound = sql`select ap.id, ${sortedBy[column]} as sorted_by
    from found join applications ap on ap.id = found.id ${column === 'callTitle' ? inCall : sql``}`;
  const isMore = sql`(select count(*) from found) > ${mostCounted}`;
  const result = await sql<{ data: Found[]; total: number }>`
    with found as ${isFiltered ? sql`materialized` : sql``} (
      select ap.id from applications ap ${askCall} where ${where} limit ${mostCounted + 1}),
    page as (${
      isFiltered
        ? sql`(${fewFound} where not ${isMore} ${inOrder})
          union all (select id, sorted_by from (${page} ${inOrder}) many where ${isMore})`
        : sql`${page} ${inOrder}`
    })
    select (select count(*)::int from found) as total, coalesce((
      select json_agg(json_build_object('id', ap.id, 'uid', ap.uid, 'status', ap.status, 'callTitle', c.title,
        'projectTitle', ap.title, 'firstName', ap.pi_first_name, 'lastName', ap.pi_last_name,
        'piAffiliation', ap.pi_affiliation, 'researchGroup', ap.research_group, 'researchTitle', ap.research_title,
        'partition', joined_names(ap.partitions), 'submissionDate', ${iso('ap.submitted_at')},
        'ownerId', ap.owner_id, 'published', c.published,
        'cutoffs', coalesce((select json_agg(json_build_object('start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')})) from cutoffs k where k.call_id = c.id), '[]'))
        order by page.sorted_by ${way}, page.id ${way})
      from page join applications ap on ap.id = page.id ${inCall}), '[]') as data
  `.execute(db);
  const found = result.rows[0] ?? { data: [], total: 0 };
  return {
    data: found.data.map(({ ownerId, published, cutoffs, ...application }) => ({
      ...application,
      can: applicationRights(
        actor,
        { ownerId, status: application.status },
        callState(published, cutoffs, now),
      ),
    })),
    total: found.total,
    roles: listRoles(actor),
  };
});
