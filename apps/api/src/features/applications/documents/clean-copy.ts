import { sql } from 'kysely';
import { type FairQueue, fairQueue } from '../../../platform/db/fair-queue.ts';
import type { Databases, Db } from '../../../platform/db/pool.ts';
import { abandonFiles } from '../../../platform/files/abandon.ts';
import type { ReceivedFile } from '../../../platform/files/files.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { Platform } from '../../../platform/platform.ts';
import { writeCleanCopy } from './pdf-process.ts';

/** Almost all take less than a second; the whole life of a process, on a machine that does much else. */
const maxMs = 30_000;
const maxWaitMs = 30_000;
/** What could not be made may have met a busy machine: after that time it is tried again. */
const againMs = 3_600_000;
/** A copy may be larger than what it was made of, whose small parts were packed together. */
const maxBytesOf = (sizeBytes: number): number => 4 * sizeBytes + 8 * 1_048_576;

const queues = new WeakMap<Databases, FairQueue>();

/** One at a time, fair between people: the limits of memory are those of one process. */
function queueOf({ databases }: Platform): FairQueue {
  const queue = queues.get(databases) ?? fairQueue(1, maxWaitMs);
  queues.set(databases, queue);
  return queue;
}

interface Found {
  storageKey: string;
  sizeBytes: number;
  /** Null where none was made, or none could be. */
  copyKey: string | null;
  triedAt: Date | null;
}

async function find(db: Db, documentId: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select d.storage_key as "storageKey", d.size_bytes as "sizeBytes", c.storage_key as "copyKey", c.made_at as "triedAt"
    from documents d left join cleaned_documents c on c.document_id = d.id
    where d.id = ${documentId}::uuid`.execute(db);
  return rows[0];
}

/** Writes the copy's row, or that there is none. Whoever was quicker, or deleted the document, wins: false. */
async function note(
  db: Db,
  documentId: string,
  copy: { key: string; file: ReceivedFile } | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with held as (select id from documents where id = ${documentId}::uuid for key share)
    insert into cleaned_documents (document_id, storage_key, sha256, size_bytes, made_at)
    select id, ${copy?.key ?? null}::text, ${copy?.file.sha256 ?? null}::bytea, ${copy?.file.sizeBytes ?? null}::integer,
      ${now}::timestamptz from held
    on conflict (document_id) do update set storage_key = excluded.storage_key, sha256 = excluded.sha256,
      size_bytes = excluded.size_bytes, made_at = excluded.made_at
    where cleaned_documents.storage_key is null
    returning 1`.execute(db);
  return rows.length > 0;
}

async function make(platform: Platform, documentId: string, found: Found, now: Date): Promise<void> {
  const { db, files, log } = platform;
  const source = await files.open(found.storageKey);
  if (source === null) return log.error({ documentId }, 'the file of a document is missing');
  const file = await writeCleanCopy(source, maxMs, (copy) =>
    files.receive(copy, maxBytesOf(found.sizeBytes)),
  );
  if (file === null) {
    log.warn({ documentId }, 'no cleaned copy of a document could be made');
    await note(db, documentId, null, now);
    return;
  }
  const key = await file.keep();
  try {
    if (!(await note(db, documentId, { key, file }, now))) await files.remove(key);
  } catch (error) {
    // The commit may have come through although its answer did not.
    await abandonFiles(platform, [key]);
    throw error;
  }
}

/**
 * The key of the cleaned copy of a document, made now where there is none yet. A refusal where none can be made: the
 * file itself is never given in its place.
 */
export async function cleanCopy(
  platform: Platform,
  documentId: string,
  { userId, now }: { userId: number; now: Date },
): Promise<string | Refusal> {
  const answer = (found: Found | undefined): string | Refusal | null => {
    if (found === undefined) return refuse('not_found');
    if (found.copyKey !== null) return found.copyKey;
    if (found.triedAt !== null && now.getTime() - found.triedAt.getTime() < againMs)
      return refuse('no_clean_copy');
    return null;
  };
  const known = answer(await find(platform.db, documentId));
  if (known !== null) return known;
  return queueOf(platform).take(userId, async () => {
    const found = await find(platform.db, documentId);
    const meanwhile = answer(found);
    if (found === undefined || meanwhile !== null) return meanwhile ?? refuse('not_found');
    await make(platform, documentId, found, now);
    return answer(await find(platform.db, documentId)) ?? refuse('no_clean_copy');
  });
}
