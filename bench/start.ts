import { dataFolder, startBare, startPortal } from './portal.ts';
import { processTime } from './process-time.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const starts = 9;
const bound = 1.5;
const npmStarts = 3;
const npmBound = 5;

interface Start {
  seconds: number;
  /** On a processor until then, of all processes: zero where the system is not Linux. */
  processor: number;
}

const median = (of: readonly number[]): number =>
  quantile(
    of.toSorted((a, b) => a - b),
    0.5,
  );
const formatted = (times: readonly number[]): string => times.map((time) => time.toFixed(2)).join(', ');

/** A start that first builds pages, because somebody changes sources while the bench runs, is none of them. */
async function warmStarts(count: number, start: () => ReturnType<typeof startPortal>): Promise<Start[]> {
  const found: Start[] = [];
  for (let tries = 0; found.length < count; tries++) {
    if (tries > 3 * count) throw new Error('The sources change all the time: no start was without a build.');
    const portal = await start();
    // Everything below the launcher, the database among it.
    const { database: processor } = processTime(portal.pid, portal.pid);
    await portal.stop();
    if (!portal.hasBuilt) found.push({ seconds: portal.startedInMs / 1000, processor: processor / 1000 });
  }
  return found;
}

/** How long a start takes where everything is there: installed, built, a database with the demonstration. */
export async function run(): Promise<Row[]> {
  const folder = dataFolder();
  const dataDir = folder.path;
  try {
    await (await startPortal({ dataDir, by: 'launcher' })).stop();
    const [launched, bare, byNpm] = [
      await warmStarts(starts, () => startPortal({ dataDir, by: 'launcher' })),
      await warmStarts(starts, () => startBare(dataDir)),
      await warmStarts(npmStarts, () => startPortal({ dataDir, by: 'npm' })),
    ];
    const row = (by: string, of: readonly Start[], limit: number, peers: string): Row => {
      const times = of.map(({ seconds }) => seconds);
      return {
        figure: `warm start by ${by} to the first answer, median of ${of.length}`,
        bound: `under ${limit} s`,
        measured: `${median(times).toFixed(2)} s (${formatted(times)})`,
        kept: median(times) < limit,
        peers,
      };
    };
    const least = median(bare.map(({ seconds }) => seconds));
    return [
      row('the launcher', launched, bound, `a bare server with the same database ${least.toFixed(2)} s`),
      row('npm start', byNpm, npmBound, ''),
      {
        figure: 'time on a processor until the first answer, median',
        bound: '',
        measured: `${median(launched.map(({ processor }) => processor)).toFixed(2)} s`,
        kept: null,
        peers: `a bare server ${median(bare.map(({ processor }) => processor)).toFixed(2)} s`,
      },
    ];
  } finally {
    folder.remove();
  }
}
