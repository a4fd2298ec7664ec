import { randomBytes } from 'node:crypto';
import {
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isFromHere, noteProcess, pause, stillRuns, waitUntil } from './processes.mjs';

/** How often a holder touches its lock, for those who cannot see its process: in another container, on another machine. */
const beatMs = 2000;
/** A lock that nobody touched for so long belongs to nobody: by then all that its holder had started has ended, too. */
export const silentMs = 20_000;

/** What a lock file says: { pid, startedAt, where, children }, or undefined when it is gone or cannot be read. */
function readNote(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isHeld(path, note) {
  if (note === undefined) return false;
  if (isFromHere(note)) return stillRuns(note);
  const touchedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return touchedAt !== undefined && Date.now() - touchedAt < silentMs;
}

/**
 * The claims on a lock, in the order of their numbers. The first is the file itself; whoever takes a dead one over adds
 * the next number, because of all that see it dead only one can make that name, and nobody ever removes a live one.
 */
function claimsOn(path) {
  const folder = dirname(path);
  const first = basename(path);
  let names;
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter(
      (name) =>
        name === first || (name.startsWith(`${first}.`) && /^\d+$/.test(name.slice(first.length + 1))),
    )
    .map((name) => ({ path: join(folder, name), number: Number(name.slice(first.length + 1)) || 0 }))
    .map((claim) => ({ ...claim, note: readNote(claim.path) }))
    .sort((a, b) => a.number - b.number);
}

const claimAt = (path, number) => (number === 0 ? path : `${path}.${number}`);

/** Who holds the lock now, or undefined; `isElsewhere` when it is a process that cannot be seen from here. */
export function lockHolder(path) {
  const claim = claimsOn(path).findLast(({ path, note }) => isHeld(path, note));
  return claim && { ...claim.note, isElsewhere: !isFromHere(claim.note) };
}

/** In words, for the sentence of a refusal. */
export const nameHolder = ({ pid, isElsewhere }) =>
  isElsewhere ? 'in another container or on another machine' : `process ${pid}`;

function writeAside(path, note) {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(aside, JSON.stringify(note), { mode: 0o600 });
  return aside;
}

/** Puts a finished note in its place; false when somebody else has the name. */
function claim(aside, path) {
  try {
    linkSync(aside, path); // the note is there whole, and only once
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Waits without letting anything else run: the two who were in each other's way must not meet again. */
const sleepSync = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Takes a lock that a killed process cannot leave behind for ever: it names its holder by number and time of birth, and
 * where those mean nothing (another container, another boot, another machine) it is known by being touched. One whose
 * holder has ended is taken over.
 * Returns { holder } when somebody else has it, otherwise { previous, keepChild(pid), release() } where `previous` is
 * the note of a holder that was killed. `lost` is called when it has been taken from this process: it slept for so long
 * that others held it for dead.
 */
export function takeLock(path, { lost = () => {} } = {}) {
  const note = { ...noteProcess(process.pid), children: [] };
  const aside = writeAside(path, note);
  let own;
  let previous;
  try {
    while (own === undefined) {
      const holder = lockHolder(path);
      if (holder !== undefined) return { holder };
      const dead = claimsOn(path);
      const at = claimAt(path, dead.length === 0 ? 0 : dead.at(-1).number + 1);
      if (!claim(aside, at)) continue;
      // A list may be read while its names change: whoever claimed first sees us now, or we see them.
      if (claimsOn(path).some((other) => other.path !== at && isHeld(other.path, other.note))) {
        rmSync(at, { force: true });
        sleepSync(1 + Math.random() * 20);
        continue;
      }
      own = at;
      previous = dead.at(-1)?.note;
      for (const { path: left } of dead) rmSync(left, { force: true });
    }
  } finally {
    rmSync(aside, { force: true });
  }
  const isOwn = () => {
    const found = readNote(own);
    return (
      found !== undefined && found.pid === note.pid && found.startedAt === note.startedAt && isFromHere(found)
    );
  };
  const beat = setInterval(() => {
    try {
      const now = new Date();
      if (isOwn()) return utimesSync(own, now, now);
    } catch {
      // Judged below, as if it were gone.
    }
    // Without a file there is nobody who took it: its folder was removed, or cannot be read for a moment.
    if (lockHolder(path) === undefined) return;
    clearInterval(beat);
    lost();
  }, beatMs);
  beat.unref();
  return {
    previous,
    keepChild(pid) {
      note.children.push(noteProcess(pid));
      renameSync(writeAside(path, note), own);
    },
    release() {
      clearInterval(beat);
      if (isOwn()) rmSync(own, { force: true });
    },
  };
}

/**
 * Takes the lock as soon as its holder is done, and when the holder was killed, as soon as the programs that it
 * had started are; calls `waiting` once, with the process that is waited for.
 */
export async function waitForLock(path, waiting = () => {}) {
  let announced = false;
  const tell = (note) => {
    if (!announced) waiting(note);
    announced = true;
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
