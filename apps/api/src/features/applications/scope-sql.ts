import { assignmentStatuses, goneStatuses, unansweredStatuses } from '@clearcall/domain/model/statuses.ts';
import { type Clause, ruleScopes } from '@clearcall/domain/permissions/scope.ts';
import { isHandedIn } from '@clearcall/domain/permissions/view-rules.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { type RawBuilder, sql } from 'kysely';

/** What a viewer may see, as SQL over `ap`. Its twin is inScope in the domain. */
export function whereInScope(clauses: readonly Clause[]): RawBuilder<boolean> {
  if (clauses.length === 0) return sql`false`;
  const everything = clauses.some(({ kind }) => kind === 'submitted');
  // Whoever sees all that is submitted is asked nothing more about it.
  const asked = clauses.filter(({ kind }) => !everything || kind === 'submitted' || kind === 'owned_by');
  return sql`(${sql.join(asked.map(clauseSql), sql` or `)})`;
}

function clauseSql(clause: Clause): RawBuilder<boolean> {
  const { userId } = clause;
  switch (clause.kind) {
    case 'owned_by':
      return sql`ap.owner_id = ${userId}`;
    case 'submitted':
      return sql`(ap.status <> 'draft' and ${withoutConflict(userId)})`;
    case 'assigned_to':
      // As a list of ids it is found by an index, also beside other ways to see an application.
      return sql`(ap.status <> 'draft' and ap.id = any(array(
        select s.application_id from assignments s
        where s.owner_id = ${userId} and s.status <> all(${[...goneStatuses]}::text[])
          ${clause.role === undefined ? sql`` : sql`and s.role = ${clause.role}`}))
        and ${withoutConflict(userId)})`;
    case 'by_rule':
      return sql`(ap.status <> 'draft' and ap.owner_id <> ${userId} and ${memberSql[clause.scope](userId)}
        and exists (
          select from view_rules r join assignments f on f.application_id = ap.id and f.step_id = r.step_id
          where r.flow_version_id = ap.flow_version_id and r.role = ${clause.role} and r.scope = ${clause.scope}
            and ${ruleIsOpen} ${clause.scope === 'centre' ? sql`and ${ofOwnCentre(userId)}` : sql``})
        and ${withoutConflict(userId)})`;
  }
}

const withoutConflict = (userId: number): RawBuilder<boolean> => sql`not exists (
  select from conflicts q where q.application_id = ap.id and q.user_id = ${userId} and q.cleared_at is null)`;

/** The partitions of the centres that somebody is a member of. */
export const ownPartitions = (userId: number): RawBuilder<string[]> => sql`array(
  select p.id from memberships m join partitions p on p.centre_id = m.centre_id where m.user_id = ${userId})`;

/** How far a scope of a view rule reaches for somebody, over `ap`; what `ofOwnCentre` says comes to it. */
const memberSql: Record<(typeof ruleScopes)[number], (userId: number) => RawBuilder<boolean>> = {
  centre: (userId) => sql`ap.partition_ids && ${ownPartitions(userId)}`,
  panel: (userId) => sql`ap.panel = any(array(
    select m.panel from memberships m where m.user_id = ${userId} and m.panel is not null))`,
  call: () => sql`true`,
};

/** What is about one partition is its centre's: an assignment `f` that a view rule with the scope centre opens. */
const ofOwnCentre = (userId: number): RawBuilder<boolean> =>
  sql`(f.partition_id is null or f.partition_id = any(${ownPartitions(userId)}))`;

const handedIn = sql`${assignmentStatuses.filter(isHandedIn)}::text[]`;

/**
 * Whether the moment of a view rule `r` has come for an assignment `f` of `ap`; what was released before a conflict of
 * interest of its owner stays open. Its twin is isOpen in the domain.
 */
const ruleIsOpen: RawBuilder<boolean> = sql`case r.of_kind
  when 'always' then f.status <> 'draft'
  when 'submitted' then f.status = any(${handedIn})
  when 'awarded' then f.status = any(${handedIn}) and ap.status = 'approved'
  when 'released' then coalesce(case when f.status = 'conflicted' then f.previous_status else f.status end = any(${handedIn}), false)
    and exists (
      select from step_states e where e.application_id = ap.id and e.step_id = r.of_step and e.released_at is not null
        and (f.status <> 'conflicted' or exists (
          select from conflicts q where q.application_id = ap.id and q.user_id = f.owner_id and q.cleared_at is null
            and e.released_at <= q.noted_at)))
  end`;

/** Whether a view rule `r` of an assignment `f` is made for a viewer who does not own `ap`. Its twin is isMeant in the domain. */
const ruleIsMeant = ({ userId, role }: Viewer): RawBuilder<boolean> => sql`case r.scope
  when 'assigned' then exists (
    select from assignments o where o.application_id = ap.id and o.owner_id = ${userId}
      and o.role = coalesce(r.role, o.role) and case r.reader
        when 'unanswered' then o.status = any(${[...unansweredStatuses]}::text[])
        when 'assigned' then o.status <> all(${[...goneStatuses]}::text[])
        else o.status <> all(${[...goneStatuses, ...unansweredStatuses]}::text[]) end)
  when 'own' then false
  else r.role = ${role} and case r.scope
    ${sql.join(
      ruleScopes.map(
        (name) => sql`when ${sql.lit(name)} then ${memberSql[name](userId)}
          ${name === 'centre' ? sql`and ${ofOwnCentre(userId)}` : sql``}`,
      ),
      sql` `,
    )} end end`;

/**
 * The meanings of the first step's answers that a viewer may read of `ap` now, as an array; with `meanings`, whether all
 * of these are among them. The applicant reads all of them, others what a view rule or the preview opens.
 */
export const toldMeanings = (viewer: Viewer): RawBuilder<string[]> => sql`array(
  select distinct unnest(r.shows) ${rulesOf(viewer)})`;
export const tellsMeanings = (viewer: Viewer, meanings: readonly string[]): RawBuilder<boolean> => sql`(
  ap.owner_id = ${viewer.userId} or exists (select ${rulesOf(viewer)} and ${[...meanings]}::text[] <@ r.shows))`;

const rulesOf = (viewer: Viewer): RawBuilder<unknown> => sql`
  from view_rules r join assignments f on f.application_id = ap.id and f.step_id = r.step_id
  where r.flow_version_id = ap.flow_version_id and r.shows <> '{}' and f.status <> all(${[...goneStatuses]}::text[])
    and ${ruleIsMeant(viewer)} and ${ruleIsOpen}`;
