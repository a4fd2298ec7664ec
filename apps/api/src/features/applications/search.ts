import { type ApplicationFilter, searchApplications } from '@clearcall/contract/applications.ts';
import type { ApplicationRow } from '@clearcall/domain/applications/application.ts';
import {
  columnNames,
  isForStaff,
  type ListColumn,
  listColumns,
  type SortableColumn,
} from '@clearcall/domain/applications/list-columns.ts';
import { type CallOfCode, callForDuplicate } from '@clearcall/domain/deadlines/call-for-duplicate.ts';
import { applicationRights } from '@clearcall/domain/permissions/application-rights.ts';
import { type Clause, listRoles, scope } from '@clearcall/domain/permissions/scope.ts';
import { toldMoment, toldSubmission } from '@clearcall/domain/permissions/told-submission.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { customPlan } from '../../platform/db/driver.ts';
import { iso } from '../../platform/db/iso.ts';
import type { Db } from '../../platform/db/pool.ts';
import { languageOf, toldAs, toldIn, toldLabel } from '../../platform/db/told-in.ts';
import { operation } from '../../platform/http/bind.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/http/refuse.ts';
import {
  filterSql,
  type Groups,
  groupsInOrder,
  isLate,
  latestDecisions,
  loadMatching,
  openSteps,
  type Sees,
  sortedBy,
  submittedSql,
  type WorkReader,
  withinOrder,
  workReader,
} from './list-sql.ts';
import {
  isOwnWorkAlone,
  listed,
  loadRuleReach,
  meaningsTold,
  noRules,
  type OwnReach,
  ownReachJson,
  partsOfScope,
  partsThatMayHide,
  type RuleFacts,
  type RuleReach,
  rolesOfWork,
  ruleFactsJson,
  showsMeanings,
  whereInScope,
} from './scope-sql.ts';
import { sameCodeJson } from './sql.ts';

/** A row as the database tells it. */
export interface Found extends Omit<ApplicationRow, 'can'> {
  ownerId: number;
  /** Of the call, an IANA name. */
  timeZone: string;
  firstSubmittedAt: string | null;
  sameCode: CallOfCode[];
  /** What rules ask of it, where they say what may be read. */
  facts: RuleFacts | null;
}

/** Totals are exact up to here; one more says 'more than that'. Source: Requirements 2, 7.5. */
const maxCounted = 10_000;
const maxRows = 1_000;
/** How far an order is read for a page of what filters and rules let through. */
const maxTried = 20_000;
/** So few are sorted sooner than found in an order. */
const maxSorted = 1_000;

/**
 * A statement that is planned once expects a tenth of everything where it does not know its limit, so the usual ones stand
 * in it as they are. Not all: each makes another statement.
 */
const usualLimits = [10, 25, 50, 100];
/** How far an order is read at once, as the planner knows it. */
const usualReach = [...usualLimits, maxRows, maxCounted];

/** What is asked of the call of each application that may match. */
const asksTheCall = ({ column }: ApplicationFilter): boolean => column === 'submissionDate';

/** A search anywhere is of no column. */
const isOfColumn = (
  filter: ApplicationFilter,
): filter is Exclude<ApplicationFilter, { column: 'anywhere' }> => filter.column !== 'anywhere';

const choosesStep = ({ column, op }: ApplicationFilter): boolean => column === 'step' && op === 'equal';

const hiddenTexts = (column: ListColumn): Message =>
  message('lists.column.hidden', { column: message(listColumns[column].title) });

/** How a list reaches for somebody in one role, and which columns may be read in it. */
interface Reach {
  clauses: readonly Clause[];
  columns: readonly ListColumn[];
  sees: Sees;
  rules: RuleReach;
}

/** Whether a list is the one in which staff see whatever was submitted. */
export const isOfStaff = (clauses: readonly Clause[]): boolean =>
  clauses.some(({ kind }) => kind === 'submitted');

/**
 * Applicants read all of what is their own, and staff all of what is submitted. In every other role one reads what view
 * rules open: what stands open anywhere is asked first, so that the list is an index that is read and no question to each.
 */
