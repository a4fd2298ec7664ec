import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

export interface OptionGroup {
  id: number;
  tag: string;
  title: string;
  version: string;
  options: { value: string; label: string; parent?: string }[];
}

/** Option groups by id with what they offer now, and how many there are in all. One statement. */
export async function loadOptionGroups(
  db: Db,
  { id, limit, offset }: { id?: number | undefined; limit: number; offset: number },
): Promise<{ data: OptionGroup[]; total: number }> {
  const wanted = id === undefined ? sql`true` : sql`g.id = ${id}`;
  const result = await sql<{ data: OptionGroup[]; total: number }>`
    with wanted as (select g.* from option_groups g where ${wanted})
    select (select count(*)::int from wanted) as total, coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'tag', page.tag, 'title', page.title, 'version', page.version,
        'options', coalesce((
          select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('value', o.value, 'label', o.label, 'parent', o.parent))
            order by o.position, o.value)
          from options o where o.group_id = page.id and o.offered), '[]')) order by page.id)
      from (select * from wanted order by id limit ${limit} offset ${offset}) page), '[]') as data
  `.execute(db);
  return result.rows[0] ?? { data: [], total: 0 };
}
