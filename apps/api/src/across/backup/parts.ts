import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Stopped } from './manifest.ts';

interface Met {
  sha256: string;
  sizeBytes: number;
}

export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Lets everything pass, and tells its checksum and size to `done` at the end. */
function metered(done: (met: Met) => void): Transform {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      next(null, chunk);
    },
    flush(next) {
      try {
        done({ sha256: hash.digest('hex'), sizeBytes });
        next();
      } catch (error) {
        next(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}

/** A file that must not be there yet; it ends when everything is on the disk. */
export const newFile = (path: string): Writable =>
  createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true });

/** Writes a new file, through to the disk. Gives its checksum and size. */
export async function writePart(
  path: string,
  source: Readable,
  { through = [], signal }: { through?: readonly Transform[]; signal: AbortSignal },
): Promise<Met> {
  let met: Met = { sha256: '', sizeBytes: 0 };
  const meter = metered((found) => {
    met = found;
  });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline([source, ...through, meter, newFile(path)], { signal });
  return met;
}

/**
 * Reads a part of a backup to its end into `into`, and stops where its checksum is not the one that was noted. Gives
 * its size.
 */
export async function readPart(
  folder: string,
  part: string,
  sums: ReadonlyMap<string, string>,
  into: readonly [...Transform[], Writable],
  signal: AbortSignal,
): Promise<number> {
  const damaged = (why: string) =>
    new Stopped(`The backup in ${folder} is damaged: ${part} ${why}. Nothing of it was put in place.`);
  let readBytes = 0;
  const meter = metered(({ sha256, sizeBytes }) => {
    if (sha256 !== sums.get(part)) throw damaged('is not as it was written');
    readBytes = sizeBytes;
  });
  try {
    await pipeline([createReadStream(join(folder, part)), meter, ...into], { signal });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') throw damaged('is missing');
    if (typeof code === 'string' && code.startsWith('Z_')) throw damaged('cannot be read');
    throw error;
  }
  return readBytes;
}

/** A sentence for what the disk refuses; other errors as they are. */
export function stoppedByDisk(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Stopped(
      `There is no room left for ${folder}. What was begun is removed. Make room, and try again.`,
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Stopped(`This account may not write to ${folder}.`);
  }
  return error;
}

/** Says at most every few seconds how far something is. */
export function progressOf(report: (line: string) => void, everyMs = 5_000): (line: () => string) => void {
  let lastMs = performance.now();
  return (line) => {
    if (performance.now() - lastMs < everyMs) return;
    lastMs = performance.now();
    report(line());
  };
}

export const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
