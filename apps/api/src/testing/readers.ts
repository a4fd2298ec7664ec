import { sql } from 'kysely';
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

/** The applications that the database keeps another readership with than follows from how they stand. */
export async function wrongReaders(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select ap.id, h.rules as kept, open_rules_of(ap.id) as open
    from applications ap left join readerships h on h.id = ap.readership_id
    where coalesce(h.rules, '[]') <> open_rules_of(ap.id)`.execute(db);
  return rows;
}