export async function loadReach(db: Db, actor: Viewer, role: string): Promise<Reach> {
  const clauses = scope(actor, role);
  const forStaff = isOfStaff(clauses);
  if (forStaff || clauses.every(({ kind }) => kind === 'owned_by')) {
    const columns = columnNames.filter((column) => forStaff || !isForStaff(column));
    return { clauses, columns, sees: null, rules: noRules };
  }
  return reachByRules(actor, clauses, await loadRuleReach(db, actor, role));
}

const reachByRules = (actor: Viewer, clauses: readonly Clause[], rules: RuleReach): Reach => ({
  clauses,
  columns: columnNames.filter(
    (column) => !isForStaff(column) && listColumns[column].meanings.every((one) => rules.shown.includes(one)),
  ),
  sees: (meanings) => showsMeanings(actor, meanings, rules),
  rules,
});

/** What is asked of the search, in the terms of SQL. */
interface Asked {
  reach: Reach;
  filters: readonly RawBuilder<unknown>[];
  /** Of the filters, what the index of the order knows by itself. */
  within: readonly RawBuilder<unknown>[];
  /** What a filter lets through, where an index has each of it in the order. */
  groups: Groups | null;
  /** Whether a filter asks for what stands with the call. */
  asksCall: boolean;
  work: WorkReader;
  column: SortableColumn;
  way: RawBuilder<unknown>;
  limit: number;
  offset: number;
  reader: ReaderLanguage;
}

const inCall = sql`join calls c on c.id = ap.call_id`;

/** What is let through, each `id` once, up to so many; `sorted`: with what it is `sorted_by`. */
function foundSql(
  { reach, filters, asksCall, work, column, reader }: Asked,
  most: number,
  { sorted }: { sorted: boolean },
): RawBuilder<unknown> {
  const call = asksCall || (sorted && column === 'callTitle') ? inCall : sql``;
  const by = sorted
    ? sql`, ${sortedBy(column, reach.sees, { reader, submitted: submittedSql(reach.sees, work.viewer) })} as sorted_by`
    : sql``;
  // What filters look for they find sooner than the own work would.
  const parts = partsOfScope(reach.clauses, reach.rules, { byWork: filters.length === 0 }).map(
    ({ from, where }) => sql`select ap.id ${by} from ${from} ${call}
      where ${sql.join([where, ...filters], sql` and `)} limit ${sql.lit(most)}`,
  );
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return sql`select id ${sorted ? sql`, sorted_by` : sql``} from (${sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )}) found limit ${sql.lit(most)}`;
}

/**
 * Everything that is let through, each `id` with what it is `sorted_by`, in an order that an index knows; and those rows
 * that stand beside it.
 */
