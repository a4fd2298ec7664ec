import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, type Draft } from '../../testing/factories.ts';

const applications = 60_000;
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

  let listsDone = 0;
  const listTimes: number[] = [];
  const lists = staff.map(async ({ token }) => {
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
    listsDone += 1;
  });
  const beside: number[] = [];
  while (listsDone < lists.length) beside.push(await count());
  await Promise.all(lists);

  const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  const summary = `count p95 ${p95(beside).toFixed(1)} ms beside eight lists (${beside.length} times; the lists ${Math.min(...listTimes).toFixed(0)} to ${Math.max(...listTimes).toFixed(0)} ms), ${p95(alone).toFixed(1)} ms alone: ${(p95(beside) / p95(alone)).toFixed(1)} times`;
  await annotate(summary);
  expect(beside.length, summary).toBeGreaterThan(5);
  // The longest list is in front of nobody's count.
  expect(p95(beside), summary).toBeLessThan(Math.max(...listTimes) / 4);
});
