import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkout } from './checkout.mjs';
import {
  countPlaywright,
  countVitest,
  judge,
  namePlaywright,
  nameVitest,
  printNamed,
  summary,
} from './test-run.mjs';

describe('the last line of the test command', () => {
  it('adds up what both programs report', () => {
    const vitest = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [{ status: 'failed', assertionResults: [] }],
    };
    expect(countVitest(vitest)).toEqual({ passed: 5, failed: 2, skipped: 2 });
    const playwright = { stats: { expected: 3, unexpected: 1, skipped: 0 }, errors: [{}] };
    expect(countPlaywright(playwright)).toEqual({ passed: 3, failed: 2, skipped: 0 });
    expect(summary({ passed: 9, failed: 4, skipped: 2 })).toBe('9 passed, 4 failed, 2 skipped');
    expect(summary({ passed: 9, failed: 0, skipped: 0 })).toBe('9 passed, 0 failed');
  });

  it('never calls a program without fault that ended with one or left no report', () => {
    expect(judge(1, { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(judge(0, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(judge(0, { passed: 3, failed: 0, skipped: 1 })).toEqual({ passed: 3, failed: 0, skipped: 1 });
  });
});

describe('the lines before the last ones of the test command', () => {
  const at = (path) => join(checkout, path);

  it('name what failed, with the first line of its error', () => {
    const vitest = {
      testResults: [
        {
          name: at('apps/api/src/one.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'keeps a word', status: 'failed', failureMessages: ['AssertionError: 1\n    at x'] },
            { fullName: 'keeps two', status: 'passed', failureMessages: [] },
          ],
        },
        {
          name: at('tools/two.test.ts'),
          status: 'failed',
          message: 'no such file\nat y',
          assertionResults: [],
        },
        { name: at('tools/three.test.ts'), status: 'passed', message: '', assertionResults: [] },
      ],
    };
    const error = { message: '\u001b[31mError\u001b[39m: not there\n\nCall log' };
    const played = (title, status, ...results) => ({
      title,
      file: 'editor.spec.ts',
      tests: [{ projectName: 'wide', status, results }],
    });
    const playwright = {
      config: { rootDir: at('e2e') },
      errors: [{ message: 'Error: the portal did not start\nmore' }],
      suites: [
        {
          specs: [played('saves', 'expected', { status: 'passed' })],
          suites: [{ specs: [played('leaves', 'unexpected', { status: 'failed', error })] }],
        },
      ],
    };
    expect(printNamed([...nameVitest(vitest), ...namePlaywright(playwright)])).toEqual([
      'Failed: apps/api/src/one.test.ts › keeps a word',
      '    AssertionError: 1',
      'Failed: tools/two.test.ts',
      '    no such file',
      'Failed: e2e',
      '    Error: the portal did not start',
      'Failed: e2e/editor.spec.ts › leaves [wide]',
      '    Error: not there',
    ]);
  });

  it('are at most 20 tests, and say how many more there are', () => {
    const failed = Array.from({ length: 24 }, (_, index) => ({ title: `red ${index}`, error: 'Error' }));
    const printed = printNamed(failed);
    expect([printed.length, printed[0], printed.at(-1)]).toEqual([41, 'Failed: red 0', 'and 4 more']);
    expect(printNamed([])).toEqual([]);
  });
});
