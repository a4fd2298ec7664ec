import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { allWork } from './work.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

it('leaves an event that a newer version wrote to a worker that knows what follows from it', async () => {
  await sql`
    with written as (
      insert into events (type, detail, occurred_at) values ('panel_met', '{}', ${test.platform.now()}) returning id)
    select graphile_worker.add_job('handle_event', json_build_object('eventId', id)) from written`.execute(
    test.db,
  );
  await workOff(test.platform, allWork(test.platform));
  const jobs = await sql<{ error: string }>`
    select last_error as error from graphile_worker._private_jobs where locked_at is null`.execute(test.db);
  expect(jobs.rows).toEqual([{ error: 'only a newer version knows what follows from panel_met' }]);
});
