import { type InternalFacts, seesInternals } from '@clearcall/domain/permissions/see-internals.ts';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { whereKey } from './sql.ts';

/** An application about which the viewer may see what staff keep; null when there is none. */
export async function loadInternals(
  db: Db,
  viewer: Viewer,
  key: string,
): Promise<{ id: number; flowVersionId: number } | null> {
  const result = await sql<InternalFacts & { id: number; flowVersionId: number }>`
    select ap.id, ap.flow_version_id as "flowVersionId", ap.owner_id as "ownerId", ap.status, exists (
      select from assignments a where a.application_id = ap.id and a.owner_id = ${viewer.userId}
        and a.status = 'conflicted') or exists (
      select from conflicts q where q.application_id = ap.id and q.user_id = ${viewer.userId}
        and q.cleared_at is null) as conflicted
    from applications ap where ${whereKey({ key })}
  `.execute(db);
  const found = result.rows[0];
  return found !== undefined && seesInternals(viewer, found) ? found : null;
}
