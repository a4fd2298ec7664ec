import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearNotices, currentNotices } from '../kit/state/notices.ts';
import { onePerson } from './people.ts';

const ada = { id: 1, firstName: 'Ada', lastName: 'Applicant' };
const rui = { id: 2, firstName: 'Rui', lastName: 'Reviewer' };

let asked: number[][];
let status: number;

beforeEach(() => {
  vi.useFakeTimers();
  clearNotices();
  asked = [];
  status = 200;
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    const ids = JSON.parse(String(init.body)) as number[];
    asked.push(ids);
    const found = [ada, rui].filter(({ id }) => ids.includes(id));
    return new Response(JSON.stringify(status === 200 ? found : { statusCode: status, message: 'No' }), {
      status,
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lookUp = (queries: QueryClient, id: number) => queries.fetchQuery({ ...onePerson(id), retry: false });

test('what is asked for within 600 ms goes out as one call, each person once', async () => {
  const queries = new QueryClient();
  const found = Promise.all([2, 1, 2, 9].map((id) => lookUp(queries, id)));
  await vi.advanceTimersByTimeAsync(599);
  expect(asked).toEqual([]);
  const late = lookUp(queries, 1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([[2, 1, 9]]);
  expect(await found).toEqual([rui, ada, rui, null]);
  expect(await late).toEqual(ada);

  const next = lookUp(queries, 3);
  await vi.advanceTimersByTimeAsync(600);
  expect(await next).toBeNull();
  expect(asked).toEqual([[2, 1, 9], [3]]);
});

test('more people than one call takes go out as several', async () => {
  const ids = Array.from({ length: 401 }, (_, at) => at + 1);
  const queries = new QueryClient();
  const found = Promise.all(ids.map((id) => lookUp(queries, id)));
  await vi.advanceTimersByTimeAsync(600);
  expect(asked.map((batch) => batch.length)).toEqual([200, 200, 1]);
  expect((await found).filter((person) => person !== null)).toEqual([ada, rui]);
});

test('a lookup that fails says nothing by itself', async () => {
  status = 503;
  const failed = expect(lookUp(new QueryClient(), 1)).rejects.toThrow('No');
  await vi.advanceTimersByTimeAsync(600);
  await failed;
  expect(currentNotices()).toEqual({ shown: [], recent: [] });
});
