import { type ApplicationFilter, searchApplications } from '@clearcall/contract/applications.ts';
import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import type { ApplicationRow } from '@clearcall/domain/model/application.ts';
import { columnNames, type ListColumn, listColumns } from '@clearcall/domain/model/list-columns.ts';
import { goneStatuses } from '@clearcall/domain/model/statuses.ts';
import { applicationRights } from '@clearcall/domain/permissions/application-rights.ts';
import { type Clause, listRoles, scope } from '@clearcall/domain/permissions/scope.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type Message, message } from '@clearcall/words/message.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { deed } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { filterSql, type Sees, sortedBy } from './list-sql.ts';
import { ownPartitions, tellsMeanings, toldMeanings, whereInScope } from './scope-sql.ts';

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

const hiddenWords = (column: ListColumn): Message =>
  message('lists.column.hidden', { column: message(listColumns[column].title) });

/** How a list reaches for somebody in one role, and which columns may be read in it. */
interface Reach {
  clauses: readonly Clause[];
  columns: readonly ListColumn[];
  sees: Sees;
}

/**
 * Applicants read all of what is their own, and staff all of what is submitted. In every other role one reads what view
 * rules open: which scopes have any is asked first, so that the list is not searched for what cannot be there.
 */
async function loadReach(db: Db, actor: Viewer, role: string): Promise<Reach> {
  const clauses = scope(actor, role);
  if (clauses.every(({ kind }) => kind === 'owned_by') || clauses.some(({ kind }) => kind === 'submitted'))
    return { clauses, columns: columnNames, sees: null };
  const { userId } = actor;
  const result = await sql<{ scopes: string[]; shown: string[] }>`
    select array(select distinct r.scope from view_rules r where r.role = ${role} and case r.scope
        when 'call' then true
        when 'centre' then ${ownPartitions(userId)} <> '{}'
        when 'panel' then exists (select from memberships m where m.user_id = ${userId} and m.panel is not null)
        else false end) as scopes,
      array(select distinct unnest(r.shows) from view_rules r where r.role = ${role} or r.role is null) as shown
  `.execute(db);
  const { scopes = [], shown = [] } = result.rows[0] ?? {};
  return {
    clauses: clauses.filter((clause) => clause.kind !== 'by_rule' || scopes.includes(clause.scope)),
    columns: columnNames.filter((column) => listColumns[column].meanings.every((one) => shown.includes(one))),
    sees: (meanings) => tellsMeanings(actor, meanings),
  };
}

/**
 * The caller's applications in a role: filtered, sorted, one page, with the total. Drafts have no submit date and stand
 * before all others when the latest come first. One statement. What filters let through is found first, by the index
 * that knows it: few are sorted then. Of more than can be counted, and of a whole list, the order is read from its index
 * until the page is full.
 */
