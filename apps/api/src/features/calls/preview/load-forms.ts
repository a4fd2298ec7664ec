import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { inOrderFor } from '@clearcall/domain/forms/text-in-languages.ts';
import type { Item, Step } from '@clearcall/domain/forms/types.ts';
import { defaultLanguage, type Language, type ReaderLanguage } from '@clearcall/i18n/language.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { languagesOf, toldIn } from '../../../platform/db/told-in.ts';

/** The steps of a flow with their forms, without the rights of people, and the lists that they choose from. */
export async function loadForms(
  db: Db,
  document: unknown,
  { reader, organisation = defaultLanguage }: { reader: ReaderLanguage; organisation: Language | undefined },
): Promise<{ steps: Step[]; options: Record<string, Item[]> }> {
  const parsed = parseFlow(document, inOrderFor(reader, organisation), organisation);
  if (!parsed.ok) return { steps: [], options: {} };
  const { rows } = await sql<{ tag: string; items: Item[] }>`
    select g.tag, coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('value', o.value,
        'label', ${toldIn(reader, 'o', 'label')}, 'parent', o.parent, 'told', ${languagesOf(reader, 'o')}))
        order by o.position, o.value) filter (where o.offered), '[]') as items
    from option_groups g join options o on o.group_id = g.id
    where g.tag in (select tag #>> '{}' from jsonb_path_query(${JSON.stringify(document)}::jsonb, '$.**.optionsGroup') tag)
    group by g.tag`.execute(db);
  return {
    steps: parsed.flow.steps
      .toSorted((one, other) => one.order - other.order)
      .map(({ deadline: _, ...step }) => ({
        ...step,
        permissions: { assign: [], assignable: [], view: [] },
      })),
    options: Object.fromEntries(rows.map(({ tag, items }) => [tag, items])),
  };
}
