import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const onLinux = process.platform === 'linux';

function ps(...args) {
  try {
    return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** The fields of /proc/PID/stat after the name; the name may hold spaces and brackets. */
function linuxStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * When a process began, as text that is only good for comparing; undefined when there is no such process.
 * A number alone is not enough to know a process again: numbers are given out again, after a restart of a
 * container even the very same ones.
 */
export function processStart(pid) {
  if (onLinux) {
    const stat = linuxStat(pid);
    return stat === undefined || stat[0] === 'Z' ? undefined : stat[19];
  }
  return ps('-o', 'lstart=', '-p', String(pid)) || undefined;
}

/**
 * Where numbers of processes mean what they mean here: this boot of the machine and, in containers, this space of
 * numbers. '' where the system has no such thing.
 */
export const here = onLinux
  ? `${readOr('/proc/sys/kernel/random/boot_id')} ${linkOr('/proc/self/ns/pid')}`
  : '';

function readOr(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function linkOr(path) {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Whether the number of a noted process means here what it meant where it was noted. */
export const isFromHere = (noted) => noted.where === undefined || noted.where === here;

/** Whether the process that was noted as { pid, startedAt, where } still runs; false for one that cannot be seen. */
export function stillRuns(noted) {
  return isFromHere(noted) && noted.startedAt !== undefined && processStart(noted.pid) === noted.startedAt;
}

/** A note by which a process can be known again later. */
export function noteProcess(pid) {
  return { pid, startedAt: processStart(pid), where: here };
}

/** The parent of a process, or undefined. */
export function parentOf(pid) {
  const text = onLinux ? linuxStat(pid)?.[1] : ps('-o', 'ppid=', '-p', String(pid));
  const parent = Number(text);
  return Number.isInteger(parent) && parent > 0 ? parent : undefined;
}

/**
 * The numbers of all PostgreSQL processes that work in a data directory: the server and its children.
 * PostgreSQL makes the data directory its working directory, so this finds them even when postmaster.pid
 * has been deleted, and is not deceived by a number that another program has been given since.
 */
export function serversIn(directory) {
  if (!onLinux) {
    return ps('-axo', 'pid=,command=')
      .split('\n')
      .filter((line) => line.includes('postgres') && line.includes(`-D ${directory} `))
      .map((line) => Number.parseInt(line, 10));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === directory &&
          basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
        );
      } catch {
        return false; // ended meanwhile, or belongs to somebody whose data directory this cannot be
      }
    })
    .map(Number);
}

/** Sends a signal; a process that has ended already is no failure. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks every few milliseconds until `holds()` is true; false when `limitMs` has passed. */
export async function waitUntil(holds, limitMs, everyMs = 20) {
  for (const end = Date.now() + limitMs; Date.now() < end; await pause(everyMs)) {
    if (holds()) return true;
  }
  return holds();
}
