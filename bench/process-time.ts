import { readFileSync } from 'node:fs';
import { commandOf, descendantsOf } from './process-memory.ts';

/** Time that processes had on a processor, in milliseconds. */
export interface ProcessTime {
  api: number;
  database: number;
}

const tickMs = 10;

/** User and system time of a process; of those that it started and that have ended, with `ended`. */
function timeOf(pid: number, ended: boolean): number {
  try {
    // Behind the name, which may hold anything: state is field 3, utime 14, stime 15, then those of ended children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = (at: number): number => Number(fields[at - 3] ?? 0);
    return tickMs * (ticks(14) + ticks(15) + (ended ? ticks(16) + ticks(17) : 0));
  } catch {
    // Ended meanwhile.
    return 0;
  }
}

/** What an API below a process and a database below its first process have used until now; zeros where the system is not Linux. */
export function processTime(apiRoot: number, databaseRoot: number): ProcessTime {
  const api = descendantsOf(apiRoot).filter((pid) => /apps\/api\/src\/|api-bound/.test(commandOf(pid)));
  const sum = (pids: readonly number[], ended: number): number =>
    pids.reduce((all, pid) => all + timeOf(pid, pid === ended), 0);
  return { api: sum(api, apiRoot), database: sum(descendantsOf(databaseRoot), databaseRoot) };
}

/** The first process of the database, of which one of its connections has this number. */
export const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
