import { type ApplicationFilter, searchApplications } from '@clearcall/contract/applications.ts';
import { callState } from '@clearcall/domain/deadlines/call-state.ts';
import type { Window } from '@clearcall/domain/deadlines/windows.ts';
import type { ApplicationRow } from '@clearcall/domain/model/application.ts';
import { columnNames, type ListColumn, listColumns } from '@clearcall/domain/model/list-columns.ts';
import { applicationRights } from '@clearcall/domain/permissions/application-rights.ts';
import { type Clause, listRoles, scope } from '@clearcall/domain/permissions/scope.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { type RawBuilder, sql } from 'kysely';
import { customPlan } from '../../platform/db/driver.ts';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { toldIn, toldLabel } from '../../platform/db/told-in.ts';
import { operation } from '../../platform/http/bind.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { filterSql, labelsThatMatch, type Sees, sortedBy } from './list-sql.ts';
import {
  loadRuleReach,
  noRules,
  partsOfScope,
  partsThatMayHide,
  type RuleReach,
  rolesOfWork,
  showsMeanings,
  visibleMeaningsSql,
  whereInScope,
} from './scope-sql.ts';

interface Found extends Omit<ApplicationRow, 'can'> {
  ownerId: number;
  published: boolean;
  cutoffs: Window[];
}

/** Totals are exact up to here; one more says 'more than that'. Source: Requirements 2, 7.5. */
const maxCounted = 10_000;
const maxRows = 1_000;
/** How far an order is read for a page of what filters let through. */
const maxTried = 20_000;

/** What is asked of the call of each application that may match. */
const asksTheCall = ({ column }: ApplicationFilter): boolean => column === 'submissionDate';

const hiddenTexts = (column: ListColumn): Message =>
  message('lists.column.hidden', { column: message(listColumns[column].title) });

/** How a list reaches for somebody in one role, and which columns may be read in it. */
interface Reach {
  clauses: readonly Clause[];
  columns: readonly ListColumn[];
  sees: Sees;
  rules: RuleReach;
}

/**
 * Applicants read all of what is their own, and staff all of what is submitted. In every other role one reads what view
 * rules open: what stands open anywhere is asked first, so that the list is an index that is read and no question to each.
 */
async function loadReach(db: Db, actor: Viewer, role: string): Promise<Reach> {
  const clauses = scope(actor, role);
  if (clauses.every(({ kind }) => kind === 'owned_by') || clauses.some(({ kind }) => kind === 'submitted'))
    return { clauses, columns: columnNames, sees: null, rules: noRules };
  const rules = await loadRuleReach(db, actor, role);
  return {
    clauses,
    columns: columnNames.filter((column) =>
      listColumns[column].meanings.every((one) => rules.shown.includes(one)),
    ),
    sees: (meanings) => showsMeanings(actor, meanings, rules),
    rules,
  };
}

/**
 * The caller's applications in a role: filtered, sorted, one page, with the total. Drafts have no submit date and stand
 * before all others when the latest come first. One statement, and one more for a filter on labels of options. What filters let through is found first, by the index
 * that knows it: few are sorted then. Of more than can be counted, and of a whole list, the order is read from its index
 * until the page is full. Of options the label in the language of the reader is told and found, and the kept one sorted by.
 */
