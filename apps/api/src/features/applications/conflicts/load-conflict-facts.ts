import {
  type ConflictFacts,
  commonSince,
  type PersonToAssign,
} from '@clearcall/domain/workflow/detect-conflicts.ts';
import { certainMeanings, namedPeople, type PeoplePart } from '@clearcall/domain/workflow/named-people.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadFlow } from '../flow-facts.ts';

interface Found {
  uid: string;
  cutoffId: number | null;
  flowVersionId: number;
  owner: { id: number; email: string; firstName: string; lastName: string };
  /** Of the first step, which names the people; null: not submitted yet. */
  stepId: string | null;
  submitted: { answers: { elementId: string; groupId: string | null; values: string[] }[] } | null;
  persons: PersonToAssign[];
}

/** The application with the people it may be given to. */
async function loadBoth(db: Db, applicationId: number, personIds: readonly number[]): Promise<Found | null> {
  const result = await sql<Found>`
    select ap.uid, ap.cutoff_id as "cutoffId", ap.flow_version_id as "flowVersionId", jsonb_build_object('id', o.id,
      'email', o.email, 'firstName', o.first_name, 'lastName', o.last_name) as owner,
      a.step_id as "stepId", a.submitted_content as submitted, coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name,
          'lastName', u.last_name, 'orcid', (
            select i.subject from identities i
            where i.user_id = u.id and i.issuer in ('https://orcid.org', 'https://sandbox.orcid.org')
            order by i.created_at limit 1)) order by u.id)
        from users u where u.id = any(${[...personIds]}::bigint[])), '[]') as persons
    from applications ap join users o on o.id = ap.owner_id
      left join lateral (select f.step_id, f.submitted_content from assignments f where f.application_id = ap.id
        order by f.created_at, f.id limit 1) a on true
    where ap.id = ${applicationId}
  `.execute(db);
  return result.rows[0] ?? null;
}

/** Whom to look for, on both sides. */
interface Sides {
  applicationId: number;
  cutoffId: number | null;
  ownerId: number;
  /** Addresses and ORCID iDs, in lower case. */
  ids: string[];
  personIds: number[];
  idsOfPersons: string[];
  since: Date;
}

/** Applications in whose submissions one of the addresses or ORCID iDs stands, whatever it stands for. */
const namedIn = (ids: readonly string[]) => sql`
  select a.application_id from assignments a
  where a.submitted_content is not null and ids_in_submission(a.submitted_content) ?| ${[...ids]}::text[]`;

/**
 * Other applications that may tie the two sides together: found by their owners and by what stands in their submissions,
 * then told who took part by the meanings of their own forms. One statement, and only what both sides are on is read.
 */
async function loadTies(db: Db, sides: Sides): Promise<Pick<ConflictFacts, 'inCutoff' | 'earlier'>> {
  const { applicationId, cutoffId, ownerId, ids, personIds, idsOfPersons, since } = sides;
  const result = await sql<Pick<ConflictFacts, 'inCutoff' | 'earlier'>>`
    with theirs as materialized (
      select ap.id from applications ap where ap.owner_id = any(${personIds}::bigint[])
        union ${namedIn(idsOfPersons)}),
    -- Mostly there are none of theirs, and reading submissions again for what the index found takes long.
    found as materialized (
      select id from theirs
      intersect
      (select ap.id from applications ap where exists (select from theirs) and ap.owner_id in (
          select u.id from users u where u.id = ${ownerId} or u.email = any(${ids}::citext[]))
        union ${namedIn(ids)} and exists (select from theirs))),
    -- As a list, because the planner takes what an index on expressions finds for a hundredth of the table.
    earlier as materialized (
      select ap.id, ap.uid, ap.submitted_at, ap.owner_id, ap.flow_version_id,
        (select lower(o.email::text) from users o where o.id = ap.owner_id) as email
      from applications ap where ap.id = any(array(select id from found)) and ap.id <> ${applicationId}
        and ap.status <> 'draft' and ap.submitted_at >= ${since}),
    certain as materialized (
      select f.id, array(
        select e ->> 'id' from (
          select jsonb_path_query(f.document, '$.steps[*].forms[*].elements[*]') as e
          union all select jsonb_path_query(f.document, '$.steps[*].forms[*].elements[*].children[*]')) elements
        where e #>> '{config,id}' = any(${[...certainMeanings]}::text[])) as elements
      from flow_versions f where f.id in (select flow_version_id from earlier))
    select coalesce((
      select jsonb_agg(jsonb_build_object('uid', ap.uid, 'ownerId', ap.owner_id) order by ap.id)
      from applications ap where ap.owner_id = any(${personIds}::bigint[]) and ap.cutoff_id = ${cutoffId}::bigint
        and ap.id <> ${applicationId} and ap.status not in ('draft', 'withdrawn')), '[]') as "inCutoff",
    coalesce((
      select jsonb_agg(jsonb_build_object('uid', e.uid, 'submittedAt', ${iso('e.submitted_at')}, 'ownerId', e.owner_id,
        'ids', jsonb_build_array(e.email) || coalesce((
          select jsonb_agg(distinct lower(said.id)) from assignments a,
            jsonb_array_elements(a.submitted_content -> 'answers') as told(answer),
            jsonb_array_elements_text(told.answer -> 'values') as said(id)
          where a.application_id = e.id and told.answer ->> 'elementId' = any(c.elements)), '[]'))
        order by e.submitted_at desc, e.id)
      from earlier e join certain c on c.id = e.flow_version_id), '[]') as earlier
  `.execute(db);
  return result.rows[0] ?? { inCutoff: [], earlier: [] };
}

/**
 * What is known of an application and of up to twenty people who may be assigned to it, for `detectConflicts`: two
 * statements for all of them together. Null when there is no such application; a person that is not there is left out.
 */
export async function loadConflictFacts(
  platform: Platform,
  { applicationId, personIds }: { applicationId: number; personIds: readonly number[] },
  now: Date,
  via: Db = platform.db,
): Promise<{ persons: PersonToAssign[]; facts: ConflictFacts } | null> {
  const found = await loadBoth(via, applicationId, personIds);
  if (found === null) return null;
  const { uid, cutoffId, owner, stepId, submitted, persons } = found;
  const flow = await loadFlow(platform, found.flowVersionId, now, via);
  const meanings = flow.indexes.get(stepId ?? '')?.meanings ?? new Map();
  const namedAs = (part: PeoplePart) => namedPeople(meanings, submitted?.answers ?? [], part);
  const people = (['pi', 'contact', 'team'] as const).flatMap(namedAs);
  const idsOf = (of: readonly { email: string | null; orcid?: string | null }[]) => [
    ...new Set(
      of.flatMap(({ email, orcid }) => [email ?? [], orcid ?? []].flat()).map((id) => id.toLowerCase()),
    ),
  ];
  const ties = await loadTies(via, {
    applicationId,
    cutoffId,
    ownerId: owner.id,
    ids: idsOf([owner, ...people]),
    personIds: persons.map(({ id }) => id),
    idsOfPersons: idsOf(persons),
    since: commonSince(now),
  });
  const facts: ConflictFacts = {
    uid,
    owner: { id: owner.id, email: owner.email, name: `${owner.firstName} ${owner.lastName}`.trim() },
    people,
    excluded: namedAs('excluded'),
    ...ties,
  };
  return { persons, facts };
}
