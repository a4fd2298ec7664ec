import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const here = Date.parse('2026-11-21T12:00:00.000Z');

let clock: typeof import('./server-clock.ts');
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: here });
  vi.resetModules();
  clock = await import('./server-clock.ts');
});
afterEach(() => vi.useRealTimers());

/** The server's header when its clock is so far from ours. */
const header = (offsetMs: number) => new Date(here + offsetMs).toUTCString();
const off = () => clock.serverNow() - Date.now();

test('is ours before the server has said anything, and where it says nothing that can be read', () => {
  expect(off()).toBe(0);
  clock.syncServerClock(null, here, here);
  clock.syncServerClock('soon', here, here);
  expect(off()).toBe(0);
});

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
  ['two seconds ahead', 2_000],
])('is the server’s, %s: to the second of its header, in the middle of the way', (_how, offsetMs) => {
  clock.syncServerClock(header(offsetMs), here - 100, here + 100);
  // Half of the second that the header cuts off.
  expect(off()).toBe(offsetMs + 500);
  vi.setSystemTime(here + 60_000);
  expect(off()).toBe(offsetMs + 500);
});

test('counts half of the way to the answer, not all of it and not none', () => {
  clock.syncServerClock(header(10_000), here - 4_000, here);
  expect(off()).toBe(12_500);
});

test('a difference within what a header can tell is none', () => {
  clock.syncServerClock(header(0), here, here);
  expect(off()).toBe(0);
  clock.syncServerClock(header(-1_000), here, here);
  expect(off()).toBe(0);
  clock.syncServerClock(header(1_000), here, here);
  expect(off()).toBe(1_500);
});

test('calls and applications are ahead of it where a demonstration was moved, and never go back', () => {
  const moved: number[] = [];
  const ahead = () => clock.workflowNow() - clock.serverNow();
  const unwatch = clock.watchAhead(() => moved.push(ahead()));
  for (const header of [null, 'soon', '86400000', '86400000', null, '3600000', '172800000'])
    clock.syncWorkflowClock(header);
  unwatch();
  clock.syncWorkflowClock('172800001');
  expect([ahead(), moved, off()]).toEqual([172_800_001, [86_400_000, 172_800_000], 0]);
});

test('keeps what the quickest answer said, and takes a newer one that was as quick', () => {
  clock.syncServerClock(header(10_000), here, here + 200);
  clock.syncServerClock(header(99_000), here, here + 300);
  expect(off()).toBe(10_400);
  clock.syncServerClock(header(20_000), here, here + 200);
  expect(off()).toBe(20_400);
  clock.syncServerClock(header(30_000), here, here + 100);
  expect(off()).toBe(30_450);
});
