import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../testing/factories.ts';
import { warmFlows } from './warm-flows.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
  await createSurroundings(app.db);
});
afterAll(() => app.close());

it('has read the flows of published calls before the first applicant comes', async () => {
  const early = await createCall(app);
  await warmFlows(app.platform, new Date('2026-11-21T12:00:00Z'));
  const late = await createCall(app);
  const { token } = await app.login();
  const apply = async (callId: number) => {
    const statements = await app.sqlOf(() =>
      app.call('POST', '/v2/applications', { token, body: { callId } }),
    );
    return statements.filter((text) => text.includes('from flow_versions f where f.id')).length;
  };
  expect([await apply(early.id), await apply(late.id)]).toEqual([0, 1]);
});
