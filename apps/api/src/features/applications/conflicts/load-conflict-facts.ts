import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import {
  type ConflictFacts,
  commonSince,
  type PersonToAssign,
} from '@clearcall/domain/workflow/detect-conflicts.ts';
import { certainMeanings, namedPeople, type PeoplePart } from '@clearcall/domain/workflow/named-people.ts';
import { type RawBuilder, sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CompiledFlow, loadFlow } from '../flow-facts.ts';
import { isInScope } from '../scope-sql.ts';

/** What the database says of an application and of the people it may be given to. */
export interface FoundForConflicts extends Pick<ConflictFacts, 'inCutoff' | 'earlier'> {
  uid: string;
  flowVersionId: number;
  owner: { id: number; email: string; firstName: string; lastName: string };
  /** Of the first step, which names the people; null: not submitted yet. */
  stepId: string | null;
  submitted: { answers: { elementId: string; groupId: string | null; values: string[] }[] } | null;
  persons: PersonToAssign[];
}

/** Applications in whose submissions one of the addresses or ORCID iDs stands, whatever it stands for. */
const namedIn = (ids: RawBuilder<string[]>) => sql`
  select a.application_id from assignments a
  where a.submitted_content is not null and ids_in_submission(a.submitted_content) ?| ${ids}`;

/** The uid of another application, of which the row `of` is; null where it is not there for the viewer. */
const toldUid = (viewer: Viewer, of: 'p' | 'e'): RawBuilder<string | null> =>
  sql`(select ap.uid from applications ap where ap.id = ${sql.ref(`${of}.id`)} and ${isInScope(viewer)})`;

/**
 * What there is to know of an application `ap` and of up to twenty people who may be assigned to it, for `conflictFacts`;
 * a person that is not there is left out. Other applications that may tie the two sides together are found by their owners
 * and by what stands in their submissions, then told who took part by the meanings of their own forms. Of the first step
 * all addresses and ORCID iDs are looked for: which of them are of somebody who takes part is for the form to say, and for
 * `detectConflicts`. Only what both sides are on is read. Others are named as far as they are there for the viewer, to whom
 * the hour of their submission is told where they are staff.
 */
