/** Runs in a thread of its own: a PDF made to be expensive may cost this thread, not the portal. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PDFDocument } from 'pdf-lib';

async function inspect(
  path: string,
): Promise<{ found: 'pdf'; pages: number } | { found: 'encrypted' | 'broken' }> {
  const bytes = await readFile(path);
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
    if (document.isEncrypted) return { found: 'encrypted' };
    const pages = document.getPageCount();
    return pages > 0 ? { found: 'pdf', pages } : { found: 'broken' };
  } catch {
    // What is encrypted may be unreadable before it comes to that; the mark itself is never encrypted.
    return { found: bytes.includes('/Encrypt') ? 'encrypted' : 'broken' };
  }
}

const { path } = workerData as { path: string };
parentPort?.postMessage(await inspect(path));