function inOrderSql({
  reach: { clauses, sees, rules },
  filters,
  within,
  groups,
  asksCall,
  work,
  column,
  way,
  limit,
  offset,
  reader,
  reached,
}: Asked & { reached?: number }) {
  const filtered = (part: RawBuilder<boolean>) => sql.join([part, ...filters], sql` and `);
  const where = filtered(whereInScope(clauses, rules));
  const askCall = asksCall ? inCall : sql``;
  // A plan that is made for everybody expects a tenth of everything of a limit that it does not know.
  const most = reached === undefined ? sql`${limit + offset}` : sql.lit(reached);
  const { meanings } = listColumns[column];
  const text = sortedBy(column, null, { reader, submitted: submittedSql(sees, work.viewer) });
  // Of each call as many as the page could need: an index has them in the order of their numbers.
  if (column === 'callTitle')
    return {
      all: sql`select ap.id, ap.sorted_by from calls c cross join lateral (
        select ap.id, ${text} as sorted_by from applications ap
        where ap.call_id = c.id and ${where} order by ap.id ${way} limit ${most}) ap`,
      first: null,
      besideWork: false,
      beside: [],
    };
  // What may not be read is empty, and sorted as that: it is a list of its own beside that which an index has in order.
  const tells = sees === null || meanings.length === 0 ? null : sees(meanings);
  const hidden = tells === null ? [] : partsThatMayHide(clauses, meanings, rules);
  // Where work alone may hide it, each is asked; else it is told in all readerships but those that may hide it.
  const silent = hidden.map(({ readerships }) => readerships);
  const told =
    tells === null
      ? sql``
      : silent.includes(null)
        ? sql`and ${tells}`
        : sql`and (ap.readership_id <> all(${[...new Set(silent.flatMap((ids) => ids ?? []))]}::int[]) or ${tells})`;
  const first = sql`select ap.id, ap.sorted_by from (
    select ${listed}, ${text} as sorted_by
    from applications ap where ${sql.join([sql`ap.status <> 'draft'`, ...within], sql` and `)} order by ${text} ${way}, ap.id ${way} limit ${sql.lit(maxTried)}) ap ${askCall}
    where ${where} ${told}`;
  const all = sql`select ap.id, ${text} as sorted_by from applications ap ${askCall} where`;
  return {
    // Of each group as many as the page could need, where an index has them in order.
    all:
      groups === null
        ? sql`${all} ${where} ${told}`
        : sql`select ap.id, ap.sorted_by from ${groups.values} of(value) cross join lateral (
            ${all} ${groups.of} = of.value and ${where} ${told} order by ${text} ${way}, ap.id ${way} limit ${most}) ap`,
    first: groups !== null || clauses.some(({ kind }) => kind === 'owned_by') ? null : first,
    besideWork: hidden.some(({ readerships }) => readerships === null),
    beside: hidden.map(({ where: part, readerships }) => {
      const from = sql`applications ap ${askCall}`;
      const isHidden = sql`${filtered(part)} and ${tells} is not true`;
      if (readerships === null)
        return sql`union (select ap.id, '' from ${from} where ${isHidden} order by ap.id ${way} limit ${most})`;
      // Of each readership as many as the page could need, in the order that an index has them in, whatever filters ask. How
      // many there are is said, else a plan for everybody expects ten.
      const of = sql`(select readership from unnest(${readerships}::int[]) one(readership) limit ${sql.lit(readerships.length)}) of`;
      return sql`union (select hidden.id, '' from ${of} cross join lateral (
        select ap.id from (select ${listed} from applications ap
          where ap.status <> 'draft' and ap.readership_id = of.readership order by ap.id ${way} offset 0) ap ${askCall}
        where ${isHidden} limit ${most}) hidden order by hidden.id ${way} limit ${most})`;
    }),
  };
}

/** The page where so few are let through that all of them are sorted, at most so many; null where they are more. */
async function findFew(db: Db, asked: Asked, most: number): Promise<{ total: number; ids: string[] } | null> {
  const { way, limit, offset } = asked;
  const result = await sql<{ total: number; ids: string[] }>`${sql.raw(customPlan)}
    with found as materialized (${foundSql(asked, most + 1, { sorted: true })})
    select (select count(*)::int from found) as total,
      array(select id from found order by sorted_by ${way}, id ${way} limit ${limit} offset ${offset}) as ids`.execute(
    db,
  );
  const [found] = result.rows;
  return found === undefined || found.total > most ? null : found;
}

/**
 * The page of what filters or rules let through, and how many there are. They are found first, by the index that knows
 * them: few are sorted. Of more, the order is read from its index for a while; if the page is not full by then, everything
 * is sorted that was let through.
 */
