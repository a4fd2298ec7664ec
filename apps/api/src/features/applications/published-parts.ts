import { createHash } from 'node:crypto';
import { openPart } from '@clearcall/contract/applications.ts';
import type { ApplicationPart } from '@clearcall/domain/applications/application.ts';
import { sql } from 'kysely';
import type { Databases } from '../../platform/db/pool.ts';
import { checkReply } from '../../platform/http/check-reply.ts';
import { type EncodedResponse, encodeResponse } from '../../platform/http/encoded-response.ts';
import type { Platform } from '../../platform/platform.ts';

/** Parts kept as they are sent; the one that was made first goes first, and is read from its row again. */
const maxKept = 1_000;

/** What this process has told or sent: each has its row. */
const keptParts = new WeakMap<Databases, Map<string, Promise<EncodedResponse>>>();

/** A part that is told again and again is the same object: its hash is that of the first time. */
const knownHashes = new WeakMap<ApplicationPart, string>();

function keptOf({ databases }: Platform): Map<string, Promise<EncodedResponse>> {
  const kept = keptParts.get(databases) ?? new Map<string, Promise<EncodedResponse>>();
  keptParts.set(databases, kept);
  return kept;
}

function keep(
  kept: Map<string, Promise<EncodedResponse>>,
  hash: string,
  body: string,
): Promise<EncodedResponse> {
  const made = encodeResponse('application/json; charset=utf-8', body);
  made.catch(() => kept.delete(hash));
  const oldest = kept.keys().next();
  if (kept.size >= maxKept && !oldest.done) kept.delete(oldest.value);
  kept.set(hash, made);
  return made;
}

/**
 * The hashes of parts, in their order, for somebody who may see them: whoever has a hash may read its part, here and in
 * every other process, for good. One statement for those that this process tells for the first time, else none.
 */
export async function publishParts(platform: Platform, parts: readonly ApplicationPart[]): Promise<string[]> {
  const kept = keptOf(platform);
  const fresh = new Map<string, string>();
  const hashes = parts.map((part) => {
    const known = knownHashes.get(part);
    if (known !== undefined && kept.has(known)) return known;
    const body = JSON.stringify(checkReply(openPart, part, platform));
    const hash = createHash('sha256').update(body).digest('base64url');
    knownHashes.set(part, hash);
    if (!kept.has(hash)) fresh.set(hash, body);
    return hash;
  });
  if (fresh.size > 0) {
    await sql`
      insert into told_parts (hash, body)
      select part.hash, part.body from unnest(${[...fresh.keys()]}::text[], ${[...fresh.values()]}::text[]) part (hash, body)
      on conflict do nothing`.execute(platform.db);
    for (const [hash, body] of fresh) void keep(kept, hash, body);
  }
  return hashes;
}

/** A part by its hash, as it is sent; null where nobody was told of such a one. No statement where it was told or sent here. */
export async function publishedPart(platform: Platform, hash: string): Promise<EncodedResponse | null> {
  const kept = keptOf(platform);
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const row = await platform.db
    .selectFrom('told_parts')
    .select('body')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row === undefined ? null : (kept.get(hash) ?? keep(kept, hash, row.body));
}
