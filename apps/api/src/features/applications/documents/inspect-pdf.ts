import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

export type PdfFound = { found: 'pdf'; pages: number } | { found: 'encrypted' | 'broken' };

/** Readers look for the mark of a PDF in this many first bytes. */
const markWithin = 1024;
const longestMs = 10_000;
const mostHeapMb = 256;

let last: Promise<unknown> = Promise.resolve();
/** The last check of each person who has one waiting. */
const lastOf = new Map<number, Promise<unknown>>();

/**
 * What a file at a path is: a PDF that can be read, with its pages, one with a password, or none. One at a time, and a
 * person has one place in the line: whoever sends many, or slow ones, waits for the own.
 */
export function inspectPdf(path: string, userId: number): Promise<PdfFound> {
  const mine = (lastOf.get(userId) ?? Promise.resolve()).then(() => {
    const turn = last.then(() => inspect(path));
    last = turn.catch(() => undefined);
    return turn;
  });
  const over = mine
    .catch(() => undefined)
    .then(() => {
      if (lastOf.get(userId) === over) lastOf.delete(userId);
    });
  lastOf.set(userId, over);
  return mine;
}

async function inspect(path: string): Promise<PdfFound> {
  const handle = await open(path);
  const head = Buffer.alloc(markWithin);
  const { bytesRead } = await handle.read(head, 0, markWithin, 0).finally(() => handle.close());
  return head.subarray(0, bytesRead).includes('%PDF-') ? inspectInThread(path) : { found: 'broken' };
}

function inspectInThread(path: string): Promise<PdfFound> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./inspect-pdf-worker.ts', import.meta.url), {
      workerData: { path },
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
      // What pdf-lib says about odd files is of no use to anybody.
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => finish({ found: 'broken' }), longestMs);
    const finish = (found: PdfFound) => {
      clearTimeout(timer);
      resolve(found);
      void worker.terminate();
    };
    worker.once('message', finish);
    worker.once('error', () => finish({ found: 'broken' }));
    worker.once('exit', () => finish({ found: 'broken' }));
  });
}
