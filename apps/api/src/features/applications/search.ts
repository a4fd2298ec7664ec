import { type ApplicationFilter, searchApplications } from '@clearcall/contract/applications.ts';
import {
  columnNames,
  isForStaff,
  type ListColumn,
  listColumns,
  type SortableColumn,
} from '@clearcall/domain/applications/list-columns.ts';
import { callForDuplicate } from '@clearcall/domain/deadlines/call-for-duplicate.ts';
import { applicationRights } from '@clearcall/domain/permissions/application-rights.ts';
import { type Clause, listRoles, scope } from '@clearcall/domain/permissions/scope.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { operation } from '../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refuse.ts';
import { filterSql } from './list-filters.ts';
import { type Found, hideTexts, rowsJson } from './list-rows.ts';
import { type Sees, sortedBy, submittedSql, type WorkReader, workReader } from './list-sql.ts';
import {
  loadRuleReach,
  mayHide,
  noRules,
  openClauses,
  type RuleReach,
  rolesOfWork,
  showsMeanings,
  whereInScope,
} from './scope-sql.ts';

/** Totals are exact up to here; one more means 'more than that'. Source: Requirements 2, 7.5. */
const maxCounted = 10_000;
const maxRows = 1_000;
/** Lists of up to so many applications are sorted; longer ones are read from the index of their order. */
const maxSorted = 1_000;
/** Limits that are literals of a statement; more of them would make too many statements. */
const steps = [10, 25, 50, 100, maxRows, 5_000, maxCounted];

/** Which applications the list of a role has, and which columns the viewer may read in it. */
interface Reach {
  clauses: readonly Clause[];
  columns: readonly ListColumn[];
  sees: Sees;
  rules: RuleReach;
}

/** Whether a list is the one in which staff see everything that was submitted. */
export const isOfStaff = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ kind }) => kind === 'submitted');

/**
 * Applicants read all of their own applications, and staff everything that was submitted. In all other roles, view rules
 * decide.
 */
export async function loadReach(db: Db, actor: Viewer, role: string): Promise<Reach> {
  const clauses = scope(actor, role);
  const forStaff = isOfStaff(clauses);
  if (forStaff || clauses.every(({ kind }) => kind === 'owned_by')) {
    const columns = columnNames.filter((column) => forStaff || !isForStaff(column));
    return { clauses, columns, sees: null, rules: noRules };
  }
  const rules = await loadRuleReach(db, actor, role);
  return {
    clauses,
    columns: columnNames.filter(
      (column) =>
        !isForStaff(column) && listColumns[column].meanings.every((one) => rules.shown.includes(one)),
    ),
    sees: (meanings) => showsMeanings(actor, meanings, rules),
    rules,
  };
}

interface Asking {
  now: Date;
  actor: Viewer;
  translator: Translator;
}

/** A search as the contract has it. */
interface SearchBody {
  searchBy: readonly ApplicationFilter[];
  orderBy: { column: SortableColumn; direction: 'ASC' | 'DESC' };
  role?: string | undefined;
}

/** A list in terms of SQL. */
interface List extends Reach {
  work: WorkReader;
  reader: ReaderLanguage;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** The key that it is sorted by, and then by the id. */
  key: RawBuilder<unknown>;
  way: RawBuilder<unknown>;
  /** Whether an index has its order. */
  isIndexed: boolean;
  isFiltered: boolean;
}

const choosesStep = ({ column, op }: ApplicationFilter): boolean => column === 'step' && op === 'equal';