export const search = operation(
  searchApplications,
  async ({ query, body, actor, now, translator }, { db }) => {
    const { clauses, columns, sees, rules } = await loadReach(db, actor, body.role ?? 'applicant');
    const unread = [body.orderBy, ...body.searchBy].find(({ column }) => !columns.includes(column));
    if (unread !== undefined) return refuse('column_hidden', { message: hiddenTexts(unread.column) });
    const reader = translator.language;
    const withDrafts = clauses.some(({ kind }) => kind === 'owned_by');
    const isFiltered = body.searchBy.length > 0 || sees !== null;
    const inCall = sql`join calls c on c.id = ap.call_id`;
    const filters: RawBuilder<unknown>[] = [];
    for (const filter of body.searchBy) {
      const labels = await labelsThatMatch(db, reader, filter);
      filters.push(filterSql(filter, { withDrafts, sees, reader, labels }));
    }
    const filtered = (part: RawBuilder<boolean>) => sql.join([part, ...filters], sql` and `);
    const where = filtered(whereInScope(clauses, rules));
    const { column, direction } = body.orderBy;
    const sorted = sortedBy(column, sees, reader);
    const way = direction === 'ASC' ? sql`asc` : sql`desc`;
    const limit = Math.min(query.limit, maxRows);
    const inOrder = sql`order by sorted_by ${way}, id ${way} limit ${limit} offset ${query.offset}`;
    const askCall = body.searchBy.some(asksTheCall) ? inCall : sql``;
    const most = limit + query.offset;
    const { meanings } = listColumns[column];
    // What may not be read is empty, and sorted as that: it is a list of its own beside that which an index has in order.
    const tells = sees === null || meanings.length === 0 ? null : sees(meanings);
    const hidden = tells === null ? [] : partsThatMayHide(clauses, meanings, rules);
    const inText = sortedBy(column, null, reader);
    const inIndex = sql`select ap.id, ${inText} as sorted_by from applications ap ${askCall}
    where ${where} ${tells === null ? sql`` : sql`and ${tells}`}`;
    const beside = hidden.map(
      (
        part,
      ) => sql`union (select ap.id, '' from applications ap ${askCall} where ${filtered(part)} and ${tells} is not true
      order by ap.id ${way} limit ${most})`,
    );
    const inParts = sql`(${inIndex} order by sorted_by ${way}, id ${way} limit ${most}) ${sql.join(beside, sql` `)}`;
    // Of each call as many as the page could need: an index has them in the order of their numbers.
    const inCalls = sql`select ap.id, ap.sorted_by from calls c cross join lateral (
    select ap.id, ${inText} as sorted_by from applications ap
    where ap.call_id = c.id and ${where} order by ap.id ${way} limit ${most}) ap`;
    const page = column === 'callTitle' ? inCalls : hidden.length === 0 ? inIndex : inParts;
    // What a filter lets through may stand far down in the order: it is read for a while, and if the page is not full by then
    // everything that was let through is sorted.
    const isTried = body.searchBy.length > 0 && page === inIndex && !withDrafts;
    const first = sql`select ap.id, ap.uid, ap.call_id, ap.owner_id, ap.status, ap.submitted_at, ap.partition_ids, ap.panel,
      ap.readership_id, ap.pi_first_name, ap.pi_last_name, ap.pi_affiliation, ap.research_group, ap.research_title,
      ap.partitions, ${inText} as sorted_by
    from applications ap where ap.status <> 'draft' order by ${inText} ${way}, ap.id ${way} limit ${maxTried}`;
    const inFirst = sql`select ap.id, ap.sorted_by from (${first}) ap ${askCall}
    where ${where} ${tells === null ? sql`` : sql`and ${tells}`}`;
    const found = partsOfScope(clauses, rules).map(
      (part) =>
        sql`(select ap.id from applications ap ${askCall} where ${filtered(part)} limit ${maxCounted + 1})`,
    );
    const fewFound = sql`select ap.id, ${sorted} as sorted_by
    from found join applications ap on ap.id = found.id ${column === 'callTitle' ? inCall : sql``}`;
    const shown = (meaning: string, text: RawBuilder<string>) =>
      sees === null
        ? text
        : sql`case when ap.owner_id = ${actor.userId} or ${meaning} = any(v.visible) then ${text} else '' end`;
    const isMore = sql`(select count(*) from found) > ${maxCounted}`;
    const tried = isTried
      ? sql`tried as materialized (
        select id, sorted_by from (${inFirst} order by sorted_by ${way}, id ${way} limit ${most}) first where ${isMore}),`
      : sql``;
    const isFull = sql`(select count(*) from tried) >= ${most}`;
    const many = isTried
      ? sql`(select id, sorted_by from tried where ${isFull} ${inOrder})
      union all (select id, sorted_by from (select id, sorted_by from (${page} offset 0) let_through ${inOrder}) many
        where ${isMore} and not ${isFull})`
      : sql`(select id, sorted_by from (${page} ${inOrder}) many where ${isMore})`;
    const result = await sql<{
      data: Found[];
      total: number;
      workRoles: string[];
    }>`${isFiltered ? sql.raw(customPlan) : sql``}
    with found as ${isFiltered ? sql`materialized` : sql``} (
      select part.id from (${sql.join(found, sql` union all `)}) part limit ${maxCounted + 1}),
    ${tried}
    page as (${
      isFiltered
        ? sql`(${fewFound} where not ${isMore} ${inOrder})
          union all ${many}`
        : sql`${page} ${inOrder}`
    })
    select (select count(*)::int from found) as total, array(${rolesOfWork(actor.userId)}) as "workRoles", coalesce((
      select json_agg(json_build_object('id', ap.id, 'uid', ap.uid, 'status', ap.status, 'callTitle', ${toldIn(reader, 'c', 'title')},
        'projectTitle', ${shown('project_title', sql`ap.title`)},
        'firstName', ${shown('pi_first_name', sql`ap.pi_first_name`)},
        'lastName', ${shown('pi_last_name', sql`ap.pi_last_name`)},
        'piAffiliation', ${shown('pi_affiliation', sql`ap.pi_affiliation`)},
        'researchGroup', ${shown('research_field_group', toldLabel(reader, 'research_group'))},
        'researchTitle', ${shown('research_field_title', toldLabel(reader, 'research_title'))},
        'partition', ${shown('partition', sql`joined_names(ap.partitions)`)}, 'submissionDate', ${iso('ap.submitted_at')},
        'ownerId', ap.owner_id, 'published', c.published,
        'cutoffs', coalesce((select json_agg(json_build_object('start', ${iso('k.starts_at')},
          'end', ${iso('k.ends_at')})) from cutoffs k where k.call_id = c.id), '[]'))
        order by page.sorted_by ${way}, page.id ${way})
      from page join applications ap on ap.id = page.id ${inCall}
        cross join lateral (select ${sees === null ? sql`'{}'::text[]` : visibleMeaningsSql(actor)} as visible offset 0) v), '[]') as data
  `.execute(db);
    const { data, total, workRoles } = result.rows[0] ?? { data: [], total: 0, workRoles: [] };
    return {
      data: data.map(({ ownerId, published, cutoffs, ...application }) => ({
        ...application,
        can: applicationRights(
          actor,
          { ownerId, status: application.status },
          callState(published, cutoffs, now),
        ),
      })),
      total,
      roles: [...new Set([...listRoles(actor), ...workRoles.filter((role) => role !== 'applicant')])],
      columns: [...columns],
    };
  },
);