export const conflictFactsJson = (
  personIds: readonly number[],
  now: Date,
  viewer: Viewer,
): RawBuilder<FoundForConflicts> => sql`(
  with persons as materialized (
    select u.id, u.email, u.first_name, u.last_name, (
      select i.subject from identities i
      where i.user_id = u.id and i.issuer in ('https://orcid.org', 'https://sandbox.orcid.org')
      order by i.created_at limit 1) as orcid
    from users u where u.id = any(${[...personIds]}::bigint[])),
  own as materialized (
    select o.id as owner_id, o.email, o.first_name, o.last_name, f.step_id, f.submitted_content, array(
      select lower(o.email::text) union select jsonb_array_elements_text(ids_in_submission(f.submitted_content))) as ids
    from users o left join lateral (
      select a.step_id, a.submitted_content from assignments a where a.application_id = ap.id
      order by a.created_at, a.id limit 1) f on true
    where o.id = ap.owner_id),
  theirs as materialized (
    select p.id from applications p where p.owner_id = any(array(select id from persons))
      union ${namedIn(sql`array(select lower(email::text) from persons union select lower(orcid) from persons where orcid is not null)`)}),
  -- Mostly there are none of theirs, and reading submissions again for what the index found takes long.
  found as materialized (
    select id from theirs
    intersect
    (select p.id from applications p where exists (select from theirs) and p.owner_id in (
        select u.id from users u where u.id = ap.owner_id or u.email = any((select ids from own)::citext[]))
      union ${namedIn(sql`(select ids from own)::text[]`)} and exists (select from theirs))),
  -- As a list, because the planner takes what an index on expressions finds for a hundredth of the table.
  earlier as materialized (
    select p.id, p.submitted_at, date_trunc('day', coalesce(p.first_submitted_at, p.submitted_at), 'UTC') as submitted_on, p.owner_id, p.flow_version_id,
      (select lower(u.email::text) from users u where u.id = p.owner_id) as email
    from applications p where p.id = any(array(select id from found)) and p.id <> ap.id
      and p.status <> 'draft' and p.submitted_at >= ${commonSince(now)}),
  certain as materialized (
    select f.id, array(
      select e ->> 'id' from (
        select jsonb_path_query(f.document, '$.steps[*].forms[*].elements[*]') as e
        union all select jsonb_path_query(f.document, '$.steps[*].forms[*].elements[*].children[*]')) elements
      where e #>> '{config,id}' = any(${[...certainMeanings]}::text[])) as elements
    from flow_versions f where f.id in (select flow_version_id from earlier))
  select jsonb_build_object('uid', ap.uid, 'flowVersionId', ap.flow_version_id,
    'owner', jsonb_build_object('id', o.owner_id, 'email', o.email, 'firstName', o.first_name, 'lastName', o.last_name),
    'stepId', o.step_id, 'submitted', o.submitted_content,
    'persons', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'email', p.email, 'firstName', p.first_name,
        'lastName', p.last_name, 'orcid', p.orcid) order by p.id) from persons p), '[]'),
    'inCutoff', coalesce((
      select jsonb_agg(jsonb_build_object('uid', ${toldUid(viewer, 'p')}, 'ownerId', p.owner_id) order by p.id)
      from applications p where p.owner_id = any(array(select id from persons)) and p.cutoff_id = ap.cutoff_id
        and p.id <> ap.id and p.status not in ('draft', 'withdrawn')), '[]'),
    'earlier', coalesce((
      select jsonb_agg(jsonb_build_object('uid', ${toldUid(viewer, 'e')},
        'submittedAt', ${iso(viewer.isStaff ? 'e.submitted_at' : 'e.submitted_on')}, 'ownerId', e.owner_id,
        'ids', jsonb_build_array(e.email) || coalesce((
          select jsonb_agg(distinct lower(said.id)) from assignments a,
            jsonb_array_elements(a.submitted_content -> 'answers') as told(answer),
            jsonb_array_elements_text(told.answer -> 'values') as said(id)
          where a.application_id = e.id and told.answer ->> 'elementId' = any(c.elements)), '[]'))
        order by e.submitted_at desc, e.id)
      from earlier e join certain c on c.id = e.flow_version_id), '[]'))
  from own o)`;

/** The facts in the words of `detectConflicts`; `flow` is that of the application. */
export function conflictFacts(
  { uid, owner, stepId, submitted, inCutoff, earlier }: FoundForConflicts,
  flow: Pick<CompiledFlow, 'indexes'>,
): ConflictFacts {
  const meanings = flow.indexes.get(stepId ?? '')?.meanings ?? new Map();
  const namedAs = (part: PeoplePart) => namedPeople(meanings, submitted?.answers ?? [], part);
  return {
    uid,
    owner: { id: owner.id, email: owner.email, name: `${owner.firstName} ${owner.lastName}`.trim() },
    people: (['pi', 'contact', 'team'] as const).flatMap(namedAs),
    excluded: namedAs('excluded'),
    inCutoff,
    earlier,
  };
}

/** What is known of an application and of people who may be assigned to it. Null when there is no such application. */
export async function loadConflictFacts(
  platform: Platform,
  {
    applicationId,
    personIds,
    viewer,
  }: { applicationId: number; personIds: readonly number[]; viewer: Viewer },
  now: Date,
): Promise<{ persons: PersonToAssign[]; facts: ConflictFacts } | null> {
  const { rows } = await sql<{ found: FoundForConflicts }>`
    select ${conflictFactsJson(personIds, now, viewer)} as found from applications ap where ap.id = ${applicationId}
  `.execute(platform.db);
  const [row] = rows;
  if (row === undefined) return null;
  const flow = await loadFlow(platform, row.found.flowVersionId, now);
  return { persons: row.found.persons, facts: conflictFacts(row.found, flow) };
}
