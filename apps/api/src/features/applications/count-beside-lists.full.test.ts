import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, type Draft } from '../../testing/factories.ts';

const applications = 60_000;
/** So long there are eight lists at any time. */
const besideMs = 4_000;
let app: TestApp;
let draft: Draft;
let callId: number;
beforeAll(async () => {
  app = await buildTestApp({ limits: { requests: { statementMs: 120_000, waitMs: 120_000 } } });
  await createSurroundings(app.db);
  const call = await createCall(app);
  callId = call.id;
  draft = await createDraft(app, call.id);
  const others = await Promise.all([1, 2, 3, 4].map(() => app.login()));
  await sql`
    insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, created_at, submitted_at, updated_at,
      title, pi_first_name, pi_last_name, pi_affiliation, research_title)
    select 'X-' || n, ${call.id}, ${call.flowVersionId}, ${call.cutoffIds[0]},
      (${others.map(({ userId }) => userId)}::bigint[])[1 + n % 4], 'submitted', ${app.platform.now()},
      ${app.platform.now()}, ${app.platform.now()}, md5(n::text), md5(n || 'a'), md5(n || 'b'), md5(n || 'c'), md5(n || 'd')
    from generate_series(1, ${applications}::int) n`.execute(app.db);
  await sql`analyze applications`.execute(app.db);
}, 120_000);
afterAll(() => app.close());

it('an applicant’s count does not wait behind eight long lists of everybody’s applications', async ({
  annotate,
}) => {
  const staff = await Promise.all(Array.from({ length: 8 }, () => app.login({ role: 'pro' })));
  const count = async () => {
    const beganAt = performance.now();
    const { status } = await app.call('GET', `/v2/applications/count/${callId}`, { token: draft.token });
    expect(status).toBe(200);
    return performance.now() - beganAt;
  };
  const alone: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) alone.push(await count());

  let isOver = false;
  const listTimes: number[] = [];
  const lists = staff.map(async ({ token }) => {
    while (!isOver) {
      const beganAt = performance.now();
      const answer = await app.call('POST', '/v2/applications/search', {
        token,
        body: {
          role: 'pro',
          orderBy: { column: 'researchTitle', direction: 'ASC' },
          searchBy: [{ column: 'firstName', op: 'not_contains', value: 'a' }],
        },
      });
      expect(answer.status).toBe(200);
      listTimes.push(performance.now() - beganAt);
    }
  });
  const beside: number[] = [];
  const endsAt = performance.now() + besideMs;
  while (performance.now() < endsAt) beside.push(await count());
  isOver = true;
  await Promise.all(lists);

  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const summary = `count ${median(beside).toFixed(1)} ms beside eight lists of ${median(listTimes).toFixed(1)} ms at a time (${beside.length} and ${listTimes.length} times), ${median(alone).toFixed(1)} ms alone`;
  await annotate(summary);
  expect(Math.min(beside.length, listTimes.length), summary).toBeGreaterThan(20);
  // It waits for a processor, and for no list: whoever waits for those before takes as long as they do.
  expect(median(beside), summary).toBeLessThan(median(listTimes) / 2);
});
