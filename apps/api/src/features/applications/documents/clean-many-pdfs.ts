/**
 * A program of its own, started by pdf-process.ts with an empty environment, that cleans one PDF after the other: it reads
 * a length (4 bytes) and so many bytes of a file, and writes the length of its copy, the number of its pages (4 bytes
 * each) and the copy. A length of 0 says that none could be made of this one.
 */
import { once } from 'node:events';
import { PDF } from '@libpdf/core';
import { cleanPdf } from './clean-pdf.ts';

async function write(bytes: Uint8Array): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}

async function answer(file: Uint8Array): Promise<void> {
  const head = Buffer.alloc(8);
  try {
    const copy = await cleanPdf(file);
    head.writeUInt32BE(copy.length);
    head.writeUInt32BE((await PDF.load(copy)).getPageCount(), 4);
    await write(head);
    await write(copy);
  } catch {
    await write(Buffer.alloc(8));
  }
}

let held: Buffer[] = [];
let heldBytes = 0;
let wanted: number | null = null;
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  held.push(chunk);
  heldBytes += chunk.length;
  for (;;) {
    const needed: number = wanted ?? 4;
    if (heldBytes < needed) break;
    const all = Buffer.concat(held);
    held = [all.subarray(needed)];
    heldBytes = all.length - needed;
    const part = all.subarray(0, needed);
    if (wanted === null) wanted = part.readUInt32BE();
    else {
      wanted = null;
      await answer(part);
    }
  }
}
