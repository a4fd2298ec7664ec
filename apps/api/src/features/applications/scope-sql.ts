import {
  type AssignmentStatus,
  goneStatuses,
  unansweredStatuses,
} from '@clearcall/domain/applications/statuses.ts';
import { type Clause, ruleScopes } from '@clearcall/domain/permissions/scope.ts';
import { isLive, isUnanswered, isViewRole } from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

type RuleScope = (typeof ruleScopes)[number];
type Reader = 'assigned' | 'accepted';

/** How far view rules reach for somebody, wherever they stand open. */
export interface RuleReach {
  partitions: string[];
  panels: string[];
  /**
   * What stands open to the system role, of one's own centres alone, and to those who work on an application in a role
   * (null: in any, which is the preview), each with the readerships that have it.
   */
  rules: ({ shows: string[]; readerships: number[] } & (
    | { scope: RuleScope }
    | { scope: 'assigned'; role: string | null; reader: Reader }
  ))[];
  /** All readerships that there are. */
  readerships: number[];
  /** The roles in which there is own work. */
  works: string[];
  /** The meanings of columns that rules tell anywhere in the role of the list. */
  shown: string[];
  /** The applications in which the viewer has a conflict now; null: each has to be asked. */
  conflicts: number[] | null;
  /**
   * In a statement that is planned once for everybody, by which index it goes, whatever else is asked: that of readerships,
   * which has very many in an order, or that of centres and panels, which knows all of not so many at once. No value tells
   * the planner that another plan were better. Such a statement says by which reach its answer was found, so what all
   * readerships have is not compared with each of them. null: the plan is made for the values.
   */
  forEverybody: 'by_readership' | 'by_scope' | null;
  /** Of what it was read. */
  own: OwnReach | null;
}

export const noRules: RuleReach = {
  partitions: [],
  panels: [],
  rules: [],
  readerships: [],
  works: [],
  shown: [],
  conflicts: null,
  forEverybody: null,
  own: null,
};

/** What never varies stands in a statement as it is: the plan that is made once for everybody then knows it. */
export const constants = (statuses: readonly AssignmentStatus[]): RawBuilder<string[]> =>
  sql`array[${sql.join(statuses.map((status) => sql.lit(status)))}]`;
const gone = constants(goneStatuses);
const unanswered = constants(unansweredStatuses);
const goneOrUnanswered = constants([...goneStatuses, ...unansweredStatuses]);

/** A rule of a readership, as the database keeps it with what it follows from (0053). */
const openRules = sql`jsonb_to_recordset(h.rules) as o(role text, scope text, reader text, partition text, shows text[])`;

/** The role in which view rules can mean a viewer; null, which no rule is made for, where it is one that everybody has. */
const viewRoleOf = ({ role }: Viewer): RawBuilder<string | null> => sql.lit(isViewRole(role) ? role : null);

/** What the rules of everybody in a role come to; it changes with the flows and with nothing that people do. */
interface KnownRules {
  /** Of what it was read: new readerships make it another, and new flow versions, which never change. */
  mark: string;
  rules: (RuleReach['rules'][number] & { partition: string | null })[];
  shown: string[];
}
/** By the role of the viewer and that of the list. */
const maxKnownRoles = 200;
const knownRules = new WeakMap<Db, Map<string, KnownRules>>();

const markOfRules = sql<string>`(select concat_ws(':', max(id), count(*)) from readerships)
  || ' ' || (select concat_ws(':', max(id), count(*)) from flow_versions)`;

async function readRules(db: Db, viewer: Viewer, listRole: string): Promise<KnownRules | undefined> {
  const result = await sql<KnownRules>`
    select ${markOfRules} as mark,
      array(select distinct unnest(r.shows) from view_rules r where r.role = ${listRole} or r.role is null) as shown,
      coalesce((select json_agg(r) from (
        select o.scope, o.role, o.reader, o.partition, o.shows, json_agg(h.id order by h.id) as readerships
        from readerships h, ${openRules}
        where o.scope = 'assigned' or o.role = ${viewRoleOf(viewer)}::text
        group by o.scope, o.role, o.reader, o.partition, o.shows) r), '[]') as rules`.execute(db);
  return result.rows[0];
}

/** A rule of readerships as it means one person, whose partitions are known. */
export type OwnRule = RuleReach['rules'][number];

