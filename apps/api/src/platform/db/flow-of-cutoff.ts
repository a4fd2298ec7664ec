import { type RawBuilder, sql } from 'kysely';

/** The version of the flow that new applications to the cut-off `k` get: the newest, or an earlier one that it keeps. */
export const flowOfCutoff: RawBuilder<number | null> = sql`coalesce(k.flow_version_id,
  (select f.id from flow_versions f where f.call_id = k.call_id order by f.version desc limit 1))`;
