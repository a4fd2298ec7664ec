import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { normaliseText } from '@clearcall/domain/forms/text.ts';
import type { Files, ReceivedFile } from '../files/files.ts';
import { receiveFrom, startLimited } from './limited-process.ts';
import type { AttachedPages, PdfDocument, PdfTask } from './pdf-document.ts';

const program = {
  draw: fileURLToPath(new URL('./draw-program.ts', import.meta.url)),
  attach: fileURLToPath(new URL('./attach-program.ts', import.meta.url)),
};
/** What the programs are made of. */
const parts = ['draw.ts', 'lay-out.ts', 'pdf-document.ts', 'pdf-type.ts', 'fonts', 'attach-pages.ts'].map(
  (name) => fileURLToPath(new URL(name, import.meta.url)),
);

/** A document of a thousand pages takes less. */
const maxMs = 60_000;

/** A PDF that follows the last page: read where it lies when its turn comes, and known to open. */
export interface AttachedFile extends AttachedPages {
  open: () => Promise<{ stream: Readable; sizeBytes: number }>;
}

/** Texts as they are stored: the process that draws them reads no file but its own, so none that could clean them. */
const printable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? normaliseText(value) : value;

type Receive = (pdf: Readable) => ReturnType<Files['receive']>;

/**
 * Writes a document as a PDF and has it received, as it comes: `writePdf(document, { madeAt, receive: (pdf) =>
 * platform.files.receive(pdf, limit) })`. It is drawn in a process of its own with limits of memory and time, so call it
 * from a job, and one at a time. What is attached stands behind it, each file with a bookmark and a line of the contents.
 * Throws where no PDF came of it; then nothing is kept.
 */
export async function writePdf(
  document: PdfDocument,
  given: { madeAt: Date; receive: Receive; attached?: readonly AttachedFile[] },
): Promise<ReceivedFile> {
  const { madeAt, receive, attached = [] } = given;
  const task: PdfTask = {
    document,
    madeAt: madeAt.toISOString(),
    attached: attached.map(({ title, pages }) => ({ title, pages })),
  };
  const draw = <Received extends { discard: () => Promise<void> }>(
    take: (pdf: Readable) => Promise<{ ok: true; file: Received } | { ok: false }>,
  ) =>
    receiveFrom(startLimited(program.draw, parts), maxMs, {
      feed: async (input) => void input.end(JSON.stringify(task, printable)),
      receive: take,
    });
  if (attached.length === 0) return orThrow(await draw(receive));
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  try {
    const path = join(folder, 'document.pdf');
    const drawn = orThrow(
      await draw(async (pdf) => {
        const file = await open(path, 'w');
        await pipeline(pdf, file.createWriteStream());
        return { ok: true, file: { discard: async () => {} } };
      }),
    );
    await drawn.discard();
    const whole = await receiveFrom(startLimited(program.attach, parts), maxMs, {
      feed: async (input) => {
        input.write(`${JSON.stringify(attached.map(({ title }) => title))}\n`);
        await pass(input, createReadStream(path), await fileSize(path));
        for (const one of attached) {
          const { stream, sizeBytes } = await one.open();
          await pass(input, stream, sizeBytes);
        }
        input.end();
      },
      receive,
    });
    return orThrow(whole);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fileSize(path: string): Promise<number> {
  const file = await open(path);
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function orThrow<T>(made: T | null): T {
  if (made === null) throw new Error('no PDF came of a document');
  return made;
}

/** Hands a part over behind its length. */
async function pass(to: Writable, stream: Readable, sizeBytes: number): Promise<void> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(sizeBytes);
  to.write(length);
  for await (const chunk of stream) {
    if (to.destroyed) return;
    if (!to.write(chunk))
      await new Promise<void>((done) => {
        const go = () => {
          to.off('drain', go).off('close', go);
          done();
        };
        to.once('drain', go).once('close', go);
      });
  }
}
