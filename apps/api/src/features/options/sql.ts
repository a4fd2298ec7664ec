import type { Told } from '@clearcall/domain/forms/types.ts';
import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { languagesOf, toldIn } from '../../platform/db/told-in.ts';

export interface OptionGroup {
  id: number;
  tag: string;
  title: string;
  version: string;
  options: { value: string; label: string; told?: Told; parent?: string; offered?: false }[];
}

/**
 * Option groups by id, in the language of a reader, with what they offer now (`older`: and what they once did), and how
 * many there are. Caches keep the answer while the organisation changes its language, so it names each language. One
 * statement.
 */
export async function loadOptionGroups(
  db: Db,
  asked: {
    id?: number | undefined;
    tags?: string[] | undefined;
    older?: 'true' | undefined;
    limit: number;
    offset: number;
  },
  reader: ReaderLanguage,
): Promise<{ data: OptionGroup[]; total: number }> {
  const { id, tags, limit, offset } = asked;
  const wanted = sql`${id === undefined ? sql`true` : sql`g.id = ${id}`}
    and ${tags === undefined ? sql`true` : sql`g.tag = any(${tags})`}`;
  const shown = asked.older === 'true' ? sql`true` : sql`o.offered`;
  const result = await sql<{ data: OptionGroup[]; total: number }>`
    with wanted as (select g.id, g.tag, ${toldIn(reader, 'g', 'title')} as title, g.version from option_groups g where ${wanted})
    select (select count(*)::int from wanted) as total, coalesce((
      select jsonb_agg(jsonb_build_object('id', page.id, 'tag', page.tag, 'title', page.title, 'version', page.version,
        'options', coalesce((
          select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('value', o.value, 'label', ${toldIn(reader, 'o', 'label')},
            'told', ${languagesOf(reader, 'o')}, 'parent', o.parent,
            'offered', case when not o.offered then false end))
            order by o.position, o.value)
          from options o where o.group_id = page.id and ${shown}), '[]')) order by page.id)
      from (select id, tag, title, version from wanted order by id limit ${limit} offset ${offset}) page), '[]') as data
  `.execute(db);
  return result.rows[0] ?? { data: [], total: 0 };
}
