import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteProcess, serversIn, stillRuns, waitUntil } from './processes.mjs';

const moduleAt = (name) => JSON.stringify(new URL(name, import.meta.url).href);
const program = (text) => ['--input-type=module', '-e', text];
const firstLine = (child) =>
  new Promise((done) => child.stdout.once('data', (text) => done(String(text).trim())));

async function killed(child) {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}

describe('a test run that is killed', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearcall-orphans-'));
    chmodSync(folder, 0o711);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('takes the programs along that it started, through a shell as well', async () => {
    const inner = program(`
      import { endWithStarter } from ${moduleAt('end-with-starter.mjs')};
      endWithStarter();
      setInterval(() => {}, 1000);
      console.log(process.pid);`);
    const starter = spawn(
      process.execPath,
      program(`
        import { spawn } from 'node:child_process';
        const shell = ['/bin/sh', ['-c', '"$0" "$@"; true', process.execPath, ...${JSON.stringify(inner)}]];
        spawn(...shell, { stdio: ['ignore', 'inherit', 'inherit'] });
        setInterval(() => {}, 1000);`),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const started = noteProcess(Number(await firstLine(starter)));
    expect(stillRuns(started)).toBe(true);
    await killed(starter);
    expect(await waitUntil(() => !stillRuns(started), 10_000)).toBe(true);
  });

  it('leaves no throw-away database behind', async () => {
    const dataDir = join(folder, 'data');
    const cluster = join(dataDir, 'postgres');
    const child = spawn(
      process.execPath,
      program(`
        import { startDatabase } from ${moduleAt('database.mjs')};
        await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
        console.log('ready');
        setInterval(() => {}, 1000);`),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await firstLine(child);
    expect(serversIn(cluster)).not.toEqual([]);
    await killed(child);
    expect(await waitUntil(() => serversIn(cluster).length === 0, 15_000)).toBe(true);
  });
});
