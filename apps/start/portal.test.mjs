import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteProcess, serversIn, stillRuns, waitUntil } from './processes.mjs';

const moduleAt = (name) => JSON.stringify(new URL(name, import.meta.url).href);
const text = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

let folder;
let dataDir;
let launcher;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearcall-portal-'));
  dataDir = join(folder, 'data');
  for (const path of [folder, dataDir]) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o711);
  }
});
afterEach(async () => {
  launcher.kill('SIGKILL');
  await waitUntil(() => serversIn(join(dataDir, 'postgres')).length === 0, 15_000);
  rmSync(folder, { recursive: true, force: true });
});

/** Launches a portal whose API is this program; it finds its folder in FOLDER. */
function launch(api) {
  writeFileSync(join(folder, 'api.mjs'), api);
  const node = join(folder, 'node');
  writeFileSync(node, `#!/bin/sh\necho $$ >>${folder}/pids\nexec ${process.execPath} ${folder}/api.mjs\n`);
  chmodSync(node, 0o755);
  const script = `
    import { listenForInterrupts } from ${moduleAt('interrupt.mjs')};
    import { runPortal } from ${moduleAt('portal.mjs')};
    listenForInterrupts(() => 0);
    try {
      process.exitCode = await runPortal({ node: ${JSON.stringify(node)}, whenReady: () => console.log('ready') });
    } catch (error) {
      console.error(error.message);
      process.exitCode = 1;
    }
    process.exit();`;
  const { DATABASE_URL: _, PROCESSES: __, ...env } = process.env;
  launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...env, DATA_DIR: dataDir, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  launcher.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  launcher.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  return { output, ended: new Promise((done) => launcher.once('close', done)) };
}

const apis = () => text(join(folder, 'pids')).trim().split('\n').filter(Boolean).map(Number).map(noteProcess);

/** Notes what it finds when it begins and what it is told, and is ready then. */
const listening = `
  import { existsSync, writeFileSync } from 'node:fs';
  const { FOLDER, DATA_DIR, DATABASE_URL, DEMO } = process.env;
  const begun = { DATABASE_URL, DEMO, database: existsSync(DATA_DIR + '/postgres/postmaster.pid') };
  process.once('message', (told) => {
    writeFileSync(FOLDER + '/heard', JSON.stringify({ begun, told }));
    process.send({ ready: true });
    setInterval(() => {}, 1000);
  });`;

it('the API begins before the database and is told where it is; both end in order', async () => {
  const { output, ended } = launch(listening);
  expect(await waitUntil(() => output.out.includes('ready'), 50_000)).toBe(true);
  expect(JSON.parse(text(join(folder, 'heard')))).toEqual({
    begun: { DATABASE_URL: 'told-by-message', DEMO: 'on', database: false },
    told: {
      databaseUrl: expect.stringMatching(/^postgres:\/\/clearcall:[\w-]+@127\.0\.0\.1:\d+\/clearcall$/),
    },
  });
  const [api] = apis();
  launcher.kill('SIGTERM');
  expect([await ended, output.err, stillRuns(api), serversIn(join(dataDir, 'postgres'))]).toEqual([
    0,
    '',
    false,
    [],
  ]);
});

it('no API is left where the database is refused', async () => {
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  const { output, ended } = launch(listening);
  expect([await ended, output.err]).toEqual([1, expect.stringMatching(/made by PostgreSQL 17/)]);
  expect(apis().filter(stillRuns)).toEqual([]);
  expect(existsSync(join(dataDir, 'portal.lock'))).toBe(false);
});

it('an API that ends before the database is there is told of, and takes the database along', async () => {
  const { output, ended } = launch('process.exit(3);');
  expect([await ended, output.err]).toEqual([3, expect.stringMatching(/^The portal did not start/)]);
  expect(serversIn(join(dataDir, 'postgres'))).toEqual([]);
});