async function findPage(db: Db, asked: Asked): Promise<{ total: number; ids: string[]; isLong?: boolean }> {
  const { filters, way, limit, offset, reach } = asked;
  // What filters leave of everything are mostly few; own work is found at once, and lies anywhere in an order.
  const isWork = isOwnWorkAlone(reach.clauses, reach.rules);
  const most = isWork ? maxCounted : filters.length > 0 && reach.sees === null ? maxSorted : 0;
  const sorted = most > 0 ? await findFew(db, asked, most) : null;
  if (sorted !== null) return sorted;
  const { first, beside, besideWork } = inOrderSql(asked);
  const needed = limit + offset;
  const inOrder = sql`order by sorted_by ${way}, id ${way}`;
  const page = sql`${inOrder} limit ${limit} offset ${offset}`;
  const besides = sql.join(beside, sql` `);
  const few = first === null ? maxCounted : maxSorted;
  const maxFew = sql.lit(few);
  const { rows } = await sql<{ total: number; ids: string[]; isFound: boolean }>`${sql.raw(customPlan)}
    with counted as materialized (
      select count(*)::int as n from (${foundSql(asked, maxCounted + 1, { sorted: false })}) found),
    tried as materialized (${
      first === null
        ? sql`select null::bigint as id, null as sorted_by where false`
        : sql`select id, sorted_by from (${first} ${inOrder} limit ${needed}) first where (select n from counted) > ${maxFew}`
    }),
    page as (
      (select id, sorted_by from (${foundSql(asked, few, { sorted: true })}) found
        where (select n from counted) <= ${maxFew} ${page})
      ${
        first === null
          ? sql``
          : sql`union all (select id, sorted_by from (select id, sorted_by from tried ${besides}) many
              where (select count(*) from tried) >= ${needed} ${page})`
      })
    select n as total, array(select id from page ${inOrder}) as ids,
      n <= ${maxFew} or (select count(*) from tried) >= ${needed} as "isFound" from counted`.execute(db);
  const [found] = rows;
  if (found === undefined) return { total: 0, ids: [] };
  if (found.isFound) {
    const isLong = filters.length === 0 && reach.sees !== null && found.total > few && !besideWork;
    return { ...found, isLong };
  }
  const { all } = inOrderSql(asked);
  if (filters.length === 0 || first === null) {
    const last = await sql<{ id: string }>`${sql.raw(customPlan)}
      select id from ((${all} ${inOrder} limit ${needed}) ${besides}) whole ${page}`.execute(db);
    return { total: found.total, ids: last.rows.map(({ id }) => id) };
  }
  // In the order of the index it could be far: it is found as it was, and sorted, by two processes.
  const whole = sql`(select id, coalesce(sorted_by, sorted_by) as sorted_by from (${all}) every ${inOrder} limit ${needed}) ${besides}`;
  const last = await db.transaction().execute(async (tx) => {
    await sql`select set_config('max_parallel_workers_per_gather', '1', true), set_config('enable_indexonlyscan', 'off', true)`.execute(
      tx,
    );
    return sql<{ id: string }>`${sql.raw(customPlan)} select id from (${whole}) whole ${page}`.execute(tx);
  });
  return { total: found.total, ids: last.rows.map(({ id }) => id) };
}

/** Who asks, in which language. */
interface Asking {
  now: Date;
  actor: Viewer;
  translator: Translator;
}

/** What a search asks for, by the contract. */
interface SearchBody {
  searchBy: readonly ApplicationFilter[];
  orderBy: { column: SortableColumn; direction: 'ASC' | 'DESC' };
  role?: string | undefined;
}

/**
 * Whether answers with these meanings may not be read of `ap`, which is in the list; null: they may of all in it. Where
 * rules alone open it, those are few readerships, of which an index knows.
 */
function hiddenIn({ clauses, sees, rules }: Reach, meanings: readonly string[]): RawBuilder<boolean> | null {
  const isHidden = sql<boolean>`(${sees === null ? sql`true` : sees(meanings)}) is not true`;
  const silent = partsThatMayHide(clauses, meanings, rules).map(({ readerships }) => readerships);
  if (silent.includes(null)) return isHidden;
  const ids = [...new Set(silent.flatMap((ids) => ids ?? []))];
  return ids.length === 0 ? null : sql`(ap.readership_id = any(${ids}::int[]) and ${isHidden})`;
}

/** Whether whoever reads one of two columns of an application reads the other one. */
function areToldAlike({ sees, rules }: Reach, one: ListColumn, other: ListColumn): boolean {
  const tells = (shows: readonly string[], column: ListColumn) =>
    listColumns[column].meanings.every((meaning) => shows.includes(meaning));
  return sees === null || rules.rules.every(({ shows }) => tells(shows, one) === tells(shows, other));
}

