import { type RawBuilder, sql } from 'kysely';

/** Memberships `m` in force and later ones; `starts_on` is null once they are in force. */
export const allMemberships: RawBuilder<unknown> = sql`(
  select user_id, centre_id, panel, part, null::date as starts_on, ends_on from memberships
  union all select user_id, centre_id, panel, part, starts_on, ends_on from later_memberships) m`;

/** The people of a centre or panel with their parts, by name, as JSON. `id` is the column of its id. */
export const membersOf = (
  column: 'centre_id' | 'panel',
  id: RawBuilder<unknown>,
): RawBuilder<
  { id: number; name: string; email: string; part: string; startsOn: string | null; endsOn: string | null }[]
> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', u.id, 'part', m.part, 'email', u.email,
    'startsOn', m.starts_on, 'endsOn', m.ends_on,
    'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email::text))
    order by folded(u.last_name), folded(u.first_name), u.id, m.part)
  from ${allMemberships} join users u on u.id = m.user_id where ${sql.ref(`m.${column}`)} = ${id}), '[]')`;
