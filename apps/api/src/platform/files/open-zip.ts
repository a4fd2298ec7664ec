import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

export interface ZipLimits {
  maxEntries: number;
  /** Of all files together, unpacked. */
  maxBytes: number;
}

export interface ZippedFile {
  /** Relative, separated by slashes. */
  path: string;
  sizeBytes: number;
  /** Unpacks the file; fails with a `ZipFault` if the content is not as long as declared, or damaged. */
  open: () => Readable;
}

type ZipFaultCode = 'damaged' | 'encrypted' | 'method' | 'entries' | 'size' | 'path' | 'twice';

/** A zip that cannot be read, and the path of the file that is the reason, if there is one. */
export class ZipFault extends Error {
  override name = 'ZipFault';
  readonly code: ZipFaultCode;
  readonly path: string;
  constructor(code: ZipFaultCode, path = '') {
    super(`the zip cannot be read: ${code}`);
    this.code = code;
    this.path = path;
  }
}

/** The letters of the bytes from 128 on, in names that are not UTF-8 (code page 437). */
const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a name. Some programs write UTF-8 without saying so. */
function nameOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : (cp437[byte - 128] ?? ''),
    ).join('');
  }
}

const longestNameBytes = 255;

/** Whether a path stays inside the folder to which it is relative, and each part can be the name of a file. */
const isInside = (path: string): boolean =>
  !path.includes('\0') &&
  !/^[a-z]:/i.test(path) &&
  path
    .replace(/\/$/, '')
    .split('/')
    .every(
      (part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= longestNameBytes,
    );

interface Entry {
  path: string;
  packedBytes: number;
  sizeBytes: number;
  crc: number;
  isPacked: boolean;
  /** Place of the header before the content. */
  at: number;
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new ZipFault('damaged');
  return buffer;
}

const signatures = {
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  central: 0x02014b50,
  local: 0x04034b50,
};
const endBytes = 22;
const locatorBytes = 20;
const localBytes = 30;
const in64 = 0xffffffff;

/** Finds the list of entries, from the end of the file. */
async function findList(handle: FileHandle): Promise<{ count: number; at: number; length: number }> {
  const { size } = await handle.stat();
  const tailBytes = Math.min(size, endBytes + locatorBytes + 0xffff);
  const tail = await readAt(handle, size - tailBytes, tailBytes);
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== signatures.end) continue;
    if (tail.readUInt16LE(at + 20) !== tail.length - at - endBytes) continue;
    const locator = at - locatorBytes;
    if (locator < 0 || tail.readUInt32LE(locator) !== signatures.locator64)
      return {
        count: tail.readUInt16LE(at + 10),
        length: tail.readUInt32LE(at + 12),
        at: tail.readUInt32LE(at + 16),
      };
    const end64 = await readAt(handle, Number(tail.readBigUInt64LE(locator + 8)), 56);
    if (end64.readUInt32LE(0) !== signatures.end64) break;
    const [count, length, from] = [32, 40, 48].map((offset) => Number(end64.readBigUInt64LE(offset)));
    return { count: count ?? 0, length: length ?? 0, at: from ?? 0 };
  }
  throw new ZipFault('damaged');
}

