import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Megabytes (of a million bytes), as PSS: a page that several processes use counts in parts. */
export interface Memory {
  npm: number;
  launcher: number;
  api: number;
  /** The processes that look into PDFs. */
  checks: number;
  postgres: number;
  /** How many processes the database has. */
  postgresProcesses: number;
  /** Launcher, API, checks and database: the portal. */
  portal: number;
}

/** Only Linux tells what processes use. */
export const canMeasure = existsSync('/proc/self/smaps_rollup');

function childrenOf(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // Behind the name, which may hold anything: state, parent.
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // Ended meanwhile.
    }
  }
  return children;
}

/** A process and all that it started, as far as they still run. */
export function descendantsOf(root: number): number[] {
  const children = childrenOf();
  const found: number[] = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    waiting.push(...(children.get(pid) ?? []));
    found.push(pid);
  }
  return found;
}

/** How a process was started; empty when it has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

type Part = 'npm' | 'launcher' | 'api' | 'checks' | 'postgres';

function partOf(pid: number): Part {
  const command = commandOf(pid);
  if (/(read|write-clean)-pdf\.ts/.test(command)) return 'checks';
  if (/apps\/api\/src\//.test(command)) return 'api';
  if (/postgres/.test(command)) return 'postgres';
  if (/^\S*node\S* (\S+ )*apps\/start\/main\.mjs start/.test(command)) return 'launcher';
  return 'npm';
}

/** The memory of a process and of all that it started; null where the system is not Linux and does not tell. */
export function measureMemory(root: number): Memory | null {
  if (!canMeasure) return null;
  const memory: Memory = {
    npm: 0,
    launcher: 0,
    api: 0,
    checks: 0,
    postgres: 0,
    postgresProcesses: 0,
    portal: 0,
  };
  for (const pid of descendantsOf(root)) {
    try {
      const part = partOf(pid);
      const kilobytes = Number(
        /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1],
      );
      memory[part] += (kilobytes * 1024) / 1e6;
      if (part === 'postgres') memory.postgresProcesses += 1;
    } catch {
      // A process that ended meanwhile takes nothing.
    }
  }
  memory.portal = memory.launcher + memory.api + memory.checks + memory.postgres;
  if (memory.launcher === 0 || memory.api === 0 || memory.postgres === 0)
    throw new Error('The memory of a part of the portal could not be read.');
  return memory;
}
