// The launcher: `node apps/start/main.mjs COMMAND`. Plain JavaScript for any Node from 20 on, with nothing
// installed yet; everything that needs more is started as a program of its own on the runtime.
import { join } from 'node:path';
import { backup, restore } from './backup.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { checkout, dataFolder, Refusal } from './checkout.mjs';
import { findRunningDatabase } from './database.mjs';
import { dev } from './dev.mjs';
import { endWithStarter } from './end-with-starter.mjs';
import { install } from './install.mjs';
import { listenForInterrupts } from './interrupt.mjs';
import { runPortal } from './portal.mjs';
import { portalEnvironment, provideDatabase } from './portal-database.mjs';
import { run, secondsSince, whereCalled } from './run.mjs';
import { prepareRuntime } from './runtime.mjs';
import { runTests } from './test-run.mjs';

const begun = performance.now();
let ready = false;

async function start(node) {
  await install();
  await build(node);
  return runPortal({
    node,
    whenReady: () => {
      ready = true;
      console.log(`Started in ${secondsSince(begun)} s. Ctrl-C stops it.`);
    },
  });
}

/** A program of the API on the portal's database, whether the portal runs or not. */
async function onDatabase(program, node, args) {
  await install();
  const script = [join(checkout, 'apps/api/src', program), ...args];
  const running = process.env.DATABASE_URL ? undefined : findRunningDatabase(dataFolder());
  if (running !== undefined) {
    const env = { ...portalEnvironment(), DATABASE_URL: running };
    return (await run(node, script, { cwd: whereCalled(), env })).code;
  }
  const { env, database } = await provideDatabase();
  try {
    return (await run(node, script, { cwd: whereCalled(), env })).code;
  } finally {
    await database?.stop();
  }
}

async function bench(node, args) {
  await install();
  await build(node);
  return (await run(node, [join(checkout, 'bench/main.ts'), ...args])).code;
}

async function mutate(node, args) {
  await install();
  return (await run(node, [join(checkout, 'tools/mutate.ts'), ...args])).code;
}

/** Writes the types of the tables from the migrated database of a test, which compares them in every other run. */
async function schema(node) {
  await install();
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
  const test = 'apps/api/src/platform/db/migrate.test.ts';
  return (await run(node, [vitest, 'run', '--project=api', test, '-t=brings an empty database', '--update']))
    .code;
}

/** What `npm run` can ask for: each takes the runtime's path and the further arguments, and gives the exit code. */
const commands = {
  start,
  dev: async (node) => {
    await install();
    return dev(node);
  },
  test: (node) => runTests(node, { full: false }),
  'test:full': (node) => runTests(node, { full: true }),
  check: async (node) => {
    await install();
    return (await check(node)) > 0 ? 1 : 0;
  },
  bench,
  mutate,
  schema,
  world: (node, args) => onDatabase('world.ts', node, args),
  appoint: (node, args) => onDatabase('appoint.ts', node, args),
  files: (node, args) => onDatabase('files.ts', node, args),
  archive: (node, args) => onDatabase('archive.ts', node, args),
  organisation: (node, args) => onDatabase('organisation.ts', node, args),
  receipt: (node, args) => onDatabase('receipt.ts', node, args),
  audit: (node, args) => onDatabase('audit.ts', node, args),
  backup,
  restore,
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  console.error(`There is no command '${name}'. There are: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
listenForInterrupts(() => (ready ? 0 : 130));
if (process.env.npm_lifecycle_event !== undefined) endWithStarter();
try {
  process.exitCode = await command(await prepareRuntime(), args);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
process.exit();
