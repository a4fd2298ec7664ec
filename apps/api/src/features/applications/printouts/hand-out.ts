import { setTimeout } from 'node:timers/promises';
import type { Viewer } from '@clearcall/domain/permissions/viewer.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/pool.ts';
import { StillMade } from '../../../platform/http/bind.ts';
import { type Refusal, refuse } from '../../../platform/http/refuse.ts';
import type { FileOut } from '../../../platform/http/send-file.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type CallPrinters, type Content, loadContent, type Wanted } from './content.ts';

/** After so many attempts, half a minute, one may ask again. */
const attempts = 3;
/** What is not there after so long was lost with the process that made it: asking again begins it again. */
const lostMs = 10 * 60_000;
const firstLookMs = 50;
const longestLookMs = 500;

interface Found {
  id: string;
  state: 'requested' | 'made' | 'failed';
  storageKey: string | null;
  filesDone: number;
  files: number;
}

interface Given {
  actor: Viewer | null;
  now: Date;
  translator: Translator;
  /** Where to ask again. */
  location: string;
  waitMs: number;
  /** Absent if nothing is asked for that needs them. */
  printers?: CallPrinters;
}

/**
 * Gives a PDF to whoever may see what stands in it now: the one that was made of exactly that, else one that a job
 * makes. It is waited for, and where that takes longer, the answer says where to ask again. Many who ask for the same at
 * once have one made.
 */
export async function handOut(
  platform: Platform,
  wanted: Wanted,
  given: Given,
): Promise<FileOut | StillMade | Refusal> {
  const { actor, now, translator, location, waitMs, printers } = given;
  const content = await loadContent(platform, wanted, {
    reader: actor,
    now,
    translator,
    ...(printers && { printers }),
  });
  if (content === null) return refuse('not_found');
  const endsAtMs = performance.now() + waitMs;
  let found = (await find(platform, content.hash)) ?? (await request(platform, wanted, content, given));
  for (let lookMs = firstLookMs; ; lookMs = Math.min(lookMs * 1.5, longestLookMs)) {
    if (found.state === 'failed') return refuse('printout_failed');
    if (found.storageKey !== null) {
      const file = await platform.files.open(found.storageKey);
      if (file !== null) return { ...file, contentType: 'application/pdf', filename: content.filename };
      platform.log.error({ printoutId: found.id }, 'the file of a printout is missing');
      await giveUp(platform, found.id);
      found = await request(platform, wanted, content, given);
    }
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) {
      const { filesDone, files } = found;
      return new StillMade({ state: 'in_the_making', filesDone, files, location });
    }
    await setTimeout(Math.min(lookMs, leftMs));
    found = (await findById(platform, found.id)) ?? (await request(platform, wanted, content, given));
  }
}

const columns = sql`id, state, storage_key as "storageKey", files_done as "filesDone", files`;

async function find({ db }: Platform, hash: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select ${columns} from printouts where content_hash = ${hash} and state = 'made'`.execute(db);
  return rows[0];
}

async function findById({ db }: Platform, id: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`select ${columns} from printouts where id = ${id}::uuid`.execute(db);
  return rows[0];
}

async function giveUp({ db }: Platform, id: string): Promise<void> {
  await sql`update printouts set state = 'failed', storage_key = null where id = ${id}::uuid`.execute(db);
}

/** Has it made, unless it is being made already. */
async function request(
  platform: Platform,
  wanted: Wanted,
  { hash, subject, files }: Content,
  { actor, now, translator }: Given,
): Promise<Found> {
  const { db, newId } = platform;
  const isOfDraft = wanted.kind === 'draft_form';
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Found>`
      insert into printouts (id, kind, of_draft, application_id, assignment_id, call_id, user_id, language, content_hash,
        requested_at, files)
      values (${newId()}, ${isOfDraft ? 'form' : wanted.kind}, ${isOfDraft}, ${subject.applicationId}, ${subject.assignmentId}, ${subject.callId},
        ${actor?.userId ?? null}, ${translator.language}, ${hash}, ${now}, ${files.length})
      on conflict (content_hash) where state <> 'failed' do update set requested_at = excluded.requested_at,
        user_id = excluded.user_id
        where printouts.state = 'requested' and printouts.requested_at < ${new Date(now.getTime() - lostMs)}
      returning ${columns}`.execute(tx);
    const [begun] = rows;
    if (begun === undefined) return findInTheMaking(tx, hash);
    await addJob(tx, 'make_printout', { printoutId: begun.id }, attempts, 'printouts');
    return begun;
  });
}

async function findInTheMaking(tx: Db, hash: string): Promise<Found> {
  const { rows } = await sql<Found>`
    select ${columns} from printouts where content_hash = ${hash} and state <> 'failed'`.execute(tx);
  // Whoever was quicker may have given it up in this moment.
  return rows[0] ?? { id: '', state: 'failed', storageKey: null, filesDone: 0, files: 0 };
}