/** The values of an entry that do not fit into 32 bits, from its extra field. */
function largeValues(extra: Buffer, values: number[]): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return values.map((value) => {
      if (value !== in64) return value;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return values;
}

const unix = 3;
const isLink = (madeBy: number, attributes: number): boolean =>
  madeBy >> 8 === unix && ((attributes >>> 16) & 0o170000) === 0o120000;

/** Reads the entry at a place of the list; null for folders and links. */
function readEntry(list: Buffer, at: number): { entry: Entry | null; next: number } {
  if (list.readUInt32LE(at) !== signatures.central) throw new ZipFault('damaged');
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => list.readUInt16LE(at + offset));
  const nameEnd = at + 46 + (nameBytes ?? 0);
  const extraEnd = nameEnd + (extraBytes ?? 0);
  const next = extraEnd + (commentBytes ?? 0);
  if (next > list.length) throw new ZipFault('damaged');
  const path = nameOf(list.subarray(at + 46, nameEnd)).replaceAll('\\', '/');
  if (!isInside(path)) throw new ZipFault('path', path);
  if (path.endsWith('/') || isLink(list.readUInt16LE(at + 4), list.readUInt32LE(at + 38)))
    return { entry: null, next };
  if ((list.readUInt16LE(at + 8) & 1) === 1) throw new ZipFault('encrypted', path);
  const method = list.readUInt16LE(at + 10);
  if (method !== 0 && method !== 8) throw new ZipFault('method', path);
  const [sizeBytes = 0, packedBytes = 0, place = 0] = largeValues(list.subarray(nameEnd, extraEnd), [
    list.readUInt32LE(at + 24),
    list.readUInt32LE(at + 20),
    list.readUInt32LE(at + 42),
  ]);
  const crc = list.readUInt32LE(at + 16);
  return { entry: { path, packedBytes, sizeBytes, crc, isPacked: method === 8, at: place }, next };
}

/** The content of an entry, which ends at the first byte too many. */
async function* contentOf(zipPath: string, entry: Entry): AsyncGenerator<Buffer> {
  const { path, at, packedBytes, sizeBytes, crc, isPacked } = entry;
  const handle = await open(zipPath);
  let start: number;
  try {
    const header = await readAt(handle, at, localBytes);
    if (header.readUInt32LE(0) !== signatures.local) throw new ZipFault('damaged', path);
    start = at + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await handle.close();
  }
  let bytes = 0;
  let sum = 0;
  if (packedBytes > 0) {
    const packed = createReadStream(zipPath, { start, end: start + packedBytes - 1 });
    const plain = isPacked ? packed.pipe(createInflateRaw()) : packed;
    packed.on('error', (error) => plain.destroy(error));
    try {
      for await (const chunk of plain as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > sizeBytes) throw new ZipFault('damaged', path);
        sum = crc32(chunk, sum);
        yield chunk;
      }
    } catch (error) {
      // Zlib says so if the content is no deflated one.
      if (error instanceof Error && /^Z_/.test((error as NodeJS.ErrnoException).code ?? ''))
        throw new ZipFault('damaged', path);
      throw error;
    } finally {
      packed.destroy();
    }
  }
  if (bytes !== sizeBytes || sum !== crc) throw new ZipFault('damaged', path);
}

/** A list of entries is refused before it fills the memory. */
const bytesOfEntry = 1_024;

/**
 * Reads the list of the files in a zip on the disk: the whole list is checked before a file is unpacked. Nothing is written.
 * Links and folders are left out. A zip is refused with a `ZipFault` if it has more or larger files than allowed, a path
 * that leads outside or occurs twice, or a file that is encrypted or packed in another way than deflate.
 */
export async function openZip(zipPath: string, { maxEntries, maxBytes }: ZipLimits): Promise<ZippedFile[]> {
  const handle = await open(zipPath);
  try {
    const { count, at, length } = await findList(handle);
    if (count > maxEntries || length > maxEntries * bytesOfEntry) throw new ZipFault('entries');
    const list = await readAt(handle, at, length);
    const entries = new Map<string, Entry>();
    let total = 0;
    let place = 0;
    for (let nth = 0; nth < count; nth += 1) {
      const { entry, next } = readEntry(list, place);
      place = next;
      if (entry === null) continue;
      if (entries.has(entry.path)) throw new ZipFault('twice', entry.path);
      total += entry.sizeBytes;
      if (total > maxBytes) throw new ZipFault('size');
      entries.set(entry.path, entry);
    }
    return [...entries.values()].map((entry) => ({
      path: entry.path,
      sizeBytes: entry.sizeBytes,
      open: () => Readable.from(contentOf(zipPath, entry), { objectMode: false }),
    }));
  } catch (error) {
    // A number that leads out of what was read.
    if (error instanceof RangeError) throw new ZipFault('damaged');
    throw error;
  } finally {
    await handle.close();
  }
}
