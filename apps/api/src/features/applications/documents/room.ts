import { decideRoom } from '@clearcall/domain/workflow/decide-room.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { type RawBuilder, sql } from 'kysely';
import { lockThings } from '../../../platform/db/locks.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';

const megabyte = 1_048_576;

/** An amount as people say it: 12 MB, 4.9 GB. Rounded down where it is allowed, so that nobody is promised a byte. */
function saySize(amount: number): Message {
  const inMegabytes = amount / megabyte;
  return inMegabytes < 1_000
    ? message('refusals.upload.megabytes', { n: Math.floor(inMegabytes) })
    : message('refusals.upload.gigabytes', { n: Math.floor(inMegabytes / 102.4) / 10 });
}

/** What a person's files take, and what those of them would free that are replaced. */
const usedBy = (userId: number, replaced: readonly string[] = []) => sql`
  select coalesce(sum(size_bytes), 0)::bigint as used,
    coalesce(sum(size_bytes) filter (where id = any(${[...replaced]}::uuid[])), 0)::bigint as freed
  from (select id, size_bytes, uploaded_by from documents
    union all select id, size_bytes, uploaded_by from uploads where refusal_code is null) kept
  where uploaded_by = ${userId}`;

interface Used {
  used: number;
  freed: number;
}

/** The same as a column of a row that is read anyway. */
export const usedJson = (userId: number): RawBuilder<Used> =>
  sql<Used>`(select to_json(room) from (${usedBy(userId)}) room)`;

/** Refuses files for which a person has no room by what is used; undefined where there is room. */
export async function refuseBeyond(
  platform: Platform,
  { used, freed }: Used,
  addedBytes: number,
): Promise<Refusal | undefined> {
  const allowedBytes = (await platform.organisation()).personUploadsMaxMb * megabyte;
  const decided = decideRoom({ usedBytes: used, allowedBytes }, { addedBytes, freedBytes: freed });
  if (decided.ok) return undefined;
  const room = { used: saySize(used), allowed: saySize(allowedBytes) };
  return refuse(decided.code, { message: message('refusals.upload.noRoom', room) });
}

/**
 * Refuses files for which a person has no room any more; undefined where there is room. With `hold`, in the transaction
 * that writes their rows: of two at once, also in different applications, the second one then counts what the first one
 * added.
 */
export async function refuseWithoutRoom(
  platform: Platform,
  tx: Db,
  userId: number,
  change: { addedBytes: number; replaced?: readonly string[]; hold: boolean },
): Promise<Refusal | undefined> {
  // A statement of its own: what waits for the lock must read after it.
  if (change.hold) await lockThings(tx, 'filesOfUser', [userId]);
  const { rows } = await sql<Used>`${usedBy(userId, change.replaced)}`.execute(tx);
  return refuseBeyond(platform, rows[0] ?? { used: 0, freed: 0 }, change.addedBytes);
}
