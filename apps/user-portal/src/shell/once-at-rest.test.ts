import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceAtRest } from './once-at-rest.ts';

// The window, as far as it is asked for.
const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('waits while somebody scrolls, types or points, and runs once', () => {
  const run = vi.fn();
  onceAtRest(1_000, run);
  for (const sign of ['scroll', 'keydown', 'pointerdown', 'pointermove']) {
    vi.advanceTimersByTime(900);
    page.dispatchEvent(new Event(sign));
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  page.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('is called off for good', () => {
  const run = vi.fn();
  onceAtRest(1_000, run)();
  page.dispatchEvent(new Event('scroll'));
  vi.advanceTimersByTime(5_000);
  expect(run).not.toHaveBeenCalled();
});
