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

/** An open view rule of the viewer's role and partitions, or of people with work (null: in any role), and where it is open. */
export type OwnRule = { shows: string[]; readerships: number[] } & (
  | { scope: RuleScope }
  | { scope: 'assigned'; role: string | null; reader: Reader }
);

/** What memberships, view rules and work open to a viewer. */
export interface RuleReach {
  partitions: string[];
  panels: string[];
  rules: OwnRule[];
  /** Roles in which the viewer has work. */
  works: string[];
  /** Meanings of columns that view rules of the list's role show anywhere. */
  shown: string[];
}

export const noRules: RuleReach = { partitions: [], panels: [], rules: [], works: [], shown: [] };

/** Statuses as literals, so that a statement uses the index that names them. */
export const constants = (statuses: readonly AssignmentStatus[]): RawBuilder<string[]> =>
  sql`array[${sql.join(statuses.map((status) => sql.lit(status)))}]`;
const gone = constants(goneStatuses);
const goneOrUnanswered = constants([...goneStatuses, ...unansweredStatuses]);

/** A rule of a readership, as the database keeps it with what it follows from (0053). */
const openRules = sql`jsonb_to_recordset(h.rules) as o(role text, scope text, reader text, partition text, shows text[])`;

/** The role in which view rules can mean a viewer; null, which no rule is made for, where it is one that everybody has. */
const viewRoleOf = ({ role }: Viewer): RawBuilder<string | null> => sql.lit(isViewRole(role) ? role : null);

const rulesJson = (viewer: Viewer, where: RawBuilder<boolean>): RawBuilder<OwnRule[]> =>
  sql`coalesce((select json_agg(r) from (
    select o.scope, o.role, o.reader, o.shows, json_agg(h.id) as readerships
    from readerships h, ${openRules}
    where (o.scope = 'assigned' or o.role = ${viewRoleOf(viewer)}::text) and ${where}
      and (o.partition is null or o.partition = any(${ownPartitions(viewer.userId)}))
    group by o.scope, o.role, o.reader, o.shows) r), '[]')`;

/** The rules that show a viewer answers of the first step in any of these readerships, for `meaningsTold`. */
export const rulesThatTell = (viewer: Viewer, readerships: RawBuilder<number[]>): RawBuilder<OwnRule[]> =>
  rulesJson(viewer, sql`h.id = any(${readerships}) and o.shows <> '{}'`);

/** Readerships are few, however many applications there are. */
export async function loadRuleReach(db: Db, viewer: Viewer, listRole: string): Promise<RuleReach> {
  const { rows } = await sql<RuleReach>`select ${ownPartitions(viewer.userId)} as partitions,
    ${ownPanels(viewer.userId)} as panels, ${rulesJson(viewer, sql`true`)} as rules, array(${rolesOfWork(viewer.userId)}) as works,
    array(select distinct unnest(r.shows) from view_rules r where r.role = ${listRole} or r.role is null) as shown`.execute(
    db,
  );
  return rows[0] ?? noRules;
}

/** The clauses that can open anything to the viewer. */
export function openClauses(clauses: readonly Clause[], reach: RuleReach): Clause[] {
  const everything = clauses.some(({ kind }) => kind === 'submitted');
  return clauses.filter((clause) => {
    switch (clause.kind) {
      case 'assigned_to':
        return (
          !everything &&
          (clause.role === undefined ? reach.works.length > 0 : reach.works.includes(clause.role))
        );
      case 'by_rule':
        return !everything && readershipsOf(reach, clause.scope).length > 0;
      default:
        return true;
    }
  });
}

const anyOf = (ways: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`;

/** Which applications `ap` a viewer may see: `inScope` of the domain as SQL. Rules and work are those of the reach. */
export const whereInScope = (clauses: readonly Clause[], reach: RuleReach = noRules): RawBuilder<boolean> =>
  anyOf(openClauses(clauses, reach).map((clause) => clauseSql(clause, reach)));

function clauseSql(clause: Clause, reach: RuleReach): RawBuilder<boolean> {
  const { userId } = clause;
  switch (clause.kind) {
    case 'owned_by':
      return sql`ap.owner_id = ${userId}`;
    case 'submitted':
      return sql`(ap.status <> 'draft' and ${withoutConflict(userId)})`;
    case 'assigned_to':
      return sql`(ap.status <> 'draft' and exists (
        select from assignments s where s.application_id = ap.id and s.owner_id = ${userId} and s.status <> all(${gone})
          ${clause.role === undefined ? sql`` : sql`and s.role = ${clause.role}`})
        and ${withoutConflict(userId)})`;
    case 'by_rule':
      return sql`(ap.status <> 'draft' and ap.owner_id <> ${userId} and ${reachedBy(reach, clause.scope)}
        and ${withoutConflict(userId)})`;
  }
}

/** The readerships in which rules of a scope open an application, or its answers with all of these meanings. */
function readershipsOf({ rules }: RuleReach, scope: RuleScope, meanings: readonly string[] = []): number[] {
  const those = rules.filter(
    (rule) => rule.scope === scope && meanings.every((one) => rule.shows.includes(one)),
  );
  return [...new Set(those.flatMap(({ readerships }) => readerships))];
}

/** Whether rules of a scope open `ap` to a viewer who does not own it, or its answers with all of these meanings. */
function reachedBy(
  reach: RuleReach,
  scope: RuleScope,
  meanings: readonly string[] = [],
): RawBuilder<boolean> {
  const isOpen = sql<boolean>`ap.readership_id = any(${readershipsOf(reach, scope, meanings)}::int[])`;
  switch (scope) {
    case 'centre':
      return sql`(${isOpen} and ap.partition_ids && ${reach.partitions}::text[])`;
    case 'panel':
      return sql`(${isOpen} and ap.panel = any(${reach.panels}::text[]))`;
    case 'call':
      return isOpen;
  }
}

/** Whether a viewer has no conflict of interest with `ap`. The viewer's conflicts are read once for a statement. */
export const withoutConflict = (userId: number): RawBuilder<boolean> =>
  sql`ap.id not in (select q.application_id from conflicts q where q.user_id = ${userId} and q.cleared_at is null)`;

/** The partitions of the centres that somebody is a member of. */
export const ownPartitions = (userId: number): RawBuilder<string[]> => sql`array(
  select p.id from memberships m join partitions p on p.centre_id = m.centre_id where m.user_id = ${userId})`;

/** The roles in which somebody has work, each looked up after the one before: there may be much of it in few. */
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
  const isMeant = (rule: OwnRule): boolean => {
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

/** Whether some rows of a list may be without these meanings: own work may, and what a rule opens that does not show them. */
export const mayHide = (clauses: readonly Clause[], meanings: readonly string[], reach: RuleReach): boolean =>
  meanings.length > 0 &&
  openClauses(clauses, reach).some(
    (clause) =>
      clause.kind === 'assigned_to' ||
      (clause.kind === 'by_rule' &&
        readershipsOf(reach, clause.scope).length > readershipsOf(reach, clause.scope, meanings).length),
  );
