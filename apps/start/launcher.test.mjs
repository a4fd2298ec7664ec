import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, judge, summary } from './test-run.mjs';

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
