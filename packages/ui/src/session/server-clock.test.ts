import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const here = Date.parse('2026-11-21T12:00:00.000Z');

let clock: typeof import('./server-clock.ts');
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: here });
  vi.resetModules();
  clock = await import('./server-clock.ts');
});
afterEach(() => vi.useRealTimers());

/** An answer of a server whose clock is so far from ours. */
const answer = (offsetMs: number) => new Headers({ 'clearcall-time': String(here + offsetMs) });
const learn = (offsetMs: number, sentAtMs = here, receivedAtMs = here) =>
  clock.learnTime(answer(offsetMs), sentAtMs, receivedAtMs);
const offset = () => clock.serverNow() - Date.now();

test('is unknown until an answer carries it in a form that can be read; the date of an answer is not read', () => {
  const old = new Date(here - 3_600_000).toUTCString();
  for (const headers of [{}, { date: old }, { 'clearcall-time': 'soon' }, { date: old, age: '3600' }])
    clock.learnTime(new Headers(headers as Record<string, string>), here, here);
  expect([clock.isTimeKnown(), offset()]).toEqual([false, 0]);
  learn(5);
  clock.learnTime(new Headers({ date: old }), here, here);
  expect([clock.isTimeKnown(), offset()]).toEqual([true, 5]);
});

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
  ['a moment ahead', 20],
])('is the server’s, %s: in the middle of the way', (_how, offsetMs) => {
  learn(offsetMs, here - 100, here + 100);
  expect(offset()).toBe(offsetMs);
  vi.setSystemTime(here + 60_000);
  expect(offset()).toBe(offsetMs);
});

test('counts half of the way to the answer, not all of it and not none', () => {
  learn(10_000, here - 4_000, here);
  expect(offset()).toBe(12_000);
});

test('calls and applications are ahead of it where a demonstration was moved, and never go back', () => {
  const moved: number[] = [];
  const ahead = () => clock.workflowNow() - clock.serverNow();
  learn(0);
  const unwatch = clock.watchTime(() => moved.push(ahead()));
  const hear = (header: string | null) =>
    clock.learnTime(new Headers(header === null ? {} : { 'clearcall-ahead-ms': header }), here, here);
  for (const header of [null, 'soon', '86400000', '86400000', null, '3600000', '172800000']) hear(header);
  unwatch();
  hear('272800000');
  expect([ahead(), moved, offset()]).toEqual([272_800_000, [86_400_000, 172_800_000], 0]);
});

test('keeps what the quickest answer said, and takes a newer one that was as quick', () => {
  learn(10_000, here, here + 200);
  learn(10_100, here, here + 300);
  expect(offset()).toBe(9_900);
  learn(10_050, here, here + 200);
  expect(offset()).toBe(9_950);
  learn(10_020, here, here + 100);
  expect(offset()).toBe(9_970);
});

test('an answer that cannot be true beside what was believed counts, however long it took: a clock was set', () => {
  learn(0);
  const noticed = vi.fn();
  clock.watchTime(noticed);
  vi.setSystemTime(here - 3_600_000);
  // A second has passed by the server's clock; the clock of the device went back by an hour.
  clock.learnTime(answer(1_000), here - 3_600_000, here - 3_599_000);
  expect([offset(), noticed.mock.calls.length]).toEqual([3_600_500, 1]);
});

test('watchers hear of the first time and of a correction that shows, not of smaller ones', () => {
  const noticed = vi.fn();
  clock.watchTime(noticed);
  learn(0, here - 400, here);
  learn(0, here - 100, here);
  learn(900, here, here);
  expect(noticed.mock.calls.length).toBe(1);
  learn(5_000, here, here);
  expect(noticed.mock.calls.length).toBe(2);
});