/** Returns the list that is asked for, or a refusal if it is sorted or filtered by a column that is hidden in the role. */
async function readList(
  db: Db,
  { actor, translator, now }: Asking,
  body: SearchBody,
): Promise<Refusal | List> {
  const role = body.role ?? 'applicant';
  const reach = await loadReach(db, actor, role);
  const { clauses, columns, sees, rules } = reach;
  const hidden = [body.orderBy, ...body.searchBy].find(
    ({ column }) => column !== 'anywhere' && !columns.includes(column),
  );
  if (hidden !== undefined) return refuseColumn(hidden.column as ListColumn);
  const reader = translator.language;
  const work = workReader(actor, role, isOfStaff(clauses), now);
  const withDrafts = clauses.some(({ kind }) => kind === 'owned_by');
  const chosen = body.searchBy.filter(choosesStep);
  const titles = chosen.map(({ value }) => value);
  // The first step that is chosen represents all of them.
  const filters = body.searchBy.filter((filter) => !choosesStep(filter) || filter === chosen[0]);
  const { column, direction } = body.orderBy;
  const { meanings } = listColumns[column];
  const isHidden = mayHide(clauses, meanings, rules);
  const isWork = openClauses(clauses, rules).every(({ kind }) => kind === 'assigned_to');
  return {
    ...reach,
    work,
    reader,
    from: sql`applications ap ${column === 'callTitle' ? sql`join calls c on c.id = ap.call_id` : sql``}`,
    where: sql.join(
      [
        whereInScope(clauses, rules),
        ...filters.map((filter) => filterSql(filter, { withDrafts, sees, work, reader }, titles)),
      ],
      sql` and `,
    ),
    key: sortedBy(column, isHidden ? sees : null, { reader, submitted: submittedSql(sees, actor) }),
    way: direction === 'ASC' ? sql`asc` : sql`desc`,
    isIndexed: !withDrafts && !isWork && !isHidden && column !== 'callTitle',
    isFiltered: filters.length > 0,
  };
}

/** Refuses to sort, filter or export a list by a column that the role does not show. */
export const refuseColumn = (column: ListColumn): Refusal =>
  refuse('column_hidden', {
    message: message('lists.column.hidden', { column: message(listColumns[column].title) }),
  });

interface Bounds {
  limit: number;
  offset: number;
}

/** A page as the table of its ids and places, and the number of applications in the list. */
interface Page {
  page: RawBuilder<unknown>;
  total: RawBuilder<number>;
}

const countSql = ({ from, where }: List): RawBuilder<number> =>
  sql`(select count(*)::int from (select from ${from} where ${where} limit ${sql.lit(maxCounted + 1)}) counted)`;