/** What rules tell a viewer of the first step's answers in any of these readerships: for `meaningsTold`. */
export const rulesThatTell = (viewer: Viewer, readerships: RawBuilder<number[]>): RawBuilder<OwnRule[]> =>
  sql`coalesce((select json_agg(r) from (
    select o.scope, o.role, o.reader, o.shows, json_agg(h.id) as readerships
    from readerships h, ${openRules}
    where h.id = any(${readerships}) and o.shows <> '{}'
      and (o.scope = 'assigned' or o.role = ${viewRoleOf(viewer)}::text)
      and (o.partition is null or o.partition = any(${ownPartitions(viewer.userId)}))
    group by o.scope, o.role, o.reader, o.shows) r), '[]')`;

/** So few conflicts stand in a statement as they are. */
const maxConflicts = 100;

/** The applications in which somebody has a conflict now; one more than stand in a statement where they are more. */
const ownConflicts = (userId: number): RawBuilder<number[]> => sql`array(
  select q.application_id from conflicts q where q.user_id = ${userId} and q.cleared_at is null
  order by q.application_id limit ${sql.lit(maxConflicts + 1)})`;
const fewOf = (conflicts: number[] | null): number[] | null =>
  conflicts === null || conflicts.length > maxConflicts ? null : conflicts;

/** What of a reach stands with the viewer, and of which rules the rest is read. */
export interface OwnReach
  extends Pick<RuleReach, 'partitions' | 'panels' | 'readerships' | 'works' | 'conflicts'> {
  mark: string;
}

/** It, as the database knows it now. */
export const ownReachJson = ({ userId }: Viewer): RawBuilder<OwnReach> => sql`(select row_to_json(own) from (
  select ${markOfRules} as mark, ${ownPartitions(userId)} as partitions, ${ownPanels(userId)} as panels,
    array(select id from readerships order by id) as readerships, array(${rolesOfWork(userId)}) as works,
    ${ownConflicts(userId)} as conflicts) own)`;

/**
 * Readerships are few, however many applications there are: they are read at once, and what follows from them for a role is
 * read again when they have become others.
 */
export async function loadRuleReach(db: Db, viewer: Viewer, listRole: string): Promise<RuleReach> {
  const result = await sql<{ own: OwnReach }>`select ${ownReachJson(viewer)} as own`.execute(db);
  const own = result.rows[0]?.own;
  return own === undefined ? noRules : reachOf(db, viewer, listRole, own);
}

/** The reach that follows from what stands with the viewer. */
async function reachOf(db: Db, viewer: Viewer, listRole: string, own: OwnReach): Promise<RuleReach> {
  const ofRoles = knownRules.get(db) ?? new Map<string, KnownRules>();
  knownRules.set(db, ofRoles);
  const key = JSON.stringify([viewer.role, listRole]);
  let known = ofRoles.get(key);
  if (known?.mark !== own.mark) {
    known = await readRules(db, viewer, listRole);
    if (known === undefined) return noRules;
    // Somebody may ask for any role.
    if (ofRoles.size >= maxKnownRoles) ofRoles.clear();
    ofRoles.set(key, known);
  }
  const { mark: _mark, conflicts, ...rest } = own;
  return {
    ...rest,
    own,
    shown: known.shown,
    rules: known.rules.filter(
      ({ scope, partition }) =>
        scope === 'assigned' || partition === null || own.partitions.includes(partition),
    ),
    conflicts: fewOf(conflicts),
    forEverybody: null,
  };
}

/** The clauses that have anything to open, those that ask the least of an application first. */
function askedOf(clauses: readonly Clause[], reach: RuleReach): Clause[] {
  const { works } = reach;
  const everything = clauses.some(({ kind }) => kind === 'submitted');
  return clauses
    .filter((clause) => {
      // Whoever sees all that is submitted is asked nothing more about it.
      if (clause.kind === 'assigned_to')
        return !everything && (clause.role === undefined ? works.length > 0 : works.includes(clause.role));
      return clause.kind !== 'by_rule' || (!everything && readershipsOf(reach, clause.scope).length > 0);
    })
    .sort((one, other) => Number(one.kind === 'assigned_to') - Number(other.kind === 'assigned_to'));
}

/** Whether somebody sees no more than what they work on. */
export const isOwnWorkAlone = (clauses: readonly Clause[], reach: RuleReach): boolean =>
  askedOf(clauses, reach).every(({ kind }) => kind === 'assigned_to');

