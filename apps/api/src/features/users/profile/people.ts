import type {
  listPeople as byIds,
  listPeopleOfApplication as ofApplication,
  suggestPeople as suggest,
} from '@clearcall/contract/people.ts';
import {
  handedInStatuses,
  ongoingStatuses,
  pendingStatuses,
} from '@clearcall/domain/applications/statuses.ts';
import {
  type Cast,
  type EndedWork,
  endedWorkOf,
  fillsStep,
  type Person,
  projectPeople,
  projectPerson,
  suggestionScope,
} from '@clearcall/domain/permissions/project-person.ts';
import { type RawBuilder, sql } from 'kysely';
import { foldedContains } from '../../../platform/db/contains.ts';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { releasedAtJson } from '../../../platform/db/released-at.ts';
import type { Actor, Call, Outcome, Platform } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';

/**
 * Of a flow only who may put whom on which step, and what it opens to the role of whoever looks: the document itself is
 * long.
 */
const castJson = ({ userId, role }: Actor): RawBuilder<Cast> => sql`jsonb_build_object(
  'application', jsonb_build_object('ownerId', ap.owner_id, 'status', ap.status, 'awardDeclinedAt', ${iso('ap.award_declined_at')}, 'partitions', ap.partition_ids,
    'panel', ap.panel),
  'steps', (select jsonb_agg(jsonb_build_object('id', step -> 'id', 'permissions', jsonb_build_object(
      'assign', coalesce(step -> 'permissions' -> 'assign', '[]'),
      'assignable', coalesce(step -> 'permissions' -> 'assignable', '[]'),
      'view', coalesce((select jsonb_agg(distinct jsonb_build_object('role', r.role, 'scope', r.scope,
          'of', case r.of_kind when 'released' then jsonb_build_object('released', r.of_step)
            else to_jsonb(r.of_kind) end)) from view_rules r
        where r.flow_version_id = f.id and r.step_id = step ->> 'id' and r.role = ${role}), '[]'))))
    from flow_versions f, jsonb_array_elements(f.document -> 'steps') step where f.id = ap.flow_version_id),
  'assignments', coalesce((select jsonb_agg(jsonb_build_object('stepId', a.step_id, 'ownerId', a.owner_id,
      'role', a.role, 'status', a.status, 'partitionId', a.partition_id, 'submittedAt', ${iso('a.submitted_at')},
      'endedAt', case when a.status in ('refused', 'revoked') then (
        select ${iso('v.at')} from (select max(y.created_at) as at from activities y
          where y.assignment_id = a.id and y.status = a.status) v) end,
      'replacement', case when a.status = 'refused' then (
        select jsonb_build_object('wasUnowned', n.was_unowned, 'createdAt', ${iso('n.created_at')}) from assignments n
          where n.application_id = a.application_id and n.replaces = a.id order by n.created_at, n.id limit 1) end))
    from assignments a where a.application_id = ap.id), '[]'),
  'releasedAt', ${releasedAtJson('ap.id')},
  'inConflict', coalesce((select jsonb_agg(q.user_id) from conflicts q
    where q.application_id = ap.id and q.cleared_at is null), '[]'),
  'viewer', jsonb_build_object(
    'centrePartitions', coalesce((select jsonb_agg(distinct p.id) from memberships m
      join partitions p on p.centre_id = m.centre_id where m.user_id = ${userId}), '[]'),
    'panels', coalesce((select jsonb_agg(distinct m.panel) from memberships m
      where m.user_id = ${userId} and m.panel is not null), '[]')))`;

const personJson: RawBuilder<Person> = sql`jsonb_build_object('id', u.id, 'firstName', u.first_name,
  'lastName', u.last_name, 'email', u.email, 'role', u.role)`;

const whereKey = (key: string): RawBuilder<boolean> =>
  /^[1-9]\d{0,14}$/.test(key) ? sql`ap.id = ${key}::bigint` : sql`ap.uid = ${key}`;

async function loadCast(db: Db, actor: Actor, key: string): Promise<Cast | null> {
  const { rows } = await sql<{
    cast: Cast;
  }>`select ${castJson(actor)} as cast from applications ap where ${whereKey(key)}`.execute(db);
  return rows[0]?.cast ?? null;
}

/** The people with these ids, as the caller may know them, in the order of their ids. Closed accounts are gone. */
export async function listPeople(
  { actor, body }: Call<typeof byIds>,
  { db }: Platform,
): Promise<Outcome<typeof byIds>> {
  // Only applications on which the caller works can make known; staff know everybody without.
  const casts = actor.isStaff
    ? sql`null`
    : sql`(select jsonb_agg(${castJson(actor)}) from applications ap where ap.id in
        (select a.application_id from assignments a where a.owner_id = ${actor.userId}) and ap.owner_id <> ${actor.userId})`;
  const { rows } = await sql<{ people: Person[]; casts: Cast[] | null }>`
    select coalesce(jsonb_agg(${personJson} order by u.id), '[]') as people, ${casts} as casts
    from users u where u.id = any(${body}::bigint[]) and u.status <> 'closed'`.execute(db);
  const found = rows[0] ?? { people: [], casts: null };
  return found.people.flatMap((person) => projectPerson(actor, person, found.casts ?? []) ?? []);
}

