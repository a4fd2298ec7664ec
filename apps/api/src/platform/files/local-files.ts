import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';
import { type Files, isKey, newKey, theKey } from './files.ts';
import { makeFolder } from './make-folder.ts';
import { asFilesUnavailable, receiving } from './receive.ts';

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** What is asked for, null where it is not there. */
async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw asFilesUnavailable(error);
  }
}

/** Files on the local disk below `root`. */
export function localFiles(root: string): Files {
  const incoming = join(root, 'incoming');
  const markPath = join(root, 'owner');
  const pathOf = (key: string): string => join(root, theKey(key));

  async function store({ path }: { path: string }): Promise<string> {
    const key = newKey();
    const folder = join(root, key.slice(0, 2));
    try {
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(path, pathOf(key));
      // The rename itself must survive a power cut too, and so must a new folder.
      await syncFolder(folder);
      if (made !== undefined) await syncFolder(root);
      return key;
    } catch (error) {
      throw asFilesUnavailable(error);
    }
  }

  return {
    ...receiving(incoming, store),

    async open(key) {
      // Held open from here on: whoever removes it now does not break the reading.
      const handle = await unlessMissing(open(pathOf(key), 'r'));
      if (handle === null) return null;
      try {
        const { size } = await handle.stat();
        return { stream: handle.createReadStream(), sizeBytes: size };
      } catch (error) {
        await handle.close();
        throw asFilesUnavailable(error);
      }
    },

    async remove(key) {
      await unlessMissing(rm(pathOf(key), { force: true }));
    },

    async list(folder) {
      const names = (await unlessMissing(readdir(join(root, folder)))) ?? [];
      const keys = names.map((name) => `${folder}/${name}`).filter(isKey);
      return keys.map((key) => ({
        key,
        keptAt: async () => (await unlessMissing(stat(pathOf(key))))?.mtime ?? null,
      }));
    },

    async mark(owner) {
      try {
        await mkdir(root, { recursive: true, mode: 0o700 });
        await writeFile(markPath, owner, { flag: 'wx', mode: 0o600 });
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw asFilesUnavailable(error);
      }
      return (await readFile(markPath, 'utf8')).trim();
    },

    async check() {
      const probe = join(root, 'probe');
      try {
        makeFolder(root);
        await writeFile(probe, '', { mode: 0o600 });
        await rm(probe, { force: true });
        return { ok: true };
      } catch (error) {
        const full = errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT';
        const sentence = `No file can be written below ${root}: ${error instanceof Error ? error.message : error}.`;
        return { ok: false, passes: full, sentence };
      }
    },
  };
}
