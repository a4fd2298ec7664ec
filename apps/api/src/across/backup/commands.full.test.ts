import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

const checkout = join(import.meta.dirname, '../../../../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearcall-commands-'));
  // The database runs under another account where the tests run as root, and must get through.
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function begin(dataDir: string, args: readonly string[]) {
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: join(folder, dataDir), DEMO: 'off' };
  for (const name of Object.keys(env)) if (/^npm_|^DATABASE_URL$|^DATA_KEY/.test(name)) delete env[name];
  const child = spawn('node', ['apps/start/main.mjs', ...args], { cwd: checkout, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  return { child, ended: once(child, 'close').then(([code]) => ({ code: Number(code), output })) };
}
const run = (dataDir: string, ...args: string[]) => begin(dataDir, args).ended;
const hashOf = async (dataDir: string) =>
  /[0-9a-f]{64}/.exec((await run(dataDir, 'world', 'hash')).output)?.[0];

it('a portal is lost and comes back by two commands', async () => {
  const kept = join(folder, 'kept');
  expect(await run('none', 'backup', kept)).toEqual({
    code: 1,
    output: expect.stringMatching(/^There is no portal in/),
  });
  expect((await run('first', 'appoint', 'ada@example.com', 'admin', 'Ada', 'Lovelace')).code).toBe(0);
  expect(await run('first', 'backup', kept)).toEqual({
    code: 0,
    output: expect.stringMatching(/The backup is complete/),
  });
  const hash = await hashOf('first');

  expect((await run('second', 'restore', kept)).code).toBe(0);
  expect(await hashOf('second')).toBe(hash);
  expect((await readdir(join(folder, 'second'))).filter((name) => name.startsWith('restore'))).toEqual([]);
  const over = await run('first', 'restore', kept);
  expect(over).toEqual({
    code: 1,
    output: expect.stringMatching(/first is not empty .* Nothing was changed/),
  });
  expect(await hashOf('first')).toBe(hash);

  // Nobody is let in between: a restore that is interrupted leaves an empty folder.
  await mkdir(join(folder, 'third'), { mode: 0o711 });
  const { child, ended } = begin('third', ['restore', kept]);
  await once(child.stdout, 'data');
  await setTimeout(500);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(130);
  expect((await readdir(join(folder, 'third'))).filter((name) => !/\.lock/.test(name))).toEqual([]);
  expect((await run('third', 'restore', kept)).code).toBe(0);
  expect(await hashOf('third')).toBe(hash);
});
