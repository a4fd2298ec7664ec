import {
  type ApplicationFilter,
  searchApplications,
  type sortableColumns,
} from '@clearcall/contract/applications.ts';
import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import type { ApplicationRow } from '@clearcall/domain/model/application.ts';
import { applicationRights } from '@clearcall/domain/permissions/application-rights.ts';
import { listRoles, scope } from '@clearcall/domain/permissions/scope.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import { deed } from '../../platform/http/bind.ts';
import { whereInScope } from './sql.ts';

/** What each column of the list is made of; texts are compared as people read them. Source: Specification 2, section 2. */
const columns: Record<(typeof sortableColumns)[number], RawBuilder<unknown>> = {
  id: sql`(case when ap.status = 'draft' then 'DRAFT-' || ap.id else ap.uid end)`,
  callTitle: sql`c.title`,
  status: sql`ap.status`,
  firstName: sql`trim(ap.pi_first_name || ' ' || ap.pi_last_name)`,
  piAffiliation: sql`ap.pi_affiliation`,
  researchGroup: sql`ap.research_group`,
  researchTitle: sql`ap.research_title`,
  partition: sql`array_to_string(ap.partitions, ', ')`,
  submissionDate: sql`ap.submitted_at`,
};

/** Ids in the order in which they were given, whatever their length; statuses in the order of their life. */
const order: Partial<typeof columns> = {
  id: sql`ap.id`,
  status: sql`array_position(array['draft', 'submitted', 'changes_requested', 'approved', 'rejected', 'withdrawn'], ap.status)`,
  callTitle: sql`lower(c.title)`,
  firstName: sql`lower(trim(ap.pi_first_name || ' ' || ap.pi_last_name))`,
  piAffiliation: sql`lower(ap.pi_affiliation)`,
  researchGroup: sql`lower(ap.research_group)`,
  researchTitle: sql`lower(ap.research_title)`,
  partition: sql`lower(array_to_string(ap.partitions, ', '))`,
};

/** Days are those of the call's own time zone. */
const submissionDay = sql`(ap.submitted_at at time zone c.time_zone)::date`;
const comparisons = { greater: sql`>`, lower: sql`<`, equal: sql`=` } as const;

/** `%`, `_` and the escape itself are letters like any other in what a person looks for. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function filterSql(filter: ApplicationFilter): RawBuilder<unknown> {
  switch (filter.op) {
    case 'contains':
      return sql`${columns[filter.column]} ilike ${anywhere(filter.value)}`;
    case 'not_contains':
      return sql`${columns[filter.column]} not ilike ${anywhere(filter.value)}`;
    case 'not_equal':
      return sql`ap.status <> ${filter.value}`;
    case 'greater':
    case 'lower':
      return sql`${submissionDay} ${comparisons[filter.op]} ${filter.value}::date`;
    case 'equal':
      return filter.column === 'status'
        ? sql`ap.status = ${filter.value}`
        : sql`${submissionDay} = ${filter.value}::date`;
  }
}

interface Found extends Omit<ApplicationRow, 'can'> {
  ownerId: number;
  published: boolean;
  cutoffs: Window[];
}

/** Totals are exact up to here; one more says 'more than that'. Source: Readings, Exact totals. */
const mostCounted = 10_000;
const mostRows = 1_000;

/** What is looked for in the call itself; the number of the others is counted without it. */
const ofCall: readonly ApplicationFilter['column'][] = ['callTitle', 'submissionDate'];
const withCall = sql`join calls c on c.id = ap.call_id`;

/**
 * The caller's applications in a role: filtered, sorted, one page, with the total. Drafts have no submit date and stand
 * before all others when the latest come first. One statement, which sorts the rows of the page alone where an index has
 * them in their order.
 */
export const search = deed(searchApplications, async ({ query, body, actor, now }, { db }) => {
  const where = sql.join(
    [whereInScope(scope(actor, body.role ?? 'applicant')), ...body.searchBy.map(filterSql)],
    sql` and `,
  );
  const { column, direction } = body.orderBy;
  const by = order[column] ?? columns[column];
  const way = direction === 'ASC' ? sql`asc nulls last` : sql`desc nulls first`;
  const thenBy = direction === 'ASC' ? sql`asc` : sql`desc`;
  const counted = body.searchBy.some((filter) => ofCall.includes(filter.column)) ? withCall : sql``;
  const result = await sql<{ data: Found[]; total: number }>`
    with page as (
      select ap.id, ap.uid, ap.status, ap.title, ap.pi_first_name, ap.pi_last_name, ap.pi_affiliation,
        ap.research_group, ap.research_title, ap.partitions, ap.submitted_at, ap.owner_id, ap.call_id,
        c.title as call_title, c.published, ${by} as sorted_by
      from applications ap ${withCall} where ${where}
      order by ${by} ${way}, ap.id ${thenBy} limit ${Math.min(query.limit, mostRows)} offset ${query.offset})
    select (select count(*)::int from (
        select 1 from applications ap ${counted} where ${where} limit ${mostCounted + 1}) counted)
      as total, coalesce((
      select json_agg(json_build_object('id', page.id, 'uid', page.uid, 'status', page.status,
        'callTitle', page.call_title, 'projectTitle', page.title, 'firstName', page.pi_first_name,
        'lastName', page.pi_last_name, 'piAffiliation', page.pi_affiliation, 'researchGroup', page.research_group,
        'researchTitle', page.research_title, 'partition', array_to_string(page.partitions, ', '),
        'submissionDate', ${iso('page.submitted_at')}, 'ownerId', page.owner_id, 'published', page.published,
        'cutoffs', coalesce((select json_agg(json_build_object('start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')})) from cutoffs k where k.call_id = page.call_id), '[]'))
        order by page.sorted_by ${way}, page.id ${thenBy}) from page), '[]') as data
  `.execute(db);
  const found = result.rows[0] ?? { data: [], total: 0 };
  return {
    data: found.data.map(({ ownerId, published, cutoffs, ...row }) => ({
      ...row,
      can: applicationRights(actor, { ownerId, status: row.status }, callState(published, cutoffs, now)),
    })),
    total: found.total,
    roles: listRoles(actor),
  };
});
