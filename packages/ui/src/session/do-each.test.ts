import { expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { doEach } from './do-each.ts';

const quiet = () => ({ onProgress: () => {}, signal: new AbortController().signal });

test('does something with each, never more at once than allowed, and says why something was not done', async () => {
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  const told: number[] = [];
  const outcome = await doEach(
    [1, 2, 3, 4, 5, 6, 7],
    async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((go) => setTimeout(go, 8 - item));
      running -= 1;
      seen.push(item);
      if (item % 3 === 0)
        throw new CallError({ status: 409, code: 'stale_revision', messages: [`Not ${item}.`], body: null });
    },
    { ...quiet(), atOnce: 3, onProgress: (over) => told.push(over) },
  );
  expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(outcome).toEqual({
    done: 5,
    failed: [
      { item: 3, why: 'Not 3.' },
      { item: 6, why: 'Not 6.' },
    ],
  });
});

test('begins nothing more once it is stopped', async () => {
  const end = new AbortController();
  const outcome = await doEach(
    [1, 2, 3],
    async (item) => {
      if (item === 1) end.abort();
    },
    { ...quiet(), atOnce: 1, signal: end.signal },
  );
  expect(outcome).toEqual({ done: 1, failed: [] });
});