/** A list of values, of which a plan that is made for everybody knows nothing. */
const given = (
  { forEverybody }: RuleReach,
  values: readonly (number | string)[],
  type: 'int' | 'text',
): RawBuilder<unknown> => {
  const list = sql`${values}::${sql.raw(type)}[]`;
  return forEverybody === null ? list : sql`array(select unnest(${list}))`;
};

const anyOf = (ways: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`;

/** What a viewer may see, as SQL over `ap`. Its twin is inScope in the domain. `reach`: where a clause asks for rules or work. */
export const whereInScope = (clauses: readonly Clause[], reach: RuleReach = noRules): RawBuilder<boolean> =>
  anyOf(askedOf(clauses, reach).map((clause) => clauseSql(clause, reach, sql`offset 0`)));

/** Applications as rows `ap`, and which of them are meant. */
export interface Part {
  from: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
}

/** What lists show, sort and look into of an application. */
export const listed = sql`ap.id, ap.uid, ap.call_id, ap.flow_version_id, ap.cutoff_id, ap.owner_id, ap.status, ap.submitted_at, ap.first_submitted_at,
  ap.partition_ids, ap.panel, ap.readership_id, ap.title, ap.pi_first_name, ap.pi_last_name, ap.pi_affiliation, ap.research_group, ap.research_title,
  ap.partitions`;

/**
 * The same in parts that have nothing in common, because there is another index for each: what one sees without work on it,
 * and the own work. `byWork`: the own work is gone through as an index has it, so that of very much only what is wanted is read.
 */
export function partsOfScope(
  clauses: readonly Clause[],
  reach: RuleReach,
  { byWork }: { byWork: boolean },
): Part[] {
  const asked = askedOf(clauses, reach);
  const rest = asked.filter(({ kind }) => kind !== 'assigned_to');
  const plain = rest.length === 0 ? [] : [anyOf(rest.map((clause) => clauseSql(clause, reach)))];
  const others = plain.map((part) => sql`and ${part} is not true`);
  const parts = plain.map((where): Part => ({ from: sql`applications ap`, where }));
  for (const clause of asked)
    if (clause.kind === 'assigned_to')
      parts.push({
        from: byWork ? workFirst(clause, reach) : sql`applications ap`,
        where: sql<boolean>`${
          byWork ? sql`ap.status <> 'draft' and ${withoutConflict(clause.userId)}` : clauseSql(clause, reach)
        } ${others[0] ?? sql``}`,
      });
  return parts.length === 0 ? [{ from: sql`applications ap`, where: sql`false` }] : parts;
}

/**
 * The applications with own work, by that work: one after another, so that no more of it is read than is wanted; or where
 * all of it is, in a list that is not endless, at once, which takes a third less.
 */
function workFirst(clause: Extract<Clause, { kind: 'assigned_to' }>, reach: RuleReach): RawBuilder<unknown> {
  const work = sql`select distinct s.application_id as id from assignments s where ${ownWork(clause, reach)} order by s.application_id`;
  return reach.forEverybody === 'by_scope'
    ? sql`(select ${listed} from applications ap where ap.id = any(array(${work})) offset 0) ap`
    : sql`(${work}) own cross join lateral (select ${listed} from applications ap where ap.id = own.id offset 0) ap`;
}

/** Assignments `s` that are the live work a clause means. */
const ownWork = (
  { userId, role }: Extract<Clause, { kind: 'assigned_to' }>,
  { forEverybody }: RuleReach,
): RawBuilder<unknown> =>
  sql`s.owner_id = ${forEverybody === null ? userId : sql`(select ${userId}::bigint)`} and s.status <> all(${gone}) ${role === undefined ? sql`` : sql`and s.role = ${role}`}`;

/** `apart`: `offset 0` has the work asked of one application at a time. */
function clauseSql(clause: Clause, reach: RuleReach, apart = sql``): RawBuilder<boolean> {
  const { userId } = clause;
  switch (clause.kind) {
    case 'owned_by':
      return sql`ap.owner_id = ${userId}`;
    case 'submitted':
      return sql`(ap.status <> 'draft' and ${withoutConflict(userId, reach)})`;
    case 'assigned_to':
      return sql`(ap.status <> 'draft' and exists (
        select from assignments s where s.application_id = ap.id and ${ownWork(clause, reach)} ${apart})
        and ${withoutConflict(userId)})`;
    case 'by_rule':
      return sql`(ap.status <> 'draft' and ap.owner_id <> ${userId} and ${reachedBy(reach, clause.scope)}
        and ${withoutConflict(userId, reach)})`;
  }
}

/** The readerships in which rules of a scope open an application, or the answers with all of these meanings. */
function readershipsOf({ rules }: RuleReach, scope: RuleScope, meanings: readonly string[] = []): number[] {
  const those = rules.filter(
    (rule) => rule.scope === scope && meanings.every((one) => rule.shows.includes(one)),
  );
  return [...new Set(those.flatMap(({ readerships }) => readerships))];
}

/** Whether rules of a scope open `ap` to a viewer who does not own it, or the answers with all of these meanings. */
function reachedBy(
  reach: RuleReach,
  scope: RuleScope,
  meanings: readonly string[] = [],
): RawBuilder<boolean> {
  const holders = readershipsOf(reach, scope, meanings);
  const isAll = reach.forEverybody === 'by_scope' && holders.length === reach.readerships.length;
  const held = isAll
    ? sql<boolean>`(ap.readership_id is not null)`
    : sql<boolean>`(ap.readership_id = any(${given(reach, holders, 'int')}))`;
  // A condition that is asked whether it is true is none that an index is gone into for.
  const byScope = reach.forEverybody === 'by_scope' ? sql`is true` : sql``;
  const byReadership = reach.forEverybody === 'by_readership' ? sql`is true` : sql``;
  switch (scope) {
    case 'centre':
      return sql`(${held} ${byScope} and (ap.partition_ids && ${given(reach, reach.partitions, 'text')}) ${byReadership})`;
    case 'panel':
      return sql`(${held} ${byScope} and (ap.panel = any(${given(reach, reach.panels, 'text')})) ${byReadership})`;
    case 'call':
      return held;
  }
}

/** Whether a viewer has no conflict of interest with `ap`: theirs are found once, and not asked of each application. */
export const withoutConflict = (userId: number, { conflicts } = noRules): RawBuilder<boolean> =>
  conflicts === null
    ? sql`ap.id not in (select q.application_id from conflicts q where q.user_id = ${userId} and q.cleared_at is null)`
    : conflicts.length === 0
      ? sql`true`
      : sql`ap.id <> all(${conflicts}::bigint[])`;

/** The partitions of the centres that somebody is a member of. */
export const ownPartitions = (userId: number): RawBuilder<string[]> => sql`array(
  select p.id from memberships m join partitions p on p.centre_id = m.centre_id where m.user_id = ${userId})`;

/** The roles in which somebody has work, each asked for behind the one before: there may be much of it in few. */
export function rolesOfWork(userId: number): RawBuilder<string> {
  const after = (role: RawBuilder<unknown>) => sql`select s.role from assignments s
    where s.owner_id = ${userId} and s.role > ${role} and s.status <> all(${gone})
    order by s.role limit 1`;
  return sql`with recursive had as ((${after(sql`''`)}) union all
      select (${after(sql`had.role`)}) from had where had.role is not null)
    select had.role from had where had.role is not null`;
}

/** The panels that somebody is a member of. */
export const ownPanels = (userId: number): RawBuilder<string[]> => sql`array(
  select m.panel from memberships m where m.user_id = ${userId} and m.panel is not null)`;

/** Whether own work `s` has come as far as a rule for those who work on an application asks. */
const hasCome: Record<Reader, RawBuilder<boolean>> = {
  assigned: sql`s.status <> all(${gone})`,
  accepted: sql`s.status <> all(${goneOrUnanswered})`,
};
const readers = Object.keys(hasCome) as Reader[];

/** Whether a rule `o` of the readership of `ap` is made for a viewer with this `work` who does not own it. Its twin is isMeant in the domain. */
const ruleIsMeant = (viewer: Viewer): RawBuilder<boolean> => sql`case o.scope
  when 'assigned' then exists (
    select from work s where s.role = coalesce(o.role, s.role) and case o.reader
        ${sql.join(
          readers.map((reader) => sql`when ${sql.lit(reader)} then ${hasCome[reader]}`),
          sql` `,
        )} end)
  when 'centre' then o.role = ${viewRoleOf(viewer)}::text and ap.partition_ids && ${ownPartitions(viewer.userId)}
    and (o.partition is null or o.partition = any(${ownPartitions(viewer.userId)}))
  when 'panel' then o.role = ${viewRoleOf(viewer)}::text and ap.panel = any(${ownPanels(viewer.userId)})
  else o.role = ${viewRoleOf(viewer)}::text end`;

/**
 * Whether a viewer sees `ap`, asked of few without having read what rules open: the same as `whereInScope` over all of
 * `scope(viewer)`.
 */
export const isInScope = ({
  userId,
  role,
  isStaff,
}: Viewer): RawBuilder<boolean> => sql`(ap.owner_id = ${userId}
  or (ap.status <> 'draft' and ${withoutConflict(userId)} and (${isStaff} or exists (
    select from assignments s where s.application_id = ap.id and s.owner_id = ${userId} and s.status <> all(${gone}))
    or exists (
      with work as (select s.role, s.status from assignments s where false)
      select from readerships h, ${openRules}
      where h.id = ap.readership_id and ${ruleIsMeant({ userId, role, isStaff })}))))`;

/** Readerships that view rules open to the system role of a viewer, each with the scope of its rule. */
export const openReaderships = (viewer: Viewer): RawBuilder<unknown> => sql`
  select h.id, o.scope from readerships h, ${openRules} where o.role = ${viewRoleOf(viewer)}::text and o.scope <> 'assigned'
    and (o.partition is null or o.partition = any(${ownPartitions(viewer.userId)}))`;

/** Whether a rule opens `ap` to a viewer without own work on it. `meant`: a table of `openReaderships`. */
export const isOpenByRule = ({ userId }: Viewer, meant: RawBuilder<unknown>): RawBuilder<boolean> => {
  const ofScope = (scope: RuleScope) =>
    sql`ap.readership_id = any(array(select m.id from ${meant} m where m.scope = ${sql.lit(scope)}))`;
  return sql`(${ofScope('call')} or ${ofScope('panel')} and ap.panel = any(${ownPanels(userId)})
    or ${ofScope('centre')} and ap.partition_ids && ${ownPartitions(userId)})`;
};

/** Whether a rule for the whole call opens `ap` to the system role of a viewer. */
export const isOpenByCall = (viewer: Viewer): RawBuilder<boolean> =>
  sql`(ap.readership_id in (select m.id from (${openReaderships(viewer)}) m where m.scope = 'call'))`;

/**
 * The meanings of the first step's answers that a viewer may read of `ap` now, as an array. No index of owners is asked: it
 * would hand over all that the viewer ever did. Applicants read all of them; other viewers read those that a view rule or
 * the preview opens. Viewers who `mayTake` an unassigned task of the application read the preview as well.
 */
export const visibleMeaningsSql = (
  viewer: Viewer,
  mayTake: RawBuilder<boolean> = sql`false`,
): RawBuilder<string[]> => sql`array(
  with work as materialized (
    select s.role, s.status from assignments s where s.application_id = ap.id and (s.owner_id = ${viewer.userId}) is true
    union all select '', 'assigned' where ${mayTake})
  select distinct unnest(o.shows) from readerships h, ${openRules}
  where h.id = ap.readership_id and o.shows <> '{}' and ${ruleIsMeant(viewer)})`;

/** What rules ask of an application of a list: as `ruleFactsJson` has it. */
export interface RuleFacts {
  readership: number | null;
  inCentre: boolean;
  inPanel: boolean;
  /** The viewer may take an assignment that nobody has. */
  mayTake?: boolean;
  /** The roles and statuses of the own work on it. */
  work: readonly { role: string; status: AssignmentStatus }[];
}

export const ruleFactsJson = (
  { userId }: Viewer,
  { partitions, panels, works }: RuleReach,
): RawBuilder<RuleFacts> =>
  sql`json_build_object('readership', ap.readership_id, 'inCentre', ap.partition_ids && ${partitions}::text[],
    'inPanel', coalesce(ap.panel = any(${panels}::text[]), false), 'work', ${
      works.length === 0
        ? sql`'[]'::json`
        : sql`(select coalesce(json_agg(json_build_object('role', s.role, 'status', s.status)), '[]') from assignments s
            where s.application_id = ap.id and (s.owner_id = ${userId}) is true)`
    })`;

const isReader = (reader: Reader, status: AssignmentStatus): boolean =>
  isLive(status) && (reader === 'assigned' || !isUnanswered(status));

/**
 * The meanings of the first step's answers that rules tell a viewer who does not own the application, by the reach that its
 * list was found by: what `visibleMeaningsSql` has the database say of each.
 */
export function meaningsTold(
  { rules }: { rules: readonly OwnRule[] },
  { readership, inCentre, inPanel, work, mayTake = false }: RuleFacts,
): Set<string> {
  const isMeant = (rule: RuleReach['rules'][number]): boolean => {
    switch (rule.scope) {
      case 'assigned':
        if (mayTake && rule.role === null) return true;
        return work.some(({ role, status }) => (rule.role ?? role) === role && isReader(rule.reader, status));
      case 'centre':
        return inCentre;
      case 'panel':
        return inPanel;
      case 'call':
        return true;
    }
  };
  const meant = rules.filter(
    (rule) => readership !== null && rule.readerships.includes(readership) && isMeant(rule),
  );
  return new Set(meant.flatMap(({ shows }) => shows));
}

/** The rules that tell all of these meanings to somebody for own work. */
const rulesOfWork = ({ rules, works }: RuleReach, meanings: readonly string[]) =>
  rules.flatMap((rule) =>
    rule.scope === 'assigned' &&
    (rule.role === null ? works.length > 0 : works.includes(rule.role)) &&
    meanings.every((one) => rule.shows.includes(one))
      ? [rule]
      : [],
  );

/** Whether all of these meanings are among them, told by one rule. */
export function showsMeanings(
  { userId }: Viewer,
  meanings: readonly string[],
  reach: RuleReach,
): RawBuilder<boolean> {
  const ways = [
    sql`ap.owner_id = ${userId}`,
    ...ruleScopes
      .filter((name) => readershipsOf(reach, name, meanings).length > 0)
      .map((name) => reachedBy(reach, name, meanings)),
  ];
  const ofWork = rulesOfWork(reach, meanings);
  if (ofWork.length > 0) {
    const each = ofWork.map(
      ({
        role,
        reader,
        readerships,
      }) => sql`(${role === null ? sql`` : sql`s.role = ${role} and`} ${hasCome[reader]}
        and ap.readership_id = any(${readerships}::int[]))`,
    );
    // It is asked of the one application, where nothing else has told them.
    ways.push(sql`exists (select from assignments s where s.application_id = ap.id and s.owner_id = ${userId}
      and (${sql.join(each, sql` or `)}) offset 0)`);
  }
  return anyOf(ways);
}

/** A part of a list; `readerships`: what it means of these alone. */
interface MayHide {
  where: RawBuilder<boolean>;
  readerships: number[] | null;
}

/**
 * Which of the applications of a list may be without these meanings for a viewer, in parts that an index has each: what a rule
 * opens that does not tell them, by the readerships it does so in; own work, where its rules do not, before and after it was
 * taken on.
 */
export function partsThatMayHide(
  clauses: readonly Clause[],
  meanings: readonly string[],
  reach: RuleReach,
): MayHide[] {
  return askedOf(clauses, reach).flatMap((clause): MayHide[] => {
    const { userId } = clause;
    if (clause.kind === 'by_rule') {
      const telling = new Set(readershipsOf(reach, clause.scope, meanings));
      const silent = readershipsOf(reach, clause.scope).filter((id) => !telling.has(id));
      return silent.length === 0 ? [] : [{ where: clauseSql(clause, reach), readerships: silent }];
    }
    if (clause.kind !== 'assigned_to') return [];
    const ofWork = rulesOfWork(reach, meanings).filter(
      ({ role }) => role === null || clause.role === undefined || role === clause.role,
    );
    const besides = (isAnswered: boolean): number[] => {
      const toWork = ofWork.filter(({ reader }) => isAnswered || reader === 'assigned');
      const telling = new Set([
        ...readershipsOf(reach, 'call', meanings),
        ...toWork.flatMap(({ readerships }) => readerships),
      ]);
      return reach.readerships.filter((id) => !telling.has(id));
    };
    const work = (status: RawBuilder<unknown>, silent: readonly number[]) => ({
      readerships: null,
      where: sql<boolean>`(
      exists (select from assignments s where s.application_id = ap.id and s.owner_id = ${userId} and ${status}
        ${clause.role === undefined ? sql`` : sql`and s.role = ${clause.role}`})
      and ap.status <> 'draft' and (ap.readership_id is null or ap.readership_id = any(${silent}::int[]))
      and ${withoutConflict(userId)})`,
    });
    return [work(sql`s.status = any(${unanswered})`, besides(false)), work(hasCome.accepted, besides(true))];
  });
}
