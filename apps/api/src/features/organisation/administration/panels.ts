import * as contract from '@clearcall/contract/organisation.ts';
import { coarseCount } from '@clearcall/domain/permissions/administration.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { newestChanges, ofMembers } from '../../../platform/audit/changes-of.ts';
import { allMemberships, membersOf } from '../../../platform/db/members-of.ts';
import { toldIn } from '../../../platform/db/told-in.ts';
import { type Operation, operation } from '../../../platform/http/bind.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { readerLanguage } from '../../../platform/translators.ts';

type Row = z.output<(typeof contract.listPanels)['reply']>['data'][number];
type Panel = z.output<(typeof contract.openPanel)['reply']>;

/** Panels `p` are named by the list of fields of expertise; people can be in others from a world file. */
const panelsIn = (label: RawBuilder<string>): RawBuilder<unknown> => sql`(
  select coalesce(o.value, m.panel) as id, coalesce(${label}, m.panel) as name, not coalesce(o.offered, false) as disabled, o.position
  from (select o.value, o.label, o.in_languages, o.offered, o.position from options o join option_groups g on g.id = o.group_id
    where g.tag = 'research_fields') o
  full join (select distinct panel from ${allMemberships} where panel is not null) m on m.panel = o.value
  where o.offered or m.panel is not null) p`;

const list = operation(contract.listPanels, async ({ request }, { db }) => {
  const panels = panelsIn(toldIn(readerLanguage(request), 'o', 'label'));
  const { rows: data } = await sql<Row>`
    select p.id, p.name, p.disabled,
      (select count(distinct m.user_id)::int from memberships m where m.panel = p.id) as people,
      coalesce((select jsonb_agg(trim(u.first_name || ' ' || u.last_name) order by folded(u.last_name), u.id)
        from memberships m join users u on u.id = m.user_id where m.panel = p.id and m.part = 'chair'), '[]') as chairs
    from ${panels} order by p.disabled, p.position, p.id`.execute(db);
  return { data };
});

const open = operation(contract.openPanel, async ({ params: { id }, request }, { db }) => {
  const panels = panelsIn(toldIn(readerLanguage(request), 'o', 'label'));
  const { rows } = await sql<Omit<Panel, 'applications'> & { applications: number }>`
    select p.id, p.name, p.disabled, ${membersOf('panel', sql`p.id`)} as members,
      ${newestChanges(ofMembers(sql`p.id`))} as changes,
      (select count(*)::int from applications ap where ap.status <> 'draft' and ap.panel = p.id) as applications
    from ${panels} where p.id = ${id}`.execute(db);
  if (rows[0] === undefined) return refuse('not_found');
  return { ...rows[0], applications: coarseCount(rows[0].applications) };
});

export const panels: readonly Operation[] = [list, open];
