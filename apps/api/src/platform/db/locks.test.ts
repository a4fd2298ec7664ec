import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { locks, lockThings } from './locks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ limits: { requests: { lockMs: 50 } } });
});
afterAll(() => app.close());

it('has one key for each lock', () => {
  expect(new Set(Object.values(locks)).size).toBe(Object.keys(locks).length);
});

it('keeps user 42, application 42 and call 42 apart, and nobody else waits for them', async () => {
  const inTurn = (lock: Parameters<typeof lockThings>[1], ids: number[]) =>
    app.db.transaction().execute((tx) => lockThings(tx, lock, ids));
  await app.db.transaction().execute(async (tx) => {
    await lockThings(tx, 'filesOfUser', [42]);
    await inTurn('timersOfApplication', [41, 42]);
    await inTurn('draftOfCall', [42]);
    await inTurn('filesOfUser', [43]);
    await expect(inTurn('filesOfUser', [41, 42])).rejects.toMatchObject({ why: 'busy' });
  });
  await inTurn('filesOfUser', [42]);
});
