import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';

/** Whether values can be chosen as fields of expertise, which panels are named by as well. */
export const offeredFields = async (db: Db, values: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ known: number }>`
    select count(distinct o.value)::int as known from options o join option_groups g on g.id = o.group_id
    where g.tag = 'research_fields' and o.offered and o.value = any(${values}::text[])`.execute(db);
  return rows[0]?.known === new Set(values).size && new Set(values).size === values.length;
};
