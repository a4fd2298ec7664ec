import { resolve } from 'node:path';
import { hashDatabase } from './across/world/hash.ts';
import { loadWorldFile } from './across/world/load.ts';
import { whyOtherMode } from './features/demo/demonstration.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run world -- load FILE [--now 2026-11-21T12:00:00Z]   loads a world into an empty database
  npm run world -- hash                                     prints a hash over the content of all tables`;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

type Asked = { do: 'load'; file: string; now: Date | null } | { do: 'hash' };

function asked(args: readonly string[]): Asked | null {
  const [command, file, flag, at, ...rest] = args;
  if (command === 'hash' && file === undefined) return { do: 'hash' };
  if (command !== 'load' || file === undefined || rest.length > 0) return null;
  if (flag === undefined) return { do: 'load', file, now: null };
  if (flag !== '--now' || at === undefined || !instant.test(at)) return null;
  return { do: 'load', file, now: new Date(at) };
}

/** Says what happened and returns the exit code: 0 done, 1 refused, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const command = asked(args);
  if (command === null) {
    console.error(usage);
    return 2;
  }
  return runCommand(
    async ({ db, config, files, vault, now }) => {
      if (command.do === 'hash') {
        console.log(await hashDatabase(db));
        return [];
      }
      const loaded = await loadWorldFile(
        { db, files, vault, demo: config.demo },
        resolve(command.file),
        command.now ?? now(),
      );
      if (!loaded.ok) return loaded.sentences;
      const { users, calls, applications, documents } = loaded.counts;
      console.log(
        `Loaded ${users} users, ${calls} calls and ${applications} applications with ${documents} documents.`,
      );
      const otherMode = await whyOtherMode({ db, config });
      if (otherMode !== null) console.log(otherMode);
      return [];
    },
    { firstWorld: false },
  );
}

process.exitCode = await main(process.argv.slice(2));
