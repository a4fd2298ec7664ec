import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockHolder, silentMs, takeLock } from './lock.mjs';
import { noteProcess, stillRuns } from './processes.mjs';

let folder;
let path;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearcall-lock-'));
  path = join(folder, 'a.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A note as a process of another container leaves it, last touched so long ago. */
function noteFromElsewhere(agoMs) {
  // The number of a process that runs here, too: in containers they are all small.
  const note = { ...noteProcess(process.pid), where: 'another container', children: [] };
  writeFileSync(path, JSON.stringify(note));
  const at = new Date(Date.now() - agoMs);
  utimesSync(path, at, at);
  return note;
}

describe('a lock', () => {
  it('has one holder, who gives it back', () => {
    const lock = takeLock(path);
    expect(takeLock(path).holder).toMatchObject({ pid: process.pid, isElsewhere: false });
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over from a process that has ended, even when its number is in use again', () => {
    const gone = { pid: process.pid, startedAt: 'long ago', children: [{ pid: 1, startedAt: 'long ago' }] };
    writeFileSync(path, JSON.stringify(gone));
    const lock = takeLock(path);
    expect(lock.previous).toEqual(gone);
    expect(lock.previous.children.filter(stillRuns)).toEqual([]);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken over when it cannot be read', () => {
    writeFileSync(path, '');
    expect(takeLock(path).holder).toBeUndefined();
  });

  it('names the children of its holder', () => {
    takeLock(path).keepChild(process.ppid);
    expect(JSON.parse(readFileSync(path, 'utf8')).children).toEqual([noteProcess(process.ppid)]);
  });

  it('of another container holds as long as it is touched, and is taken over when it fell silent', () => {
    noteFromElsewhere(silentMs - 5000);
    expect(takeLock(path).holder).toMatchObject({ isElsewhere: true });
    const note = noteFromElsewhere(silentMs + 1000);
    expect(stillRuns(note)).toBe(false);
    const lock = takeLock(path);
    expect(lock.previous).toEqual(note);
    expect(lockHolder(path)).toMatchObject({ pid: process.pid, isElsewhere: false });
  });

  it('is taken over from a dead one by exactly one of many that start at once', async () => {
    const script = `import { takeLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)};
      process.stdin.once('data', () => {
        for (let round = 0; round < 40; round += 1) {
          const lock = takeLock(${JSON.stringify(path)} + round);
          console.log(lock.holder === undefined ? 'won ' + round : 'lost');
        }
        process.stdin.once('data', () => process.exit());
      });
      console.log('here');`;
    for (let round = 0; round < 40; round += 1)
      writeFileSync(path + round, JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
    const starts = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const output = starts.map(() => '');
    const heard = (lines) => () => output.every((text) => text.split('\n').length > lines);
    for (const [i, start] of starts.entries())
      start.stdout.on('data', (text) => {
        output[i] += text;
      });
    const until = async (holds) => {
      while (!holds()) await new Promise((done) => setTimeout(done, 10));
    };
    await until(heard(1));
    for (const start of starts) start.stdin.write('go\n');
    await until(heard(41));
    const won = output.join('').match(/won \d+/g);
    for (const start of starts) start.stdin.end('end\n');
    await Promise.all(starts.map((start) => new Promise((done) => start.once('exit', done))));
    expect([won.length, new Set(won).size]).toEqual([40, 40]);
  });
});
