import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The browser of these tests believes that it is noon; the server knows better. */
const noonMs = Date.parse('2026-11-21T12:00:00.000Z');
const header = (serverMs: number) => new Date(serverMs).toUTCString();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: noonMs });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that was just opened: nothing is learnt yet. */
const opened = () => import('./server-clock.ts');

it.each([
  ['an hour behind', 3_600_000],
  ['an hour ahead', -3_600_000],
  ['years behind', 5 * 365 * 86_400_000],
])('a browser that is %s goes by the server', async (_, offMs) => {
  const { learnServerTime, serverNow } = await opened();
  expect(serverNow()).toBe(noonMs);
  learnServerTime(header(noonMs + offMs), noonMs - 200, noonMs);
  // The header tells whole seconds, and the answer was under way for a fifth of one.
  expect(serverNow()).toBe(noonMs + offMs + 600);
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(noonMs + offMs + 60_600);
});

it('believes the answer that was quickest, and no later one that took longer', async () => {
  const { learnServerTime, serverNow } = await opened();
  learnServerTime(header(noonMs + 60_000), noonMs - 1_000, noonMs);
  learnServerTime(header(noonMs + 10_000), noonMs - 100, noonMs);
  learnServerTime(header(noonMs + 90_000), noonMs - 101, noonMs);
  expect(serverNow()).toBe(noonMs + 10_550);
  // One that was as quick is newer.
  learnServerTime(header(noonMs + 20_000), noonMs - 100, noonMs);
  expect(serverNow()).toBe(noonMs + 20_550);
});

it('takes a difference that the header cannot tell for none, and learns nothing from an answer without a time', async () => {
  const { learnServerTime, serverNow } = await opened();
  learnServerTime(null, noonMs - 1, noonMs);
  learnServerTime('soon', noonMs - 1, noonMs);
  expect(serverNow()).toBe(noonMs);
  learnServerTime(header(noonMs), noonMs - 498, noonMs);
  expect(serverNow()).toBe(noonMs);
  learnServerTime(header(noonMs + 1_000), noonMs - 2, noonMs);
  expect(serverNow()).toBe(noonMs + 1_501);
});
