import { listPeopleChoices, type openPerson } from '@clearcall/contract/administration.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { allMemberships } from '../../../platform/db/members-of.ts';
import { toldIn } from '../../../platform/db/told-in.ts';
import { operation } from '../../../platform/http/bind.ts';
import { readerLanguage } from '../../../platform/translators.ts';

type Choice = { value: string; label: string };

/** The memberships of `u`, each with the name of its centre or panel. */
export const membershipsOfPerson: RawBuilder<z.output<typeof openPerson.reply>['memberships']> =
  sql`coalesce((
  select jsonb_agg(jsonb_build_object('kind', case when m.panel is null then 'centre' else 'panel' end,
    'id', coalesce(m.panel, m.centre_id), 'name', coalesce(m.panel, c.name), 'part', m.part,
    'startsOn', m.starts_on, 'endsOn', m.ends_on)
    order by m.panel is not null, folded(c.name), m.panel, m.part)
  from ${allMemberships} left join centres c on c.id = m.centre_id where m.user_id = u.id), '[]')`;

export const listChoices = operation(listPeopleChoices, async ({ request }, { db }) => {
  const { rows } = await sql<{ centres: Choice[]; fields: Choice[]; tags: string[] }>`
    select
      coalesce((select jsonb_agg(jsonb_build_object('value', c.id, 'label', c.name) order by folded(c.name), c.id) from centres c), '[]') as centres,
      coalesce((select jsonb_agg(jsonb_build_object('value', o.value, 'label', ${toldIn(readerLanguage(request), 'o', 'label')})
        order by o.position) from options o join option_groups g on g.id = o.group_id
        where g.tag = 'research_fields' and o.offered), '[]') as fields,
      coalesce((select jsonb_agg(distinct t.tag order by t.tag) from users u, unnest(u.tags) as t(tag)), '[]') as tags`.execute(
    db,
  );
  return rows[0] ?? { centres: [], fields: [], tags: [] };
});