const wayOf = ({ orderBy }: SearchBody): RawBuilder<unknown> =>
  orderBy.direction === 'ASC' ? sql`asc` : sql`desc`;

/** What is asked, in the terms of SQL; a refusal where it asks for what may not be read in the role. */
async function readAsked(
  db: Db,
  { actor, translator, now }: Asking,
  body: SearchBody,
  { limit, offset }: { limit: number; offset: number },
): Promise<Refusal | Asked> {
  const role = body.role ?? 'applicant';
  const reach = await loadReach(db, actor, role);
  const { clauses, columns, sees } = reach;
  const work = workReader(actor, role, isOfStaff(clauses), now);
  const unread = [body.orderBy, ...body.searchBy.filter(isOfColumn)].find(
    ({ column }) => !columns.includes(column),
  );
  if (unread !== undefined) return refuse('column_hidden', { message: hiddenTexts(unread.column) });
  const reader = translator.language;
  const withDrafts = clauses.some(({ kind }) => kind === 'owned_by');
  const filters: RawBuilder<unknown>[] = [];
  const within: RawBuilder<unknown>[] = [];
  let groups: Groups | null = null;
  const titles = body.searchBy.filter(choosesStep).map(({ value }) => value);
  const chosen = body.searchBy.find(choosesStep);
  for (const filter of body.searchBy) {
    // The first one stands for all steps that are chosen.
    if (choosesStep(filter) && filter !== chosen) continue;
    const matching = await loadMatching(db, reader, filter, {
      withTexts: !withDrafts,
      forStaff: isOfStaff(clauses),
      titles,
    });
    const hides = (meanings: readonly string[]) => hiddenIn(reach, meanings);
    const ordered = filter.column === body.orderBy.column ? withinOrder(filter, matching) : null;
    if (ordered !== null) within.push(ordered);
    const { column } = body.orderBy;
    const toldAlike = isOfColumn(filter) && areToldAlike(reach, column, filter.column);
    if (!withDrafts) groups ??= groupsInOrder(filter, matching, { column, toldAlike });
    filters.push(
      filterSql(filter, {
        withDrafts,
        sees,
        work,
        matching,
        hides,
      }),
    );
  }
  return {
    reach,
    filters,
    within,
    groups,
    asksCall: body.searchBy.some(asksTheCall),
    work,
    column: body.orderBy.column,
    way: wayOf(body),
    limit,
    offset,
    reader,
  };
}

interface Told {
  data: Found[];
  total: number;
  workRoles: string[];
}

/** The texts of a row that stand with answers, by their meanings. */
const answered = {
  projectTitle: 'project_title',
  firstName: 'pi_first_name',
  lastName: 'pi_last_name',
  piAffiliation: 'pi_affiliation',
  researchGroup: 'research_field_group',
  researchTitle: 'research_field_title',
  partition: 'partition',
} as const;
const answeredNames = Object.keys(answered) as (keyof typeof answered)[];

/** Rows without what may not be read of them, nor the hour of their submission. What rules ask is alike of many: they are asked once of each that differs. */
function withoutHidden(actor: Viewer, { rules }: Reach, rows: Found[]): Found[] {
  const told = new Map<string, Set<string>>();
  for (const row of rows) {
    const { facts } = row;
    row.submissionDate = toldSubmission(actor, { ...row, submittedAt: row.submissionDate });
    row.awardDeclinedAt = toldMoment(actor, row, row.awardDeclinedAt);
    if (facts === null || row.ownerId === actor.userId) continue;
    const key = JSON.stringify(facts);
    const visible = told.get(key) ?? meaningsTold(rules, facts);
    told.set(key, visible);
    for (const name of answeredNames) if (!visible.has(answered[name])) row[name] = '';
  }
  return rows;
}

