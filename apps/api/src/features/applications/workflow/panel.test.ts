import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createReviewWorld, type ReviewWorld } from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
let physicist: SignedIn;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app);
  physicist = await app.login({ role: 'panel_chair' });
  await app.db
    .insertInto('memberships')
    .values({ user_id: physicist.userId, panel: 'PE2', part: 'chair' })
    .execute();
});
afterAll(() => app.close());

it('staff give an application to another panel, whose members read it from then on, and those of the old one no more', async () => {
  const application = await world.submitted();
  const path = `/v2/applications/${application.id}`;
  const readers = async () => {
    const opened = [];
    for (const { token } of [world.people.chair, physicist]) {
      const { status } = await app.call('GET', path, { token });
      const { body } = await app.call('POST', '/v2/applications/search?limit=10&offset=0', {
        token,
        body: { role: 'panel_chair' },
      });
      opened.push([status, body.total]);
    }
    return opened;
  };
  const told = async () => (await world.as('pro', 'GET', path)).body.panel?.value;
  expect([await told(), await readers()]).toEqual([
    'PE1',
    [
      [200, 1],
      [404, 0],
    ],
  ]);

  for (let times = 0; times < 2; times += 1)
    expect(await world.as('pro', 'PUT', `${path}/panel`, { panel: 'PE2' })).toMatchObject({
      status: 200,
      body: { status: 'submitted' },
    });
  expect([await told(), await readers()]).toEqual([
    'PE2',
    [
      [404, 0],
      [200, 1],
    ],
  ]);
  const events = await app.db
    .selectFrom('events')
    .select(['user_id', 'actor_id', 'detail'])
    .where('application_id', '=', application.id)
    .where('type', '=', 'panel_changed')
    .execute();
  expect(events).toEqual([
    { user_id: null, actor_id: world.people.pro.userId, detail: { panel: 'PE2', before: 'PE1' } },
  ]);

  expect(await world.as('pro', 'PUT', `${path}/panel`, { panel: 'PE0' })).toMatchObject({
    status: 422,
    body: { code: 'panel_not_offered' },
  });
  for (const [who, status] of [
    ['owner', 403],
    ['chair', 404],
    ['stranger', 404],
  ] as const)
    expect([who, (await world.as(who, 'PUT', `${path}/panel`, { panel: 'PE1' })).status]).toEqual([
      who,
      status,
    ]);
  expect([await told(), (await world.as('owner', 'GET', path)).body.panel]).toEqual(['PE2', undefined]);
});

it('keeps its new panel when it is handed in again', async () => {
  const application = await world.submitted();
  const path = `/v2/applications/${application.id}`;
  await world.as('pro', 'PUT', `${path}/panel`, { panel: 'PE2' });
  const deadline = new Date(app.platform.now().getTime() + 86_400_000).toISOString();
  const decided = await world.as('pro', 'PUT', `/v2/assignments/${application.assignmentId}/decide`, {
    outcome: 'request_changes',
    reason: 'Say more',
    deadline,
  });
  expect(decided.status).toBe(200);
  const again = await world.as('owner', 'PUT', `/v2/assignments/${application.assignmentId}/submit`, {
    data: [],
    newGroups: [],
  });
  expect([again.status, (await world.as('pro', 'GET', path)).body.panel.value]).toEqual([200, 'PE2']);
});
