/** Runs in a thread of its own: a PDF made to be expensive may cost this thread, not the portal. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { EncryptedPDFError, PDFDocument } from 'pdf-lib';

async function inspect(
  path: string,
): Promise<{ found: 'pdf'; pages: number } | { found: 'encrypted' | 'broken' }> {
  try {
    const document = await PDFDocument.load(await readFile(path), { updateMetadata: false });
    const pages = document.getPageCount();
    return pages > 0 ? { found: 'pdf', pages } : { found: 'broken' };
  } catch (error) {
    return { found: error instanceof EncryptedPDFError ? 'encrypted' : 'broken' };
  }
}

const { path } = workerData as { path: string };
parentPort?.postMessage(await inspect(path));
