import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AttachedFile } from '../../../platform/documents/write-pdf.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type PdfCleaner, pdfCleaner, pdfProcess } from '../documents/pdf-process.ts';
import type { PrintedFile } from './print-application.ts';

/** Larger files are for a download of their own: they would make a document that nobody can open. */
const maxFileBytes = 50 * 1_048_576;
/** Of all together, so that putting them behind the document stays within the limits of its process. */
const maxAllBytes = 100 * 1_048_576;
const maxPages = 2_500;
const maxMs = 30_000;

/** A file that is not behind its document, and why. */
export interface Unattached {
  title: string;
  reason: 'encrypted' | 'broken' | 'costly' | 'unclean' | 'too_large' | 'missing';
}

/**
 * Looks through the uploaded files that belong behind a document, one after the other, each in a process that may be
 * lost. What is put behind it is never what was uploaded but what is drawn there, written again without scripts, forms,
 * attached files and whatever says who wrote it (clean-pdf.ts), so that no file can do to the document, or to whoever
 * opens it, what it could do by itself. Call `discard` when they are no longer needed.
 */
export async function prepareFiles(
  platform: Platform,
  files: readonly PrintedFile[],
  progress: (done: number) => Promise<void>,
): Promise<{ attached: AttachedFile[]; unattached: Unattached[]; discard: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'printout-'));
  const discard = () => rm(folder, { recursive: true, force: true });
  const cleaner = pdfCleaner(maxMs);
  const attached: AttachedFile[] = [];
  const unattached: Unattached[] = [];
  let bytes = 0;
  let pages = 0;
  try {
    for (const [nth, file] of files.entries()) {
      const path = join(folder, `${nth}.pdf`);
      const prepared = await prepare(platform, file, { cleaner, path });
      if (typeof prepared === 'string') unattached.push({ title: file.title, reason: prepared });
      else if (bytes + prepared.sizeBytes > maxAllBytes || pages + prepared.pages > maxPages)
        unattached.push({ title: file.title, reason: 'too_large' });
      else {
        bytes += prepared.sizeBytes;
        pages += prepared.pages;
        const { sizeBytes } = prepared;
        attached.push({
          title: file.title,
          pages: prepared.pages,
          open: async () => ({ stream: createReadStream(path), sizeBytes }),
        });
      }
      await progress(nth + 1);
    }
  } catch (error) {
    await discard();
    throw error;
  } finally {
    cleaner.end();
  }
  return { attached, unattached, discard };
}

/** Writes what a file draws to a path. */
async function prepare(
  { db, files }: Platform,
  { documentId, sizeBytes }: PrintedFile,
  { cleaner, path }: { cleaner: PdfCleaner; path: string },
): Promise<{ sizeBytes: number; pages: number } | Unattached['reason']> {
  if (sizeBytes > maxFileBytes) return 'too_large';
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from documents where id = ${documentId}::uuid`.execute(db);
  const [row] = rows;
  const open = async () => (row === undefined ? null : files.open(row.key));
  const source = await open();
  if (source === null) return 'missing';
  const prepared = await cleaner.clean(source, path);
  if (prepared !== null) return prepared;
  const again = await open();
  if (again === null) return 'missing';
  const looker = pdfProcess(maxMs);
  try {
    const { found } = await looker.check(again);
    return found === 'pdf' ? 'unclean' : found;
  } finally {
    looker.end();
  }
}
