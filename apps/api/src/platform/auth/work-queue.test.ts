import { expect, it } from 'vitest';
import { createWorkQueue, QueueFull } from './work-queue.ts';

/** Work that ends when the test says so; what was begun, in order. */
function controlled() {
  const begun: string[] = [];
  let end = () => {};
  let atOnce = 0;
  let most = 0;
  const work = (name: string) => async () => {
    begun.push(name);
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    atOnce -= 1;
    return name;
  };
  const endOne = async () => {
    end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, endOne, most: () => most };
}

it('does one work at a time, and takes the addresses in turns', async () => {
  const queue = createWorkQueue({ ofOneAddress: 10, inAll: 100 });
  const { begun, work, endOne, most } = controlled();
  const turns = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) =>
    queue.enqueue(name.charAt(0), work(name)),
  );
  for (let turn = 0; turn < 7; turn += 1) await endOne();
  expect(await Promise.all(turns)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(most()).toBe(1);
});

it('of two hundred from one address most are turned away at once, and another address waits for one turn', async () => {
  const queue = createWorkQueue({ ofOneAddress: 40, inAll: 200 });
  const { begun, work, endOne } = controlled();
  const refused: unknown[] = [];
  for (let one = 0; one < 200; one += 1) {
    queue.enqueue('attacker', work('attacker')).catch((error: unknown) => refused.push(error));
  }
  await new Promise((resolve) => setImmediate(resolve));
  // One is at work, forty wait.
  expect(refused).toHaveLength(159);
  expect(refused.every((error) => error instanceof QueueFull && error.retryAfterS >= 1)).toBe(true);
  expect(() => queue.mustHaveRoom('attacker')).toThrow(QueueFull);
  expect(() => queue.mustHaveRoom('person')).not.toThrow();
  const mine = queue.enqueue('person', work('person'));
  await endOne();
  await endOne();
  await endOne();
  expect(await mine).toBe('person');
  expect(begun.indexOf('person')).toBeLessThanOrEqual(2);
});

it('where all places are taken, the address with most of them gives its last one to who has fewer', async () => {
  const queue = createWorkQueue({ ofOneAddress: 3, inAll: 4 });
  const { begun, work, endOne } = controlled();
  const refused: string[] = [];
  const ask = (name: string) =>
    void queue.enqueue(name.charAt(0), work(name)).catch(() => void refused.push(name));
  for (const name of ['x1', 'a1', 'a2', 'a3', 'b1', 'c1']) ask(name);
  // Two of a, one each of b and c: nobody has enough for a fourth address but a.
  ask('d1');
  // Now each has one, and nobody gives way any more.
  ask('e1');
  // Who gave way and asks again has no more right than others.
  ask('a2');
  await new Promise((resolve) => setImmediate(resolve));
  expect(refused.sort()).toEqual(['a2', 'a2', 'a3', 'e1']);
  for (let turn = 0; turn < 6; turn += 1) await endOne();
  expect(begun).toEqual(['x1', 'a1', 'b1', 'c1', 'd1']);
});

it('never turns our own work away, and goes on after work that failed', async () => {
  const queue = createWorkQueue({ ofOneAddress: 1, inAll: 1 });
  const { work, endOne } = controlled();
  const failed = queue.enqueue('a', async () => {
    throw new Error('made up');
  });
  await expect(failed).rejects.toThrow('made up');
  const turns = Array.from({ length: 5 }, () => queue.enqueue(null, work('ours')));
  for (let turn = 0; turn < 5; turn += 1) await endOne();
  expect(await Promise.all(turns)).toEqual(Array(5).fill('ours'));
});

it('goes on without work that does not come to its end', async () => {
  const queue = createWorkQueue({ ofOneAddress: 5, inAll: 5, maxMs: 20 });
  let end = (_: string) => {};
  const stuck = queue.enqueue(
    'a',
    () =>
      new Promise<string>((resolve) => {
        end = resolve;
      }),
  );
  expect(await queue.enqueue('b', async () => 'next')).toBe('next');
  end('late');
  expect(await stuck).toBe('late');
});

it('says how long to wait by how long the turns take and how many addresses wait, from a second to a minute', async () => {
  const queue = createWorkQueue({ ofOneAddress: 2, inAll: 10 });
  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 10));
  const rush = () =>
    Array.from({ length: 4 }, () => queue.enqueue('a', slow).catch((error: unknown) => error));
  const outcomes = await Promise.all(rush());
  expect(outcomes.slice(3)).toEqual([expect.objectContaining({ retryAfterS: 1 })]);
  expect(new QueueFull(3_600_000).retryAfterS).toBe(60);
  expect(new QueueFull(2_001).retryAfterS).toBe(3);
});