/** The rows of `page`, of their ids and places, as they are told. */
const rowsJson = (actor: Viewer, { reach, work, reader }: Asked): RawBuilder<Found[]> => sql`coalesce((
  select json_agg(json_build_object('id', ap.id, 'uid', ap.uid, 'status', ap.status, 'awardDeclinedAt', ${iso('ap.award_declined_at')}, 'callTitle', ${toldIn(reader, 'c', 'title')}, 'told', ${toldAs({ callTitle: languageOf(reader, 'c', 'title'), step: sql`case when steps.are_told then ${sql.lit(reader)} end` })},
    'projectTitle', ap.title, 'firstName', ap.pi_first_name, 'lastName', ap.pi_last_name,
    'piAffiliation', ap.pi_affiliation, 'researchGroup', ${toldLabel(reader, 'research_group')},
    'researchTitle', ${toldLabel(reader, 'research_title')}, 'partition', joined_names(ap.partitions),
    'submissionDate', ${iso('ap.submitted_at')}, 'firstSubmittedAt', ${iso('ap.first_submitted_at')},
    'cutoff', (select ${iso('k.ends_at')} from cutoffs k where k.id = ap.cutoff_id and ap.status <> 'draft'),
    'late', ${reach.columns.includes('work') ? isLate(actor.userId) : sql`false`},
    'step', coalesce(steps.titles, ''),
    'decisions', ${reach.columns.includes('decision') ? latestDecisions(actor.userId) : sql`'[]'::json`}, 'timeZone', c.time_zone,
    'ownerId', ap.owner_id, 'callId', c.id, 'sameCode', ${sameCodeJson(actor.userId)},
    'facts', ${reach.sees === null ? sql`null::json` : ruleFactsJson(actor, reach.rules)})
    order by page.place)
  from page join applications ap on ap.id = page.id ${inCall} cross join lateral (${openSteps(work, reader)}) steps), '[]')`;

/** A page of everything, in an order that an index knows; read up to a round number, if that is one that is looked at often. */
function pageSql(asked: Asked, reached: number | undefined): RawBuilder<unknown> {
  const { way, limit, offset } = asked;
  const inOrder = sql`order by sorted_by ${way}, id ${way}`;
  const { all } = inOrderSql({ ...asked, ...(reached === undefined ? {} : { reached }) });
  const upTo = sql`${all} ${inOrder} limit ${reached === undefined ? sql`${limit + offset}` : sql.lit(reached)}`;
  return reached === limit && offset === 0
    ? upTo
    : sql`select id, sorted_by from (${upTo}) reached ${inOrder} limit ${limit} offset ${offset}`;
}

/** A page as it is told: of what was found, else of everything, which is found in the same statement. */
async function tellPage(
  db: Db,
  actor: Viewer,
  asked: Asked,
  page: { total: number; ids: readonly string[] } | null,
): Promise<{ data: Found[]; total: number; workRoles: string[] }> {
  const { reach, way, limit, offset } = asked;
  const { clauses, sees, rules } = reach;
  const reached = usualReach.find((one) => one >= limit + offset);
  const inOrder = sql`order by sorted_by ${way}, id ${way}`;
  const usual = usualLimits.find((known) => known >= limit) ?? maxRows;
  // So far in the order nobody looks often: no plan for everybody is kept.
  const planned = page === null && reached === undefined ? sql.raw(customPlan) : sql``;
  const result = await sql<Told>`${planned}${
    page === null
      ? sql`with found as (${foundSql(asked, maxCounted + 1, { sorted: false })}), page as (select id, row_number() over (${inOrder}) as place
            from (${pageSql(asked, reached)}) page limit ${sql.lit(usual)})
          select (select count(*)::int from found) as total,`
      : // Whether each may be read is asked once more: much can happen between two statements. How many there are the planner
        // does not see, else it would plan for each number.
        sql`with page as (select ap.id, place
            from (select id, place from jsonb_array_elements_text(${JSON.stringify(page.ids)}::jsonb) with ordinality as given(id, place)
                limit ${sql.lit(usual)}) given
              cross join lateral (select ap.id from applications ap
                where ap.id = given.id::bigint and ${whereInScope(clauses, { ...rules, conflicts: null })} offset 0) ap)
          select ${page.total}::int as total,`
  }
      ${sees === null ? sql`array(${rolesOfWork(actor.userId)})` : sql`${rules.works}::text[]`} as "workRoles",
      ${rowsJson(actor, asked)} as data`.execute(db);
  const told = result.rows[0] ?? { data: [], total: 0, workRoles: [] };
  return { ...told, data: withoutHidden(actor, reach, told.data) };
}

