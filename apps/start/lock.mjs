import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { noteProcess, pause, stillRuns, waitUntil } from './processes.mjs';

/** What a lock file says: { pid, startedAt, children }, or undefined when there is none or it cannot be read. */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Who holds the lock now, or undefined. */
export function lockHolder(path) {
  const note = readLock(path);
  return note !== undefined && stillRuns(note) ? note : undefined;
}

function writeAside(path, note) {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(aside, JSON.stringify(note), { mode: 0o600 });
  return aside;
}

/**
 * Takes a lock that a killed process cannot leave behind for ever: it names its holder by number and time of
 * birth, and one whose holder has ended is taken over.
 * Returns { holder } when somebody else has it, otherwise { previous, keepChild(pid), release() } where
 * `previous` is the note of a holder that was killed.
 */
export function takeLock(path) {
  const note = { ...noteProcess(process.pid), children: [] };
  const draft = writeAside(path, note);
  let previous;
  try {
    for (;;) {
      try {
        linkSync(draft, path); // fails when the name exists: the only step that decides who gets it
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = lockHolder(path);
      if (holder !== undefined) return { holder };
      const stale = `${draft}.stale`;
      try {
        renameSync(path, stale); // of two that see the same stale lock only one can move it away
      } catch (error) {
        if (error.code === 'ENOENT') continue;
        throw error;
      }
      const moved = readLock(stale);
      if (moved !== undefined && stillRuns(moved)) renameSync(stale, path);
      else {
        previous = moved;
        rmSync(stale, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    previous,
    keepChild(pid) {
      note.children.push(noteProcess(pid));
      renameSync(writeAside(path, note), path);
    },
    release() {
      if (readLock(path)?.pid === process.pid) rmSync(path, { force: true });
    },
  };
}

/**
 * Takes the lock as soon as its holder is done, and when the holder was killed, as soon as the programs that it
 * had started are; calls `waiting` once, with the process that is waited for.
 */
export async function waitForLock(path, waiting = () => {}) {
  let told = false;
  const tell = (note) => {
    if (!told) waiting(note);
    told = true;
  };
  for (;;) {
    const lock = takeLock(path);
    if (lock.holder === undefined) {
      const orphans = lock.previous?.children ?? [];
      for (const orphan of orphans) {
        if (stillRuns(orphan)) tell(orphan);
        await waitUntil(() => !stillRuns(orphan), Number.POSITIVE_INFINITY, 100);
      }
      return lock;
    }
    tell(lock.holder);
    await pause(200);
  }
}
