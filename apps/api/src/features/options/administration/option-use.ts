import { type RawBuilder, sql } from 'kysely';
import { allMemberships } from '../../../platform/db/members-of.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { standardLists } from '../standard-lists.ts';

/**
 * Whether anything refers to a value of the list with this tag: an answer to a question that offers the list, a form or
 * rule that names the value, a profile, a membership, or a value of another list below it.
 */
export async function isOptionUsed(db: Db, tag: string, value: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    with flows as materialized (
      select f.id, f.document from flow_versions f
      where jsonb_path_exists(f.document, '$.**.optionsGroup ? (@ == $tag)', jsonb_build_object('tag', ${tag}::text))),
    questions as materialized (
      select distinct f.id as flow_version_id, element ->> 'id' as element_id
      from flows f, jsonb_path_query(f.document, '$.** ? (@.optionsGroup == $tag)', jsonb_build_object('tag', ${tag}::text)) element)
    select exists (select from options o join option_groups g on g.id = o.group_id where o.parent = ${value} and g.tag <> ${tag})
      or exists (select from flows f
        where jsonb_path_exists(f.document, '$.** ? (@ == $value)', jsonb_build_object('value', ${value}::text)))
      or exists (select from answers a join assignments s on s.id = a.assignment_id
        join applications ap on ap.id = s.application_id
        join questions q on q.flow_version_id = ap.flow_version_id and q.element_id = a.element_id
        where ${value} = any(a.values))
      or case ${tag}::text
        when 'titles' then exists (select from users u where u.title = ${value})
        when 'genders' then exists (select from users u where u.gender = ${value})
        when 'nationalities' then exists (select from users u where u.nationality = ${value})
        when 'research_fields' then exists (select from users u where u.fields @> array[${value}]::text[])
          or exists (select from ${allMemberships} where m.panel = ${value})
          or exists (select from applications ap where ap.panel = ${value})
        else false end as "isUsed"`.execute(db);
  return rows[0]?.isUsed !== false;
}

/** Whether the list `g` is a standard list, a form offers it, or values of other lists are below its values. */
export const listUse: RawBuilder<boolean> = sql`(g.tag = any(${standardLists.map(({ tag }) => tag)}::text[])
  or exists (select from flow_versions f
    where jsonb_path_exists(f.document, '$.**.optionsGroup ? (@ == $tag)', jsonb_build_object('tag', g.tag)))
  or exists (select from options o join options below on below.parent = o.value and below.group_id <> g.id
    where o.group_id = g.id))`;

/** Whether a list is in use and must stay. */
export async function isListUsed(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select ${listUse} as "isUsed" from option_groups g where g.id = ${id}`.execute(db);
  return rows[0]?.isUsed !== false;
}
