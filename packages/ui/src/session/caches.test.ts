import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetOwnChanges, portalQueries } from './caches.ts';
import { call } from './call.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each kind of answer is kept as long as it may be', () => {
  const queries = portalQueries();
  const kept = (queryKey: readonly unknown[]) => {
    const { staleTime, gcTime } = queries.defaultQueryOptions({ queryKey });
    return [staleTime, gcTime];
  };
  expect(kept(['roles'])).toEqual([300_000, 300_000]);
  expect(kept(['options', 130])).toEqual([1_800_000, 1_800_000]);
  expect(kept(['applications', 'search', {}, 1])).toEqual([150_000, 150_000]);
  expect(kept(['dashboard', 'x'])).toEqual([150_000, 150_000]);
  expect(kept(['profile', 7])).toEqual([30_000, undefined]);
  queries.clear();
});

test.each([
  [['dashboard', ''], (): Promise<unknown> => call('POST /v2/applications/dashboard', { body: {} })],
  [
    ['applications', 'search', {}, 1],
    (): Promise<unknown> => call('POST /v2/applications/search', { body: {} }),
  ],
])('whoever comes back to an old %j asks for it once', async (queryKey, queryFn) => {
  const asked = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return new Response('{"data":[],"total":0,"roles":[]}', { status: 200 });
  });
  vi.stubGlobal('fetch', asked);
  const queries = portalQueries();
  const stop = forgetOwnChanges(queries);
  await queries.fetchQuery({ queryKey, queryFn });
  vi.useFakeTimers({ now: Date.now() + 151_000, toFake: ['Date'] });
  const page = new QueryObserver(queries, { queryKey, queryFn });
  const leave = page.subscribe(() => {});
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([asked.mock.calls.length, page.getCurrentResult().isStale]).toEqual([2, false]);
  leave();
  stop();
  queries.clear();
});

test('an own change makes the list old, reading it does not', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"data":[],"total":0}', { status: 200 }));
  const queries = portalQueries();
  const stop = forgetOwnChanges(queries);
  const queryKey = ['applications', 'search', {}, 1];
  const queryFn = vi.fn(async () => 'rows');
  await queries.fetchQuery({ queryKey, queryFn });
  const isOld = () => queries.getQueryState(queryKey)?.isInvalidated;

  await call('POST /v2/applications/search', { query: {}, body: {} });
  await call('POST /v2/applications/dashboard', { body: {} });
  await call('POST /users', { body: [7] });
  await call('GET /v2/applications/count/:callId', { params: { callId: 3 } });
  await call('POST /users/logout', { body: { app: 'user_portal' } });
  expect(isOld()).toBe(false);
  await call('PUT /v2/assignments/:id/save', { params: { id: 'x' }, body: { data: [], newGroups: [] } });
  expect(isOld()).toBe(true);
  expect(queryFn).toHaveBeenCalledTimes(1);

  // A list that stands on the page is asked for at once.
  const seen = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  await expect.poll(() => queryFn.mock.calls.length).toBe(2);
  await call('POST /v2/applications', { body: { callId: 3 } });
  await expect.poll(() => queryFn.mock.calls.length).toBe(3);
  // A change in another tab waits until the reader comes back to this one.
  const other = new BroadcastChannel('clearcall.changes');
  other.postMessage('changed');
  await expect.poll(isOld).toBe(true);
  expect(queryFn).toHaveBeenCalledTimes(3);
  other.close();
  seen();
  stop();
  queries.clear();
});
