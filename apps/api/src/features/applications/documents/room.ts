import { decideRoom } from '@clearcall/domain/workflow/decide-room.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { sql } from 'kysely';
import { executeAfter } from '../../../platform/db/driver.ts';
import type { Db } from '../../../platform/db/pool.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The locks of persons, apart from other advisory locks. */
const lockOfPersons = 7_231_408;

const megabyte = 1_048_576;

/** An amount as people say it: 12 MB, 4.9 GB. Rounded down where it is allowed, so that nobody is promised a byte. */
function saySize(amount: number): Message {
  const inMegabytes = amount / megabyte;
  return inMegabytes < 1_000
    ? message('refusals.upload.megabytes', { n: Math.floor(inMegabytes) })
    : message('refusals.upload.gigabytes', { n: Math.floor(inMegabytes / 102.4) / 10 });
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
  const used = sql<{ used: string | number; freed: string | number }>`
    select coalesce(sum(size_bytes), 0) as used,
      coalesce(sum(size_bytes) filter (where id = any(${[...(change.replaced ?? [])]}::uuid[])), 0) as freed
    from (select id, size_bytes, uploaded_by from documents
      union all select id, size_bytes, uploaded_by from uploads where refusal_code is null) kept
    where uploaded_by = ${userId}`;
  const lock = sql`select pg_advisory_xact_lock(${lockOfPersons}, ${userId}::integer)`;
  // A statement of its own: what waits for the lock must read after it.
  const { rows } = await (change.hold ? executeAfter(tx, lock, used) : used.execute(tx));
  const usedBytes = Number(rows[0]?.used ?? 0);
  const allowedBytes = (await platform.organisation()).personUploadsMaxMb * megabyte;
  const freedBytes = Number(rows[0]?.freed ?? 0);
  const decided = decideRoom({ usedBytes, allowedBytes }, { addedBytes: change.addedBytes, freedBytes });
  if (decided.ok) return undefined;
  const room = { used: saySize(usedBytes), allowed: saySize(allowedBytes) };
  return refuse(decided.code, { message: message('refusals.upload.noRoom', room) });
}
