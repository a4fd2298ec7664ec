import { type RawBuilder, sql } from 'kysely';
import { iso } from './iso.ts';

/** The time of the newest release of each released step, by step, for the application whose id is in a column. */
export const releasedAtJson = (applicationId: string): RawBuilder<Record<string, string>> => sql`coalesce((
  select json_object_agg(r.step_id, ${iso('r.released_at')}) from step_states r
  where r.application_id = ${sql.ref(applicationId)} and r.released_at is not null), '{}')`;
