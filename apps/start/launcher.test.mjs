import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './lock.mjs';
import { noteProcess, stillRuns } from './processes.mjs';
import { countPlaywright, countVitest, judge, summary } from './test-run.mjs';

describe('a lock', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearcall-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('has one holder, who gives it back', () => {
    const path = join(folder, 'a.lock');
    const lock = takeLock(path);
    expect(takeLock(path).holder).toMatchObject({ pid: process.pid });
    lock.release();
    expect(takeLock(path).holder).toBeUndefined();
  });

  it('is taken over from a process that has ended, even when its number is in use again', () => {
    const path = join(folder, 'a.lock');
    const gone = { pid: process.pid, startedAt: 'long ago', children: [{ pid: 1, startedAt: 'long ago' }] };
    writeFileSync(path, JSON.stringify(gone));
    const lock = takeLock(path);
    expect(lock.previous).toEqual(gone);
    expect(lock.previous.children.filter(stillRuns)).toEqual([]);
  });

  it('is taken over when it cannot be read', () => {
    const path = join(folder, 'a.lock');
    writeFileSync(path, '');
    expect(takeLock(path).holder).toBeUndefined();
  });

  it('names the children of its holder', () => {
    const path = join(folder, 'a.lock');
    takeLock(path).keepChild(process.ppid);
    expect(JSON.parse(readFileSync(path, 'utf8')).children).toEqual([noteProcess(process.ppid)]);
  });
});

describe('the last line of the test command', () => {
  it('adds up what both programs report', () => {
    const vitest = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [{ status: 'failed', assertionResults: [] }],
    };
    expect(countVitest(vitest)).toEqual({ passed: 5, failed: 2, skipped: 2 });
    const playwright = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] };
    expect(countPlaywright(playwright)).toEqual({ passed: 4, failed: 2, skipped: 0 });
    expect(summary({ passed: 9, failed: 4, skipped: 2 })).toBe('9 passed, 4 failed, 2 skipped');
    expect(summary({ passed: 9, failed: 0, skipped: 0 })).toBe('9 passed, 0 failed');
  });

  it('never calls a program without fault that ended with one or left no report', () => {
    expect(judge(1, { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(judge(0, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(judge(0, { passed: 3, failed: 0, skipped: 1 })).toEqual({ passed: 3, failed: 0, skipped: 1 });
  });
});
