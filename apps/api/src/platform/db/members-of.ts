import { type RawBuilder, sql } from 'kysely';

/** The people of a centre or panel with their parts, by name, as JSON. `id` is the column of its id. */
export const membersOf = (
  column: 'centre_id' | 'panel',
  id: RawBuilder<unknown>,
): RawBuilder<{ id: number; name: string; email: string; part: string }[]> => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', u.id, 'part', m.part, 'email', u.email,
    'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email::text))
    order by u.last_name, u.first_name, u.id, m.part)
  from memberships m join users u on u.id = m.user_id where ${sql.ref(`m.${column}`)} = ${id}), '[]')`;
