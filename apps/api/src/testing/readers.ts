import { sql } from 'kysely';
import { loadReaderships } from '../features/applications/readerships.ts';
import type { Db } from '../platform/db/pool.ts';

/** Every kind of view rule that a readership follows from, for every step: what opens and closes shows in it. */
export const addEveryRule = (db: Db): Promise<unknown> =>
  sql`
    insert into view_rules (flow_version_id, step_id, role, scope, of_kind, of_step, audience, shows)
    select s.flow_version_id, s.step_id, 'ac_member', scope, moment, case moment when 'released' then o.step_id end, '{}',
      case when s.is_first then array[moment] else '{}' end
    from flow_steps s join flow_steps o using (flow_version_id), unnest(array['centre', 'panel', 'call']) scope,
      unnest(array['always', 'submitted', 'awarded', 'released']) moment
    where moment = 'released' or o.is_first`.execute(db);

/** The applications whose stored readership does not follow from their facts. */
export async function wrongReaders(db: Db): Promise<unknown[]> {
  const { rows: all } = await sql<{ id: number; open: unknown[] }>`
    select id, open_rules_of(id) as open from applications`.execute(db);
  const found = await loadReaderships(
    db,
    all.map(({ id }) => id),
  );
  const inOrder = (rules: readonly unknown[]) =>
    rules
      .map((rule) => JSON.stringify(rule, Object.keys(Object(rule)).sort()))
      .sort()
      .join();
  const open = new Map(all.map((one) => [one.id, one.open]));
  return found
    .filter(({ id, stored, rules }) =>
      [stored, open.get(id) ?? []].some((other) => inOrder(other) !== inOrder(rules)),
    )
    .map((one) => ({ ...one, open: open.get(one.id) }));
}
