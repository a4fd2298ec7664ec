import { addressesOf } from '@clearcall/domain/calls/definition/call-definition.ts';
import { isCheckedAddress, stateOfStatus } from '@clearcall/domain/calls/definition/link-check.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { askLink, internet, type LinkAnswer, type Network } from '../../../platform/outbound/ask-link.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadEditedCall } from '../definition/load-draft.ts';
import { loadLiveCall } from '../definition/load-live.ts';

const payloadSchema = z.object({ callId: z.number(), since: z.iso.datetime() });

/** A call with more links has the first ones checked. */
const maxLinks = 200;
const atOnce = 4;

/** Has the links of a call checked that were not checked since then. One call after the other. */
export const addLinkJob = (db: Parameters<typeof addJob>[0], callId: number, since: Date) =>
  addJob(db, 'check_links_of_call', { callId, since: since.toISOString() }, 3, 'links');

/** An address that several calls have is asked once in this time. */
const onceInMs = 6 * 3_600_000;

/** Has the links of all calls checked that are not archived. */
export async function checkLinks({ db, now }: Platform): Promise<Record<string, number>> {
  const calls = await db.selectFrom('calls').select('id').where('archived_at', 'is', null).execute();
  for (const { id } of calls) await addLinkJob(db, id, new Date(now().getTime() - onceInMs));
  return { calls: calls.length };
}

/** The addresses of a call that the portal checks, of its draft and of what is live; null if there is no such call. */
export async function checkedAddresses(
  { db, organisation, config }: Platform,
  callId: number,
): Promise<string[] | null> {
  const language = organisation.language();
  const edited = await loadEditedCall(db, callId, language);
  if (edited === undefined) return null;
  const live = edited.draft === null ? undefined : await loadLiveCall(db, callId, language);
  const definitions = [edited.definition, ...(live === undefined ? [] : [live.definition])];
  const addresses = definitions.flatMap((one) => Array.from(addressesOf(one), ({ address }) => address));
  return [...new Set(addresses)]
    .filter((address) => isCheckedAddress(address, config.publicUrl))
    .slice(0, maxLinks);
}

const resultOf = (answer: LinkAnswer) => {
  if (!('failure' in answer)) {
    const { status, mediaType, sizeBytes } = answer;
    return {
      state: stateOfStatus(status),
      status,
      failure: null,
      media_type: mediaType,
      size_bytes: sizeBytes,
    };
  }
  const none = { status: null, media_type: null, size_bytes: null };
  return answer.failure === 'private'
    ? { ...none, state: 'private' as const, failure: null }
    : { ...none, state: 'unreachable' as const, failure: answer.failure };
};

/**
 * Checks the links of a call, and keeps for each what it answered and since when. A job that was killed goes on with those
 * that it had not checked.
 */
export async function checkLinksOfCall(
  platform: Platform,
  payload: unknown,
  network: Network = internet,
): Promise<Record<string, number>> {
  const { callId, since } = payloadSchema.parse(payload);
  const { db, now } = platform;
  const addresses = await checkedAddresses(platform, callId);
  if (addresses === null) return {};
  await sql`delete from call_links where call_id = ${callId} and address <> all(${addresses}::text[])`.execute(
    db,
  );
  // Another call may have asked the same address.
  await sql`insert into call_links (call_id, address, state, status, failure, media_type, size_bytes, since, checked_at)
    select distinct on (address) ${callId}::bigint, address, state, status, failure, media_type, size_bytes, since, checked_at
    from call_links where address = any(${addresses}::text[]) and checked_at >= ${since}::timestamptz
    order by address, checked_at desc
    on conflict (call_id, address) do update set state = excluded.state, status = excluded.status,
      failure = excluded.failure, media_type = excluded.media_type, size_bytes = excluded.size_bytes,
      since = excluded.since, checked_at = excluded.checked_at`.execute(db);
  const { rows } = await sql<{ address: string }>`select address from call_links
    where call_id = ${callId} and checked_at >= ${since}::timestamptz`.execute(db);
  const done = new Set(rows.map(({ address }) => address));
  const left = addresses.filter((address) => !done.has(address));
  const asked = left.length;
  const next = async (): Promise<void> => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const result = resultOf(await askLink(address, network));
      const at = now();
      await sql`insert into call_links (call_id, address, state, status, failure, media_type, size_bytes, since, checked_at)
        select id, ${address}, ${result.state}, ${result.status}::integer, ${result.failure}, ${result.media_type},
          ${result.size_bytes}::bigint, ${at}::timestamptz, ${at}::timestamptz from calls where id = ${callId}
        on conflict (call_id, address) do update set state = excluded.state, status = excluded.status,
          failure = excluded.failure, media_type = excluded.media_type, size_bytes = excluded.size_bytes,
          checked_at = excluded.checked_at, since = case when call_links.state = excluded.state
            and call_links.status is not distinct from excluded.status then call_links.since else excluded.since end`.execute(
        db,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return { asked };
}
