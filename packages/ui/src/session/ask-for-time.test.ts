import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that knows no time asks until the server answers, and a page that knows it does not ask', async () => {
  const { askForTime } = await import('./ask-for-time.ts');
  const { isTimeKnown } = await import('./server-clock.ts');
  const asked: string[] = [];
  let reaches = false;
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!reaches) throw new TypeError('Failed to fetch');
    return new Response('{}', { headers: { 'clearcall-time': String(Date.now()) } });
  });
  await askForTime();
  expect([asked, isTimeKnown()]).toEqual([['/api/time'], false]);
  reaches = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked.length, isTimeKnown()]).toEqual([2, true]);
  await askForTime();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked.length).toBe(2);
});
