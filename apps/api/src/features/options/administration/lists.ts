import * as contract from '@clearcall/contract/option-lists.ts';
import type { Told } from '@clearcall/domain/forms/types.ts';
import { profileLists } from '@clearcall/domain/people/profile.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { newestChanges, ofSubject, type TellableChange } from '../../../platform/audit/changes-of.ts';
import { languageOf, toldAs, toldIn } from '../../../platform/db/told-in.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { readerLanguage } from '../../../platform/translators.ts';
import { loadList } from './list-sql.ts';
import { listUse } from './option-use.ts';

type Row = z.output<(typeof contract.listLists)['reply']>['data'][number];

/** Flow versions whose forms offer the list with the tag `g.tag`. */
const offeringFlows: RawBuilder<unknown> = sql`flow_versions f
  where jsonb_path_exists(f.document, '$.**.optionsGroup ? (@ == $tag)', jsonb_build_object('tag', g.tag))`;

const list = operation(contract.listLists, async ({ request }, { db }) => {
  const reader = readerLanguage(request);
  const { rows: data } = await sql<Row>`
    with used as (
      select distinct f.call_id, tag #>> '{}' as tag
      from flow_versions f, jsonb_path_query(f.document, '$.**.optionsGroup') tag)
    select g.id, g.tag, ${toldIn(reader, 'g', 'title')} as title,
      ${toldAs({ title: languageOf(reader, 'g', 'title') })} as told, g.version,
      (select count(*)::int from options o where o.group_id = g.id and o.offered) as values,
      (select count(*)::int from options o where o.group_id = g.id and not o.offered) as retired,
      (select count(*)::int from used u where u.tag = g.tag) as calls
    from option_groups g order by folded(g.title), g.id`.execute(db);
  return { data };
});

const open = operation(contract.openList, async ({ params: { id }, request }, { db, organisation }) => {
  const found = await loadList(db, id, organisation.language(), { locks: false });
  if (found === undefined) return refuse('not_found');
  const reader = readerLanguage(request);
  const { rows } = await sql<{
    title: string;
    told: Told;
    calls: { title: string; told: Told }[];
    isUsed: boolean;
    changes: TellableChange[];
  }>`
    select ${toldIn(reader, 'g', 'title')} as title, ${toldAs({ title: languageOf(reader, 'g', 'title') })} as told,
      coalesce((select jsonb_agg(jsonb_build_object('title', ${toldIn(reader, 'c', 'title')},
        'told', ${toldAs({ title: languageOf(reader, 'c', 'title') })}) order by c.id desc) from calls c
        where c.id in (select f.call_id from ${offeringFlows})), '[]') as calls,
      ${listUse} as "isUsed",
      ${newestChanges(ofSubject('list', sql`g.id`))} as changes
    from option_groups g where g.id = ${id}`.execute(db);
  if (rows[0] === undefined) return refuse('not_found');
  const { labels, ...more } = found;
  const inProfiles = profileLists.some((tag) => tag === found.tag);
  return { id, ...labels, ...more, ...rows[0], inProfiles };
});

export const lists: readonly Operation[] = [list, open];
