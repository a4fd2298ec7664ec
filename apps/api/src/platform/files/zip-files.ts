import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Files } from './files.ts';

/** A file of the storage as it goes into an archive. */
export interface FileToZip {
  key: string;
  filename: string;
}

/** What no file system takes in a name, what shows a name otherwise than it is, and what would leave the folder. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
/** Names that Windows keeps for itself, with any ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxLetters = 150;

/** A name that can be unpacked anywhere and says what it is; nothing in it leads out of its folder. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unsafe, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const ending = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? '';
  const stem = [...plain.slice(0, plain.length - ending.length)].slice(0, maxLetters).join('');
  const short = stem + ending;
  if (short === '') return 'file';
  return reserved.test(short) ? `_${short}` : short;
}

/** Safe names, each once, also where capitals do not count: `plan.pdf`, `plan (2).pdf`. */
export function namesInZip(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = safeName(name);
    const [, stem = safe, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(safe) ?? [];
    let free = safe;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/**
 * Files of the storage as one archive, made as it is read: one file open at a time, nothing whole in memory, beyond 4 GB
 * as ZIP64. A file that is missing is left out, and `tellMissing` says so in a text file, or null for none. Fails before
 * the first byte where the storage is away. Whoever stops reading leaves nothing open; where a file breaks off, so does
 * the archive, and nobody takes it for whole.
 */
export async function zipFiles(
  files: Pick<Files, 'open'>,
  entries: readonly FileToZip[],
  {
    mtime,
    tellMissing,
  }: { mtime: Date; tellMissing: (names: readonly string[]) => { filename: string; text: string } | null },
): Promise<Readable> {
  const zip = new ZipFile();
  // What @types/yazl calls a stream is the PassThrough of Node.
  const stream = zip.outputStream as PassThrough;
  const names = namesInZip(entries.map(({ filename }) => filename));
  const missing: string[] = [];
  const openAt = async (at: number) => {
    const entry = entries[at];
    return entry === undefined ? null : files.open(entry.key);
  };
  const first = await openAt(0);

  async function fill(): Promise<void> {
    for (const [at, name] of names.entries()) {
      const file = at === 0 ? first : await openAt(at);
      if (file === null) {
        missing.push(name);
        continue;
      }
      const letGo = () => file.stream.destroy();
      // Whoever asked may have gone while it was opened.
      if (stream.destroyed) return void letGo();
      stream.once('close', letGo);
      // What people hand in is compressed already.
      zip.addReadStream(file.stream, name, { mtime, compress: false, size: file.sizeBytes });
      await finished(file.stream);
      stream.off('close', letGo);
    }
    const told = missing.length === 0 ? null : tellMissing(missing);
    if (told !== null) zip.addBuffer(Buffer.from(told.text), safeName(told.filename), { mtime });
    zip.end();
  }

  zip.on('error', (error: Error) => stream.destroy(error));
  fill().catch((error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  return stream;
}
