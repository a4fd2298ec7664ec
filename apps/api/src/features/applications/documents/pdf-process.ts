import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type Running, receiveFrom, startLimited } from '../../../platform/documents/limited-process.ts';
import type { Files, ReceivedFile } from '../../../platform/files/files.ts';
import { wideFont } from './write-text.ts';

/** What a file is: a PDF that opens, with its pages; one with a password; none; or one whose check was given up. */
export type PdfFound = { found: 'pdf'; pages: number } | { found: 'encrypted' | 'broken' | 'costly' };

const reader = fileURLToPath(new URL('./read-pdf.ts', import.meta.url));
const cleaner = fileURLToPath(new URL('./write-clean-pdf.ts', import.meta.url));
const manyCleaner = fileURLToPath(new URL('./clean-many-pdfs.ts', import.meta.url));
/** What the programs are made of; the rest of the disk is closed to them. */
const readable = [
  reader,
  cleaner,
  ...[
    'clean-pdf',
    'draw-pdf',
    'open-pdf',
    'pages-of',
    'pdfium',
    'appearances-of',
    'strip-image-metadata',
    'write-text',
  ].map((name) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))),
  wideFont,
];

/** It takes 50 MB, and half a second of a processor to start. */
const idleMs = 10_000;
const startLongestMs = 30_000;

/** A file as it is read from the storage. */
export interface PdfSource {
  stream: Readable;
  sizeBytes: number;
}

export interface PdfProcess {
  /** What a file is. One at a time: whoever asks waits for the answer before the next one. Throws what its stream throws. */
  check: (file: PdfSource) => Promise<PdfFound>;
  /** Ends the process; a file that is being looked into is `costly`. */
  end: () => void;
}

/** The next line that a process writes; null when it ends, or writes none within a time of having got what it needs. */
function nextLine(
  from: Running,
  withinMs: number,
  given: Promise<void> = Promise.resolve(),
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    let over = false;
    const finish = (line: string | null, error?: Error) => {
      over = true;
      clearTimeout(timer);
      from.stdout.off('data', hear);
      from.off('exit', end).off('error', fail);
      if (error === undefined) resolve(line);
      else reject(error);
    };
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) finish(text.trim());
    };
    const end = () => finish(null);
    const fail = (error: Error) => finish(null, error);
    given.then(
      () => {
        if (!over) timer = setTimeout(end, withinMs);
      },
      (error: Error) => finish(null, error),
    );
    from.stdout.on('data', hear);
    from.on('exit', end).on('error', fail);
    if (from.exitCode !== null || from.signalCode !== null) end();
  });
}

/** Until a process takes more, or nothing any more. */
function moreWanted(by: Running): Promise<void> {
  return new Promise((done) => {
    const over = () => {
      by.stdin.off('drain', over);
      by.off('exit', over);
      done();
    };
    by.stdin.on('drain', over);
    by.on('exit', over);
    if (by.exitCode !== null || by.signalCode !== null) over();
  });
}

/** Hands a file over as fast as it is read, never whole in our memory. Ends early when nobody takes it any more. */
async function handOver(to: Running, { stream }: PdfSource): Promise<void> {
  for await (const chunk of stream) {
    if (to.exitCode !== null || to.signalCode !== null || to.stdin.destroyed) return;
    if (!to.stdin.write(chunk)) await moreWanted(to);
  }
}

/**
 * Looks into PDFs in a process that is kept for the next file, ended after half a minute without any, and replaced
 * when it was ended: by us, after `maxMs` for one file, or by the system. Such a file is `costly`.
 */