/** Finds a page of a list that is sorted as a whole, or of up to so many of its applications. */
async function findSorted(
  db: Db,
  { from, where, key, way }: List,
  { limit, offset }: Bounds,
  most?: number,
): Promise<{ total: number; ids: number[] }> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with listed as materialized (
      select ap.id, ${key} as sorted_by from ${from} where ${where} ${most === undefined ? sql`` : sql`limit ${sql.lit(most)}`})
    select (select least(count(*), ${sql.lit(maxCounted + 1)})::int from listed) as total,
      array(select id from listed order by sorted_by ${way}, id ${way} limit ${limit} offset ${offset}) as ids`.execute(
    db,
  );
  return rows[0] ?? { total: 0, ids: [] };
}

/** A limit as a literal: a plan for all values takes one that it does not know for a tenth of everything. */
function upTo(count: number): RawBuilder<unknown> {
  const step = steps.find((one) => one >= count);
  return sql`limit ${step === undefined ? count : sql.lit(step)}`;
}

/** Those of these applications that are still in the scope of the viewer. JSON has one plan for any number of ids. */
const pageOfIds = ({ clauses, rules }: List, ids: readonly number[]): RawBuilder<unknown> =>
  sql`select ap.id, given.place from (
      select id::bigint as id, place from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as one(id, place)
      ${upTo(ids.length)}) given
    join applications ap on ap.id = given.id where ${whereInScope(clauses, rules)}`;

/** Reads a page from the index of the order. */
function pageInOrder({ from, where, key, way }: List, { limit, offset }: Bounds): RawBuilder<unknown> {
  const order = sql`order by sorted_by ${way}, id ${way}`;
  return sql`select id, row_number() over (${order}) as place from (
    select id, sorted_by from (
      select ap.id, ${key} as sorted_by from ${from} where ${where} ${order} ${upTo(limit + offset)}) reached
    ${order} limit ${limit} offset ${offset}) page ${upTo(limit)}`;
}

/**
 * Finds a page. What an index has no order for is sorted as a whole, as is what a filter leaves if it is counted whole. The
 * others are counted and, unless they are short, read from the index of their order. Few lists of staff are short.
 */
async function findPage(db: Db, list: List, bounds: Bounds): Promise<Page> {
  const sorted = ({ total, ids }: { total: number; ids: number[] }): Page => ({
    page: pageOfIds(list, ids),
    total: sql`${total}::int`,
  });
  const inOrder = (total: RawBuilder<number>): Page => ({ page: pageInOrder(list, bounds), total });
  if (!list.isIndexed) return sorted(await findSorted(db, list, bounds));
  if (list.isFiltered) {
    const found = await findSorted(db, list, bounds, maxCounted + 1);
    return found.total > maxCounted ? inOrder(sql`${found.total}::int`) : sorted(found);
  }
  if (list.sees === null) return inOrder(countSql(list));
  const { rows } = await sql<{ total: number }>`select ${countSql(list)} as total`.execute(db);
  const total = rows[0]?.total ?? 0;
  return total > maxSorted ? inOrder(sql`${total}::int`) : sorted(await findSorted(db, list, bounds));
}

interface Rows {
  data: Found[];
  total: number;
  workRoles: string[];
}

/** The rows of a page as the viewer may read them, and the roles of the viewer's work. */
async function loadRows(db: Db, list: List, { page, total }: Page): Promise<Rows> {
  const { sees, rules, work } = list;
  const roles = sees === null ? sql`array(${rolesOfWork(work.viewer.userId)})` : sql`${rules.works}::text[]`;
  const { rows } = await sql<Rows>`
    with page as (${page}) select ${rowsJson(list)} as data, ${total} as total, ${roles} as "workRoles"`.execute(
    db,
  );
  const found = rows[0] ?? { data: [], total: 0, workRoles: [] };
  return { ...found, data: hideTexts(work.viewer, rules, found.data) };
}

/**
 * The caller's applications in a role: filtered, sorted, one page, with the total. Drafts have no submission date and come
 * first if the latest come first. Labels of options are shown and found in the language of the reader, and sorted as
 * stored.
 */
export const search = operation(
  searchApplications,
  async ({ query, body, actor, now, translator }, { db }) => {
    const list = await readList(db, { actor, translator, now }, body);
    if (isRefusal(list)) return list;
    const bounds = { limit: Math.min(query.limit, maxRows), offset: query.offset };
    const { data, total, workRoles } = await loadRows(db, list, await findPage(db, list, bounds));
    return {
      data: data.map(
        ({
          ownerId,
          sameCode,
          timeZone: _timeZone,
          firstSubmittedAt: _first,
          facts: _facts,
          ...application
        }) => ({
          ...application,
          can: applicationRights(
            actor,
            { ownerId, status: application.status },
            callForDuplicate(sameCode, application.callId, now),
          ),
        }),
      ),
      total,
      roles: [...new Set([...listRoles(actor), ...workRoles.filter((role) => role !== 'applicant')])],
      columns: [...list.columns],
    };
  },
);

const rowsAtOnce = 500;

/**
 * The rows of a list, up to so many, with the columns that the viewer may read. Ids are found once, so that no row is
 * repeated or left out; rows are read some at a time, if they are still in the scope of the viewer.
 */
export async function listRows(
  db: Db,
  asking: Asking,
  body: SearchBody,
  limit: number,
): Promise<Refusal | { columns: readonly ListColumn[]; rows: AsyncIterable<Found> }> {
  const list = await readList(db, asking, body);
  if (isRefusal(list)) return list;
  const { page } = await findPage(db, list, { limit, offset: 0 });
  const found = await sql<{ id: number }>`select id from (${page}) page order by place`.execute(db);
  const ids = found.rows.map(({ id }) => id);
  const readable: List = list;
  async function* rows(): AsyncGenerator<Found> {
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const some = { page: pageOfIds(readable, ids.slice(from, from + rowsAtOnce)), total: sql<number>`0` };
      yield* (await loadRows(db, readable, some)).data;
    }
  }
  return { columns: list.columns, rows: rows() };
}
