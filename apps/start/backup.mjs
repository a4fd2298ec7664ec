import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, dataFolder, Refusal } from './checkout.mjs';
import { makeDataFolder } from './data-folder.mjs';
import {
  findRunningDatabase,
  hasDatabase,
  removeDatabase,
  restoreDraft,
  startDatabase,
} from './database.mjs';
import { install } from './install.mjs';
import { undoOnInterrupt } from './interrupt.mjs';
import { lockDataFolder } from './portal.mjs';
import { run, whereCalled } from './run.mjs';

const program = (name) => join(checkout, 'apps/api/src', name);

/** The settings of the API's programs on an embedded database; its key lies beside it, where no other was named. */
const settingsFor = (dataDir, url) => ({
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: url,
  DATA_KEY_FILE: process.env.DATA_KEY_FILE || join(dataDir, 'data.key'),
});

/** `npm run backup -- TO`: a copy of the portal, at work or not. Returns the exit code. */
export async function backup(node, args) {
  await install();
  const dataDir = dataFolder();
  const copy = async (args, env) =>
    (await run(node, [program('backup.ts'), ...args], { cwd: whereCalled(), env })).code;
  if (process.env.DATABASE_URL) return copy(args, { ...process.env, DATA_DIR: dataDir });
  if (!hasDatabase(dataDir)) {
    throw new Refusal(
      `There is no portal in ${dataDir}: nothing to back up. Give the command the portal's own DATA_DIR or DATABASE_URL.`,
    );
  }
  const running = findRunningDatabase(dataDir);
  const database = running === undefined ? await startDatabase({ dataDir, log: console.log }) : undefined;
  try {
    return await copy([...args, '--with-key'], settingsFor(dataDir, running ?? database.url));
  } finally {
    await database?.stop();
  }
}

/** What a folder holds beside the locks of starts and what a file system puts into its own root. */
const contentOf = (dataDir) =>
  readdirSync(dataDir).filter((name) => name !== 'lost+found' && !/^(portal|postgres)\.lock/.test(name));

/** What is put in place last: before that, a start finds no database and says why. */
const lastToCome = new Set(['postgres', 'postgres-is-in']);

/** `npm run restore -- FROM`: a portal out of a backup, where there is none. Returns the exit code. */
export async function restore(node, args) {
  await install();
  const fill = async (args, env) =>
    (await run(node, [program('restore.ts'), ...args], { cwd: whereCalled(), env })).code;
  const dataDir = dataFolder();
  makeDataFolder(dataDir);
  if (process.env.DATABASE_URL) return fill(args, { ...process.env, DATA_DIR: dataDir });
  const lock = await lockDataFolder();
  undoOnInterrupt(() => lock.release());
  const draft = join(dataDir, `${restoreDraft}${randomBytes(4).toString('hex')}`);
  const clear = () => {
    removeDatabase(draft);
    rmSync(draft, { recursive: true, force: true });
  };
  try {
    const [found] = contentOf(dataDir);
    if (found !== undefined) {
      throw new Refusal(
        `${dataDir} is not empty (it holds ${found}). Nothing was changed. A backup is restored into an empty folder: set DATA_DIR to one.`,
      );
    }
    mkdirSync(draft, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    undoOnInterrupt(clear);
    const database = await startDatabase({ dataDir: draft, log: console.log });
    let code;
    try {
      code = await fill([...args, '--with-key'], {
        ...settingsFor(draft, database.url),
        DATA_KEY_FILE: join(draft, 'data.key'),
      });
    } finally {
      await database.stop();
      await database.exited;
    }
    if (code === 0) {
      const names = contentOf(draft).sort((a, b) => Number(lastToCome.has(a)) - Number(lastToCome.has(b)));
      for (const name of names) renameSync(join(draft, name), join(dataDir, name));
      rmSync(draft, { recursive: true, force: true });
      const again = process.env.DATA_DIR ? ' Set DATA_DIR to this folder when you start it.' : '';
      console.log(`It is in ${dataDir}.${again}`);
    }
    return code;
  } finally {
    clear();
    lock.release();
  }
}
