import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';

/**
 * Whether the call `c` exists for the users of the portal: only administrators know a call that is not published. Every
 * statement that starts from the id of a call asks for this condition, so that both kinds of ids are answered alike.
 */
export const isKnownCall: RawBuilder<boolean> = sql`c.published`;

/** Returns whether the portal's users may know a call with this id. */
export async function knowsCall(db: Db, callId: number): Promise<boolean> {
  const { rows } = await sql`select from calls c where c.id = ${callId} and ${isKnownCall}`.execute(db);
  return rows.length > 0;
}

/** Returns whether staff work on a call with this id: applications stay with them after the call is unpublished. */
export async function worksOnCall(db: Db, callId: number): Promise<boolean> {
  const { rows } = await sql`select from calls c where c.id = ${callId} and (${isKnownCall}
    or exists (select from applications ap where ap.call_id = c.id and ap.status <> 'draft'))`.execute(db);
  return rows.length > 0;
}