export function pdfProcess(maxMs: number): PdfProcess {
  let current: Running | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = (one: Running) => {
    if (current === one) current = null;
    one.kill('SIGKILL');
  };

  /** A process that is told the length of a file and waits for the rest: that none was there is no fault of the file. */
  async function waiting(sizeBytes: number): Promise<Running> {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(sizeBytes);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const one = current ?? startLimited(reader, readable);
      if (current === null) one.once('exit', () => end(one));
      current = one;
      one.stdin.write(length);
      if ((await nextLine(one, startLongestMs)) !== null) return one;
      end(one);
    }
    throw new Error('the program that looks into PDFs does not start');
  }

  async function check(file: PdfSource): Promise<PdfFound> {
    clearTimeout(idle);
    const asked = await waiting(file.sizeBytes).catch((error: unknown) => {
      file.stream.destroy();
      throw error;
    });
    try {
      const line = await nextLine(asked, maxMs, handOver(asked, file));
      if (line === null) {
        end(asked);
        return { found: 'costly' };
      }
      idle = setTimeout(() => end(asked), idleMs).unref();
      return JSON.parse(line) as PdfFound;
    } catch (error) {
      // It waits for the rest of a file that does not come.
      end(asked);
      throw error;
    } finally {
      file.stream.destroy();
    }
  }

  return {
    check,
    end: () => {
      clearTimeout(idle);
      if (current !== null) end(current);
    },
  };
}

/**
 * Has a cleaned copy of a PDF (clean-pdf.ts) written by a process of its own, under the same limits, and received as it
 * comes. Null where none can be made, or not within `maxMs`. Throws what its stream throws.
 */
export async function writeCleanCopy(
  { stream }: PdfSource,
  maxMs: number,
  receive: (copy: Readable) => ReturnType<Files['receive']>,
): Promise<ReceivedFile | null> {
  try {
    return await receiveFrom(startLimited(cleaner, readable), maxMs, {
      feed: (input) =>
        new Promise((done, fail) => {
          stream.once('end', done).once('error', fail).pipe(input);
        }),
      receive,
    });
  } finally {
    stream.destroy();
  }
}

export interface PdfCleaner {
  /**
   * Writes the cleaned copy of a file to a path; null where none can be made, or not in time. One at a time. Throws what
   * its stream throws, and what writing throws.
   */
  clean: (file: PdfSource, path: string) => Promise<{ sizeBytes: number; pages: number } | null>;
  end: () => void;
}

/** Cleans one file after the other in a process that is replaced by the next one when a file has cost it its life. */
export function pdfCleaner(maxMs: number): PdfCleaner {
  let current: { child: Running; read: (bytes: number) => AsyncGenerator<Buffer> } | null = null;
  const end = () => {
    current?.child.kill('SIGKILL');
    current = null;
  };
  async function clean(file: PdfSource, path: string) {
    if (current === null) {
      const child = startLimited(manyCleaner, readable);
      current = { child, read: readerOf(child.stdout) };
    }
    const { child, read } = current;
    const late = setTimeout(end, maxMs);
    let torn: unknown;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(file.sizeBytes);
    child.stdin.write(length);
    handOver(child, file).catch((error: unknown) => {
      torn = error;
      end();
    });
    try {
      const parts: Buffer[] = [];
      for await (const part of read(8)) parts.push(part);
      const head = Buffer.concat(parts);
      const sizeBytes = head.length === 8 ? head.readUInt32BE(0) : 0;
      const pages = head.length === 8 ? head.readUInt32BE(4) : 0;
      if (sizeBytes > 0) await pipeline(read(sizeBytes), createWriteStream(path));
      if (torn !== undefined) throw torn;
      if (sizeBytes > 0 && (await stat(path)).size === sizeBytes) return { sizeBytes, pages };
      if (head.length < 8 || sizeBytes > 0) end();
      return null;
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(late);
      file.stream.destroy();
    }
  }
  return { clean, end };
}

/** Reads so many bytes of a stream, and the next ones when it is asked again; fewer where it ends. */
function readerOf(stream: Readable): (bytes: number) => AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  return async function* read(bytes) {
    for (let left = bytes; left > 0; ) {
      if (held.length === 0) {
        const next = await chunks.next();
        if (next.done) return;
        held = next.value;
      }
      const part = held.subarray(0, left);
      held = held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  };
}
