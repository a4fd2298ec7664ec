import { sql } from 'kysely';
import { loadWrongReaderships, writeReaderships } from '../features/applications/readerships.ts';
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

const allIds = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('applications').select('id').execute()).map(({ id }) => id);

/** The applications whose stored readership does not follow from their facts. */
export const wrongReaders = async (db: Db): Promise<unknown[]> => loadWrongReaderships(db, await allIds(db));

/** Writes the readerships of all applications, after a test changed rows without a command. */
export const updateReaders = async (db: Db): Promise<void> => writeReaderships(db, await allIds(db));