export const search = deed(searchApplications, async ({ query, body, actor, now }, { db }) => {
  const { clauses, columns, sees } = await loadReach(db, actor, body.role ?? 'applicant');
  const unread = [body.orderBy, ...body.searchBy].find(({ column }) => !columns.includes(column));
  if (unread !== undefined) return refuse('column_hidden', { message: hiddenWords(unread.column) });
  const withDrafts = clauses.some(({ kind }) => kind === 'owned_by');
  const isFiltered = body.searchBy.length > 0 || sees !== null;
  const inCall = sql`join calls c on c.id = ap.call_id`;
  const where = sql.join(
    [whereInScope(clauses), ...body.searchBy.map((filter) => filterSql(filter, withDrafts, sees))],
    sql` and `,
  );
  const { column, direction } = body.orderBy;
  const sorted = sortedBy(column, sees);
  const way = direction === 'ASC' ? sql`asc` : sql`desc`;
  const limit = Math.min(query.limit, mostRows);
  const inOrder = sql`order by sorted_by ${way}, id ${way} limit ${limit} offset ${query.offset}`;
  const askCall = body.searchBy.some(asksTheCall) ? inCall : sql``;
  // What view rules let through costs more to find out than to read on: it is asked in the order, until the page is full.
  const applications =
    sees === null || column === 'callTitle' || listColumns[column].meanings.length > 0
      ? sql`applications ap`
      : sql`(select ap.id, ap.uid, ap.call_id, ap.flow_version_id, ap.owner_id, ap.status, ap.submitted_at, ap.partition_ids,
          ap.panel, ap.pi_first_name, ap.pi_last_name, ap.pi_affiliation, ap.research_group, ap.research_title,
          ap.partitions
        from applications ap where ap.status <> 'draft' order by ${sorted} ${way}, ap.id ${way} offset 0) ap`;
  // Of each call as many as the page could need: an index has them in the order of their numbers.
  const page =
    column === 'callTitle'
      ? sql`select ap.id, ap.sorted_by from calls c cross join lateral (
          select ap.id, ${sorted} as sorted_by from applications ap
          where ap.call_id = c.id and ${where} order by ap.id ${way} limit ${limit + query.offset}) ap`
      : sql`select ap.id, ${sorted} as sorted_by from ${applications} ${askCall} where ${where}`;
  const fewFound = sql`select ap.id, ${sorted} as sorted_by
    from found join applications ap on ap.id = found.id ${column === 'callTitle' ? inCall : sql``}`;
  const shown = (meaning: string, text: RawBuilder<string>) =>
    sees === null
      ? text
      : sql`case when ap.owner_id = ${actor.userId} or ${meaning} = any(v.told) then ${text} else '' end`;
  const isMore = sql`(select count(*) from found) > ${mostCounted}`;
  const result = await sql<{ data: Found[]; total: number; workRoles: string[] }>`
    with found as ${isFiltered ? sql`materialized` : sql``} (
      select ap.id from applications ap ${askCall} where ${where} limit ${mostCounted + 1}),
    page as (${
      isFiltered
        ? sql`(${fewFound} where not ${isMore} ${inOrder})
          union all (select id, sorted_by from (${page} ${inOrder}) many where ${isMore})`
        : sql`${page} ${inOrder}`
    })
    select (select count(*)::int from found) as total, array(
      select distinct s.role from assignments s
      where s.role <> 'applicant' and s.owner_id = ${actor.userId} and s.status <> all(${[...goneStatuses]}::text[])) as "workRoles", coalesce((
      select json_agg(json_build_object('id', ap.id, 'uid', ap.uid, 'status', ap.status, 'callTitle', c.title,
        'projectTitle', ${shown('project_title', sql`ap.title`)},
        'firstName', ${shown('pi_first_name', sql`ap.pi_first_name`)},
        'lastName', ${shown('pi_last_name', sql`ap.pi_last_name`)},
        'piAffiliation', ${shown('pi_affiliation', sql`ap.pi_affiliation`)},
        'researchGroup', ${shown('research_field_group', sql`ap.research_group`)},
        'researchTitle', ${shown('research_field_title', sql`ap.research_title`)},
        'partition', ${shown('partition', sql`joined_names(ap.partitions)`)}, 'submissionDate', ${iso('ap.submitted_at')},
        'ownerId', ap.owner_id, 'published', c.published,
        'cutoffs', coalesce((select json_agg(json_build_object('start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')})) from cutoffs k where k.call_id = c.id), '[]'))
        order by page.sorted_by ${way}, page.id ${way})
      from page join applications ap on ap.id = page.id ${inCall}
        cross join lateral (select ${sees === null ? sql`'{}'::text[]` : toldMeanings(actor)} as told offset 0) v), '[]') as data
  `.execute(db);
  const found = result.rows[0] ?? { data: [], total: 0, workRoles: [] };
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
    roles: [...new Set([...listRoles(actor), ...found.workRoles.toSorted()])],
    columns: [...columns],
  };
});
