import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildPlatform } from '../../app.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/database-proxy.ts';
import { createLog } from '../log.ts';
import { startWorker } from './work.ts';

let test: TestApp;
let proxy: DatabaseProxy;
beforeAll(async () => {
  test = await buildTestApp();
  proxy = await openDatabaseProxy(test.platform.config.databaseUrl);
});
afterAll(async () => {
  await proxy.close();
  await test.close();
});

it('brings a job to its end that was going on when the database was lost, and does the ones that came since', async () => {
  const config = { ...test.platform.config, databaseUrl: proxy.url };
  const platform = buildPlatform(config, createLog('silent'));
  let begun = 0;
  let finish = () => {};
  const work = {
    tasks: {
      slow: async () => {
        begun += 1;
        if (begun === 1)
          await new Promise<void>((done) => {
            finish = done;
          });
      },
      quick: async () => {},
    },
    schedule: [],
  };
  const worker = await startWorker(platform, work);
  const add = (task: string) => sql`select graphile_worker.add_job(${task})`.execute(test.db);
  await add('slow');
  await vi.waitFor(() => expect(begun).toBe(1), 15_000);
  await proxy.cut();
  finish();
  // Long enough for the worker to give up noting that it was done.
  await setTimeout(4_000);
  await proxy.heal();
  await add('quick');
  await vi.waitFor(
    async () => {
      const left =
        await sql`select task_id, locked_by, attempts, last_error from graphile_worker._private_jobs`.execute(
          test.db,
        );
      expect(left.rows).toEqual([]);
    },
    { timeout: 60_000, interval: 200 },
  );
  // Whether its end could still be noted is chance; that it is done is none.
  expect([1, 2]).toContain(begun);
  await worker.stop();
  await platform.databases.close();
});