/**
 * The long lists that were read in their order of late, with the reach that they were found by: whoever opens such a list
 * once more gets it by one statement, which is planned once for everybody and says by the way whether the reach still is that.
 */
const maxLongLists = 1_000;
const longLists = new WeakMap<Db, Map<string, LongList>>();

interface LongList {
  rules: RuleReach;
  /** Whether more than are counted were found. */
  isEndless: boolean;
  /** The page that was asked for last; null in it: none that one statement could find. */
  last: { key: string; page: LongPage | null } | null;
}

/** A page of a long list: what is asked of the database, always the same as long as the reach is, and what it means. */
interface LongPage {
  reach: Reach;
  statement: CompiledQuery<Told & { own: OwnReach; read: number }>;
  /** Whether rows stand beside the order, which may come before what is far in it. */
  isBeside: boolean;
}

function longListsOf(db: Db): Map<string, LongList> {
  const lists = longLists.get(db) ?? new Map<string, LongList>();
  longLists.set(db, lists);
  return lists;
}

const keyOfList = (actor: Viewer, { role, orderBy }: SearchBody): string =>
  JSON.stringify([actor.userId, actor.role, actor.isStaff, role, orderBy.column, orderBy.direction]);

type WholeList = Awaited<ReturnType<typeof tellPage>> & { reach: Reach };

/** How one statement finds a page of a long list; null where none could. */
function longPage(
  db: Db,
  { actor, translator, now }: Asking,
  body: SearchBody,
  bounds: { limit: number; offset: number },
  { rules, isEndless }: LongList,
): LongPage | null {
  const most = bounds.limit + bounds.offset;
  const reached = usualReach.find((usual) => usual >= most);
  if (reached === undefined) return null;
  const role = body.role ?? 'applicant';
  const clauses = scope(actor, role);
  const reach = reachByRules(actor, clauses, {
    ...rules,
    forEverybody: isEndless ? 'by_readership' : 'by_scope',
  });
  const asked: Asked = {
    reach,
    filters: [],
    within: [],
    groups: null,
    asksCall: false,
    work: workReader(actor, role, isOfStaff(clauses), now),
    column: body.orderBy.column,
    way: wayOf(body),
    ...bounds,
    reader: translator.language,
  };
  const { first, beside, besideWork } = inOrderSql({ ...asked, reached });
  if (first === null || besideWork) return null;
  const inOrder = sql`order by sorted_by ${asked.way}, id ${asked.way}`;
  const page = sql`${inOrder} limit ${bounds.limit} offset ${bounds.offset}`;
  const usual = usualLimits.find((one) => one >= bounds.limit) ?? maxRows;
  const { sql: text, parameters } = sql`
    with found as (${foundSql(asked, maxCounted + 1, { sorted: false })}),
    tried as (select id, sorted_by from (${first} ${inOrder} limit ${sql.lit(reached)}) first ${inOrder} limit ${most}),
    placed as (select id, row_number() over (${inOrder}) as place from (
      select id, sorted_by from (select id, sorted_by from tried ${sql.join(beside, sql` `)}) every ${page}) page),
    page as (select id, place from placed limit ${sql.lit(usual)})
    select (select count(*)::int from found) as total, ${beside.length === 0 ? sql`${most}::int` : sql`(select count(*)::int from tried)`} as read,
      ${ownReachJson(actor)} as own, ${rowsJson(actor, asked)} as data`.compile(db);
  return { reach, statement: CompiledQuery.raw(text, [...parameters]), isBeside: beside.length > 0 };
}

