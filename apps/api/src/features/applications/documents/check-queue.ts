import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';

/** A file whose turn it is. */
export interface NextUpload {
  id: string;
  assignmentId: string;
  storageKey: string;
  sizeBytes: number;
  maxPages: number | null;
  createdAt: Date;
}

/**
 * Takes the next waiting upload for one process, and holds it: the table is the line, whoever of several processes looks
 * into it, and what a process that ended had taken comes again when its time is over. First come the files that somebody
 * waits for to submit; then of whoever has the fewest being looked into, so that twenty files of one person hold up
 * nobody; then the oldest.
 */
export async function takeNext(
  db: Db,
  { costly, now, holdMs }: { costly: boolean; now: Date; holdMs: number },
): Promise<NextUpload | null> {
  const { rows } = await sql<NextUpload>`
    update uploads set held_until = ${new Date(now.getTime() + holdMs)}
    where id = (
      select u.id from uploads u
      where u.refusal_code is null and u.costly = ${costly} and (u.held_until is null or u.held_until <= ${now})
      order by u.asked_at nulls last, (
        select count(*) from uploads o
        where o.uploaded_by = u.uploaded_by and o.refusal_code is null and o.held_until > ${now}), u.created_at, u.id
      limit 1 for update skip locked)
    returning id, assignment_id as "assignmentId", storage_key as "storageKey", size_bytes as "sizeBytes",
      max_pages as "maxPages", created_at as "createdAt"`.execute(db);
  return rows[0] ?? null;
}

/** Leaves a file to the line again. */
export async function putBack(db: Db, id: string, { costly }: { costly: boolean }): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ held_until: null, costly })
    .where('id', '=', id)
    .where('refusal_code', 'is', null)
    .execute();
}

/** Puts the waiting files of an assignment before all others. */
export async function askFor(db: Db, assignmentId: string, now: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ asked_at: now })
    .where('assignment_id', '=', assignmentId)
    .where('refusal_code', 'is', null)
    .where('asked_at', 'is', null)
    .execute();
}

/** Those of some assignments that have a file in the line. */
export async function stillWaiting(db: Db, assignmentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('assignment_id')
    .distinct()
    .where('assignment_id', 'in', assignmentIds)
    .where('refusal_code', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.assignment_id));
}
