import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from './error-code.ts';
import { type Files, FilesUnavailable } from './files.ts';

/** A file as it came in, on its way into the storage. */
export interface Incoming {
  path: string;
  /** Its first kilobyte. */
  head: Buffer;
  sizeBytes: number;
  sha256: Buffer;
}

const headBytes = 1_024;

/** What a disk says that takes no more, or nothing at all. */
const diskFaults = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ESTALE',
]);

/** A fault of the disk as what it is to everybody else; anything else stays a bug. */
export function asFilesUnavailable(error: unknown): unknown {
  return diskFaults.has(errorCode(error) ?? '')
    ? new FilesUnavailable(`the disk does not take files: ${errorCode(error)}`, { cause: error })
    : error;
}

/**
 * Receives files in a folder of this machine, in whole, before `store` makes them durable under a key: what breaks off
 * leaves nothing, and what is looked into lies on a disk.
 */
export function receiving(
  folder: string,
  store: (file: Incoming) => Promise<string>,
): Pick<Files, 'receive' | 'put' | 'sweep'> {
  async function write(source: Readable, limitBytes: number): Promise<Incoming | null> {
    const path = join(folder, randomUUID());
    const create = () => open(path, 'wx', 0o600);
    const handle = await create()
      .catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return create();
      })
      .catch((error: unknown) => {
        source.destroy();
        throw asFilesUnavailable(error);
      });
    const hash = createHash('sha256');
    let head: Buffer = Buffer.alloc(0);
    let sizeBytes = 0;
    let whole = false;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        sizeBytes += chunk.length;
        if (sizeBytes > limitBytes) return null;
        if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
        hash.update(chunk);
        // Unlike write, it goes on until all is written or fails.
        await handle.appendFile(chunk);
      }
      await handle.sync();
      whole = true;
    } catch (error) {
      throw asFilesUnavailable(error);
    } finally {
      await handle.close();
      if (!whole) await rm(path, { force: true });
    }
    return { path, head, sizeBytes, sha256: hash.digest() };
  }

  const receive: Files['receive'] = async (source, limitBytes) => {
    const file = await write(source, limitBytes);
    if (file === null) return { ok: false, reason: 'too_large' };
    const discard = () => rm(file.path, { force: true });
    const keep = async () => {
      try {
        return await store(file);
      } finally {
        // It lies in the storage by now, or its sender has to send it once more.
        await discard();
      }
    };
    return {
      ok: true,
      file: { head: file.head, sizeBytes: file.sizeBytes, sha256: file.sha256, keep, discard },
    };
  };

  return {
    receive,

    async put(bytes) {
      const received = await receive(Readable.from([Buffer.from(bytes)]), bytes.length);
      if (!received.ok) throw new Error('bytes at hand cannot outgrow themselves');
      const { sizeBytes, sha256 } = received.file;
      return { key: await received.file.keep(), sizeBytes, sha256 };
    },

    async sweep(beforeMs) {
      const names = await readdir(folder).catch(() => []);
      let count = 0;
      for (const name of names) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => null);
        if (found === null || found.mtimeMs >= beforeMs) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
}