/** A page of a long list, in one statement; null where it is none any more, or the reach of the viewer is another. */
async function tellLongList(
  db: Db,
  asking: Asking,
  body: SearchBody,
  bounds: { limit: number; offset: number },
): Promise<WholeList | null> {
  const { actor, translator, now } = asking;
  const lists = longListsOf(db);
  const listKey = keyOfList(actor, body);
  const known = lists.get(listKey);
  if (known === undefined || body.searchBy.length > 0) return null;
  // A statement knows the minute in which it was made: cut-offs that are over by then begin reviews.
  const key = JSON.stringify([bounds, translator.language, Math.floor(now.getTime() / 60_000)]);
  if (known.last?.key !== key) known.last = { key, page: longPage(db, asking, body, bounds, known) };
  const { page } = known.last;
  if (page === null) return null;
  const { rows } = await db.executeQuery(page.statement);
  const [told] = rows;
  if (told === undefined) return null;
  const { data, total, own, read } = told;
  const isWhole = page.isBeside
    ? read >= bounds.limit + bounds.offset
    : data.length === bounds.limit ||
      (total <= maxCounted && data.length === Math.max(0, total - bounds.offset));
  // What has become much longer, or shorter, is found by another index the next time.
  if (known.isEndless !== total > maxCounted) lists.delete(listKey);
  if (isWhole && JSON.stringify(own) === JSON.stringify(known.rules.own))
    return { data: withoutHidden(actor, page.reach, data), total, workRoles: own.works, reach: page.reach };
  lists.delete(listKey);
  return null;
}

/** A page of any list, by as many statements as it takes. */
async function tellList(
  db: Db,
  asking: Asking,
  body: SearchBody,
  bounds: { limit: number; offset: number },
): Promise<Refusal | WholeList> {
  const asked = await readAsked(db, asking, body, bounds);
  if (isRefusal(asked)) return asked;
  const { reach, filters } = asked;
  const page = filters.length > 0 || reach.sees !== null ? await findPage(db, asked) : null;
  if (page?.isLong === true) {
    const lists = longListsOf(db);
    if (lists.size >= maxLongLists) lists.clear();
    lists.set(keyOfList(asking.actor, body), {
      rules: reach.rules,
      isEndless: page.total > maxCounted,
      last: null,
    });
  }
  return { ...(await tellPage(db, asking.actor, asked, page)), reach };
}

/**
 * The caller's applications in a role: filtered, sorted, one page, with the total. Drafts have no submit date and stand
 * before all others when the latest come first. A list of which nothing has to be found is one statement; else the page is
 * found by one and told by another, which is planned once for everybody. Of options the label in the language of the reader
 * is told and found, and the kept one sorted by.
 */
export const search = operation(
  searchApplications,
  async ({ query, body, actor, now, translator }, { db }) => {
    const bounds = { limit: Math.min(query.limit, maxRows), offset: query.offset };
    const found =
      (await tellLongList(db, { actor, translator, now }, body, bounds)) ??
      (await tellList(db, { actor, translator, now }, body, bounds));
    if (isRefusal(found)) return found;
    const { data, total, workRoles, reach } = found;
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
      columns: [...reach.columns],
    };
  },
);

const rowsAtOnce = 500;

/**
 * The rows of a list, up to so many, with the columns that may be read: found once, so that none comes twice or is left
 * out, and told some at a time, each asked once more whether it may be read.
 */
export async function listRows(
  db: Db,
  given: Asking,
  body: SearchBody,
  limit: number,
): Promise<Refusal | { columns: readonly ListColumn[]; rows: AsyncIterable<Found> }> {
  const asked = await readAsked(db, given, body, { limit, offset: 0 });
  if (isRefusal(asked)) return asked;
  const { total, ids } = await findPage(db, asked);
  async function* rows(): AsyncGenerator<Found> {
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const page = { total, ids: ids.slice(from, from + rowsAtOnce) };
      const { data } = await tellPage(db, given.actor, { ...asked, limit: rowsAtOnce } as Asked, page);
      yield* data;
    }
  }
  return { columns: asked.reach.columns, rows: rows() };
}
