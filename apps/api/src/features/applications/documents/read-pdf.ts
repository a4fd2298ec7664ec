/**
 * A program of its own, started by pdf-process.ts with an empty environment: a PDF made to be expensive may cost this
 * process, not the portal. It reads a length (4 bytes) and writes a line when it is about to take so many bytes of a
 * file, then one of JSON; then the next one. Nothing else reaches it: no address, no key, no database.
 */
import { openPdf, readAsItIs, readWritten } from './open-pdf.ts';
import type { PdfFound } from './pdf-process.ts';

/** Pages are counted where they are: what a file says of their number is not believed. */
async function inspect(bytes: Buffer): Promise<PdfFound> {
  try {
    const asItIs = await readAsItIs(bytes);
    if (asItIs !== null) return { found: 'pdf', pages: asItIs.pages.length };
    const file = await openPdf(bytes);
    if (typeof file === 'string') return { found: file };
    const { pages } = await readWritten(file);
    file.close();
    return { found: 'pdf', pages: pages.length };
  } catch (error) {
    return { found: error instanceof RangeError ? 'costly' : 'broken' };
  }
}

let held: Buffer[] = [];
let heldBytes = 0;
let wanted: number | null = null;

/** So many bytes from the front of what came, or null while there are fewer. */
function take(count: number): Buffer | null {
  if (heldBytes < count) return null;
  const all = Buffer.concat(held);
  held = [all.subarray(count)];
  heldBytes = all.length - count;
  return all.subarray(0, count);
}

for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  held.push(chunk);
  heldBytes += chunk.length;
  if (wanted === null) {
    wanted = take(4)?.readUInt32BE() ?? null;
    if (wanted !== null) process.stdout.write('ready\n');
  }
  const bytes = wanted === null ? null : take(wanted);
  if (bytes === null) continue;
  wanted = null;
  process.stdout.write(`${JSON.stringify(await inspect(bytes))}\n`);
}