/** The people of an application, as the caller may know them. */
export async function listPeopleOfApplication(
  { actor, params }: Call<typeof ofApplication>,
  { db }: Platform,
): Promise<Outcome<typeof ofApplication>> {
  const { rows } = await sql<{ cast: Cast; people: Person[] }>`
    select ${castJson(actor)} as cast, coalesce((select jsonb_agg(${personJson} order by u.id) from users u
      where u.status <> 'closed' and (u.id = ap.owner_id
        or u.id in (select a.owner_id from assignments a where a.application_id = ap.id))), '[]') as people
    from applications ap where ${whereKey(params.id)}`.execute(db);
  const [found] = rows;
  return (found && projectPeople(actor, found.cast, found.people)) ?? refuse('not_found');
}

/** What waits for its owner; as the index of it has it. */
const waiting = sql.join(pendingStatuses.map((status) => sql.lit(status)));

/** How much waits for `u` on what staff may know the work of: submitted, not their own, without a conflict of interest. */
const loadFor = ({ userId }: Actor): RawBuilder<number> => sql`(
  select count(*)::int from assignments a join applications ap on ap.id = a.application_id
  where a.owner_id = u.id and a.status in (${waiting}) and ap.status <> 'draft' and ap.owner_id <> ${userId}
    and ap.id not in (select q.application_id from conflicts q where q.user_id = ${userId} and q.cleared_at is null))`;

/**
 * People who could be put on an application: for work of a partition those of its centre first, then the best fit, then
 * by name, and last those who refused work on it or lost it. Inactive accounts and the person who asks are left out.
 */
export async function suggestPeople(
  { actor, body }: Call<typeof suggest>,
  { db }: Platform,
): Promise<Outcome<typeof suggest>> {
  const cast = body.applicationId === undefined ? null : await loadCast(db, actor, body.applicationId);
  const scope = suggestionScope(actor, cast);
  if (scope === null) {
    // The own application is there, one merely may not; any other looks like none.
    const shown = body.applicationId === undefined || cast?.application.ownerId === actor.userId;
    return refuse(shown ? 'forbidden' : 'not_found');
  }
  if (body.applicationId !== undefined && cast === null) return refuse('not_found');

  // Whoever volunteered counts as a scientific reviewer, whatever else they are.
  const withRole = (roles: readonly string[]) =>
    sql`(u.role = any(${roles}) or u.is_reviewer and 'scientific_reviewer' = any(${roles}))`;
  // Nobody hands work on to themselves; staff may put themselves on a step.
  const mayBeSelf = actor.isStaff && body.flowElementId !== undefined;
  const where = sql.join(
    [
      sql`u.status = 'active' and u.id <> all(${scope.without}::bigint[])`,
      ...(mayBeSelf ? [] : [sql`u.id <> ${actor.userId}`]),
      ...(scope.roles === 'any' ? [] : [withRole(scope.roles)]),
      ...(body.roles.length === 0 ? [] : [withRole(body.roles)]),
      ...body.search
        .split(/\s+/)
        .filter((word) => word !== '')
        .map((word) => foldedContains(sql`u.folded_name`, word)),
    ],
    sql` and `,
  );
  const { flowElementId: stepId, partitionId = null } = body;
  const forWork =
    cast !== null && stepId !== undefined && fillsStep(actor, cast, { stepId, partitionId }) ? cast : null;
  const fit =
    forWork === null ? sql`null::int` : sql`array_position(u.fields, ${forWork.application.panel}::text)`;
  const load = actor.isStaff ? loadFor(actor) : sql`null::int`;
  const ofCentre = sql<boolean>`exists (select from memberships m join partitions p on p.centre_id = m.centre_id
    where m.user_id = u.id and p.id = ${forWork === null ? null : partitionId})`;
  const centres = sql`coalesce((select jsonb_agg(c.name order by folded(c.name), c.id) from centres c
    where c.id in (select m.centre_id from memberships m where m.user_id = u.id)), '[]')`;
  const ended = cast === null ? new Map<number, EndedWork>() : endedWorkOf(actor, cast);
  const hasEnded = sql<boolean>`u.id = any(${[...ended.keys()]}::bigint[])`;
  const order = sql`order by ${hasEnded}, ${ofCentre} desc, u.fit nulls last, folded(u.last_name), folded(u.first_name), u.id`;
  const { rows } = await sql<{
    total: number;
    data: (Person & { centres: string[]; fit: number | null; load: number | null })[];
  }>`
    select (select count(*)::int from users u where ${where}) as total, coalesce((
      select jsonb_agg(${personJson} || jsonb_build_object('centres', ${centres}, 'fit', u.fit, 'load', ${forWork === null ? sql`null` : load}) ${order}) from (
        select u.id, u.first_name, u.last_name, u.email, u.role, ${fit} as fit from users u where ${where}
        order by ${hasEnded}, ${ofCentre} desc, fit nulls last, folded(u.last_name), folded(u.first_name), u.id
        limit ${body.pageSize} offset ${body.page * body.pageSize}) u), '[]') as data`.execute(db);
  const { total, data } = rows[0] ?? { data: [], total: 0 };
  const hasWork = ({ id }: Person, statuses: readonly string[]): boolean =>
    forWork?.assignments.some(
      (one) =>
        one.stepId === stepId &&
        one.ownerId === id &&
        one.partitionId === partitionId &&
        statuses.includes(one.status),
    ) ?? false;
  return {
    total,
    data: data.map(({ centres: belongs, fit: place, load: waits, ...person }) => ({
      ...person,
      ...(ended.has(person.id) ? { ended: ended.get(person.id) } : {}),
      ...(forWork === null
        ? {}
        : {
            work: {
              centres: belongs,
              ...(waits === null ? {} : { load: waits }),
              fit: place,
              isOngoing: hasWork(person, ongoingStatuses),
              ...(hasWork(person, handedInStatuses) ? { hasSubmitted: true } : {}),
            },
          }),
    })),
  };
}
