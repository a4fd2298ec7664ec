import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Operations that last until they are ended, and the order in which they began. */
function actions(places: number, maxWaitMs = 10_000) {
  const queue = fairQueue(places, maxWaitMs);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (who: number, what: string) =>
    queue.take(who, () => {
      begun.push(what);
      return new Promise<string>((done) => ends.set(what, () => done(what)));
    });
  const end = async (what: string) => {
    ends.get(what)?.();
    await setTimeout(1);
  };
  return { line: queue, begun, ask, end };
}

it('lets so many go on at a time, and whoever has none going on comes before another’s next', async () => {
  const { begun, ask, end } = actions(2);
  const all = [ask(1, '1a'), ask(1, '1b'), ask(1, '1c'), ask(1, '1d'), ask(2, '2a'), ask(3, '3a')];
  await setTimeout(1);
  expect(begun).toEqual(['1a', '1b']);
  await end('1a');
  await end('1b');
  expect(begun).toEqual(['1a', '1b', '2a', '1c']);
  for (const what of ['2a', '1c', '3a', '1d']) await end(what);
  expect(begun).toEqual(['1a', '1b', '2a', '1c', '3a', '1d']);
  expect(await Promise.all(all)).toEqual(['1a', '1b', '1c', '1d', '2a', '3a']);
});

it('gives the place of an operation that failed to the next, and sends away whoever waited too long', async () => {
  const { line: queue, begun, ask, end } = actions(1, 50);
  await expect(queue.take(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const first = ask(1, 'first');
  await expect(ask(2, 'late')).rejects.toThrow(DatabaseUnavailable);
  const next = ask(3, 'next');
  await end('first');
  await end('next');
  expect(await Promise.all([first, next])).toEqual(['first', 'next']);
  expect(begun).toEqual(['first', 'next']);
});
