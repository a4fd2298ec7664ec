import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'clearcall-archive-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function archive(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const { databaseUrl, dataDir } = app.platform.config;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    DEMO: 'off',
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../archive.ts'), ...args], {
    env,
    cwd: folder,
  });
  const said = { output: '', errors: '' };
  child.stdout.on('data', (chunk) => {
    said.output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    said.errors += String(chunk);
  });
  const [code] = await once(child, 'close');
  return { code: Number(code), ...said };
}

it('imports by the command, says what it did, and ends with a code', async () => {
  await writeFile(
    join(folder, 'a.json'),
    JSON.stringify([{ number: 'A1', contact_email: 'a@example.org', colour: 'red' }]),
  );
  await writeFile(join(folder, 'b.csv'), 'number,contact_email\nB1,b@example.org\n,c@example.org\n');
  await mkdir(join(folder, 'files', 'A1'), { recursive: true });
  await writeFile(join(folder, 'files', 'A1', 'plan.pdf'), 'x');
  const rows = async () =>
    (await app.db.selectFrom('legacy_records').select('number').orderBy('number').execute()).length;

  const dry = await archive('import', 'a.json', '--dry-run');
  expect([dry.code, dry.errors, await rows()]).toEqual([0, '', 0]);
  expect(dry.output).toContain(
    'Nothing was changed; it would be: 1 added, 0 updated, 0 unchanged, 0 refused.',
  );

  const done = await archive('import', 'a.json', 'b.csv', 'gone.json');
  expect([done.code, await rows()]).toEqual([1, 2]);
  expect(done.output).toContain(
    'a.json, row 1: A1: ‘colour’ is not a field of the archive. The value is kept as it was.\n',
  );
  expect(done.output).toContain('2 added, 0 updated, 0 unchanged, 1 refused. 1 values were not understood');
  expect(done.errors).toBe(
    'b.csv, row 3: The record has no number of 1 to 200 characters.\nThe file gone.json cannot be read.\n',
  );
  expect(await app.db.selectFrom('legacy_files').select('filename').execute()).toEqual([
    { filename: 'plan.pdf' },
  ]);

  const again = await archive('import', 'a.json');
  expect([again.code, again.output.includes('0 added, 0 updated, 1 unchanged, 0 refused.')]).toEqual([
    0,
    true,
  ]);
  for (const args of [[], ['import'], ['export', 'a.json'], ['import', 'a.json', '--what']])
    expect((await archive(...args)).code).toBe(2);
});
