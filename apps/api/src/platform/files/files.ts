import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** A file that came in whole and is not yet kept. Exactly one of keep and discard must be called. */
export interface ReceivedFile {
  /** Where it lies now, to be looked into. */
  path: string;
  sizeBytes: number;
  sha256: Buffer;
  /** Makes it durable under a new key. Only then may a row name it. */
  keep: () => Promise<string>;
  discard: () => Promise<void>;
}

/** The storage of uploaded files. Keys are ours; a name that a user gave never reaches the disk. */
export interface Files {
  /** Streams to a temporary file; too_large as soon as one byte too many came, and then nothing is left. */
  receive: (
    source: Readable,
    limitBytes: number,
  ) => Promise<{ ok: true; file: ReceivedFile } | { ok: false; reason: 'too_large' }>;
  /** Stores bytes that are at hand. */
  put: (bytes: Uint8Array) => Promise<{ key: string; sizeBytes: number; sha256: Buffer }>;
  /** null when there is no such file. */
  open: (key: string) => Promise<{ stream: Readable; sizeBytes: number } | null>;
  /** Removing what is not there is no fault. */
  remove: (key: string) => Promise<void>;
  /** Removes what was left half received before the given time (epoch milliseconds). Returns how many. */
  sweep: (beforeMs: number) => Promise<number>;
}

const keyPattern = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/;

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Files on the local disk below `root`. */
export function localFiles(root: string): Files {
  const incoming = join(root, 'incoming');
  const pathOf = (key: string): string => {
    if (!keyPattern.test(key)) throw new Error('a storage key has an unknown form');
    return join(root, key);
  };

  async function keep(path: string): Promise<string> {
    const id = randomUUID();
    const key = `${id.slice(0, 2)}/${id}`;
    const folder = join(root, id.slice(0, 2));
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(path, pathOf(key));
    // The rename itself must survive a power cut too, and so must a new folder.
    await syncFolder(folder);
    if (made !== undefined) await syncFolder(root);
    return key;
  }

  const files: Files = {
    async receive(source, limitBytes) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const path = join(incoming, randomUUID());
      const handle = await open(path, 'wx', 0o600);
      const hash = createHash('sha256');
      let sizeBytes = 0;
      let whole = false;
      try {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          sizeBytes += chunk.length;
          if (sizeBytes > limitBytes) return { ok: false, reason: 'too_large' };
          hash.update(chunk);
          // Unlike write, it goes on until all is written or fails.
          await handle.appendFile(chunk);
        }
        await handle.sync();
        whole = true;
      } finally {
        await handle.close();
        if (!whole) await rm(path, { force: true });
      }
      return {
        ok: true,
        file: {
          path,
          sizeBytes,
          sha256: hash.digest(),
          keep: () => keep(path),
          discard: () => rm(path, { force: true }),
        },
      };
    },

    async put(bytes) {
      const received = await files.receive(Readable.from([Buffer.from(bytes)]), bytes.length);
      if (!received.ok) throw new Error('bytes at hand cannot outgrow themselves');
      const { sizeBytes, sha256 } = received.file;
      return { key: await received.file.keep(), sizeBytes, sha256 };
    },

    async open(key) {
      // Held open from here on: whoever removes it now does not break the reading.
      const handle = await open(pathOf(key), 'r').catch(() => null);
      if (handle === null) return null;
      return { stream: handle.createReadStream(), sizeBytes: (await handle.stat()).size };
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async sweep(beforeMs) {
      const names = await readdir(incoming).catch(() => []);
      let count = 0;
      for (const name of names) {
        const path = join(incoming, name);
        const found = await stat(path).catch(() => null);
        if (found === null || found.mtimeMs >= beforeMs) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
  return files;
}
