import { sql } from 'kysely';
import { iso } from '../../../platform/db/iso.ts';
import type { Db } from '../../../platform/db/pool.ts';
import type { CallRow } from './call-sql.ts';

type LockedCall = Pick<
  CallRow,
  'code' | 'year' | 'number' | 'published' | 'archivedAt' | 'cutoffs' | 'drawn'
> & {
  title: string;
  documents: number;
};

/** Loads the facts that decide about a command on a call, and locks its row: applications are created only afterwards. */
export async function loadLockedCall(tx: Db, id: number): Promise<LockedCall | undefined> {
  const { rows } = await sql<LockedCall>`
    select c.code, c.year, c.number, c.title, c.published, ${iso('c.archived_at')} as "archivedAt", c.counter as drawn,
      (select count(*)::int from call_documents d where d.call_id = c.id) as documents,
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'start', ${iso('k.starts_at')}, 'end', ${iso('k.ends_at')})
        order by k.starts_at, k.id) from cutoffs k where k.call_id = c.id), '[]') as cutoffs
    from calls c where c.id = ${id} for update of c`.execute(tx);
  return rows[0];
}
