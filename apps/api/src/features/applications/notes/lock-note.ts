import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { loadInternals } from '../load-internals.ts';

/** A note that the viewer may read, locked; null when there is none. */
export async function lockNote(
  tx: Db,
  viewer: Viewer,
  key: { id: string; noteId: string },
): Promise<{ applicationId: number; authorId: number; text: string; revision: number } | null> {
  const application = await loadInternals(tx, viewer, key.id);
  if (application === null) return null;
  const note = await tx
    .selectFrom('notes')
    .select(['application_id as applicationId', 'author_id as authorId', 'text', 'revision'])
    .where('id', '=', key.noteId)
    .where('application_id', '=', application.id)
    .forUpdate()
    .executeTakeFirst();
  return note ?? null;
}
