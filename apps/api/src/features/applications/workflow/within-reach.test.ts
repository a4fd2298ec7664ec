import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { type Draft, itemOf, openWhole } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';

/** What people may command of an application reaches as far as it is opened to them, and no further. */

let world: ReviewWorld;
/** One in which centre, panel and the chair of the committee read the application once the reviews are released. */
let later: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp());
  later = await createReviewWorld(await buildTestApp(), ({ steps, ...flow }) => ({
    ...flow,
    steps: steps.map((one) => {
      if (one.id !== 'APP') return one;
      const { permissions } = one as unknown as { permissions: { view: object[] } };
      const view = permissions.view.map((rule) => ({ ...rule, of: { released: 'REV' } }));
      return { ...one, permissions: { view } };
    }),
  }));
});
afterAll(async () => {
  await world.app.close();
  await later.app.close();
});

async function ok({ as }: ReviewWorld, who: Player, method: string, path: string, body: object = {}) {
  const answer = await as(who, method, path, body);
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

it('tells by no command, name or evidence of an application before a view rule opens it', async () => {
  const { app, as, give, submitted, people } = later;
  const application = await submitted();
  const review = await give(application, 'REV', 'reviewer');
  const asked = (id: number, who: Player) =>
    Promise.all(
      [
        as(who, 'GET', `/v2/applications/${id}`),
        as(who, 'POST', `/v2/applications/${id}/withdraw`, {}),
        as(who, 'POST', `/v2/applications/${id}/release`, { flowElementId: 'REV' }),
        as(who, 'PATCH', `/v2/applications/${id}/assignments/${review}/lead`, {}),
        as(who, 'GET', `/v2/applications/${id}/conflicts/evidence?userIds=${people.reviewer.userId}`),
        as(who, 'GET', `/users/application/${id}`),
      ].map(async (answer) => {
        const { status, body } = await answer;
        return [status, body.code];
      }),
    );
  const readers = ['centre', 'chair', 'acChair'] as const;
  for (const who of readers) {
    const missing = await asked(9_999_999, who);
    expect([who, missing.map(([status]) => status)]).toEqual([who, [404, 404, 404, 404, 404, 404]]);
    expect([who, await asked(application.id, who)]).toEqual([who, missing]);
  }
  await ok(later, 'reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
  await ok(later, 'reviewer', 'PUT', `/v2/assignments/${review}/submit`, {
    data: [itemOf('score', ['4'])],
    newGroups: [],
  });
  await ok(later, 'pro', 'POST', `/v2/applications/${application.id}/release`, { flowElementId: 'REV' });
  for (const who of readers) {
    expect([who, (await openWhole(app, application.uid, people[who].token)).status]).toEqual([who, 200]);
    const { body } = await as(who, 'POST', `/v2/applications/${application.id}/withdraw`, {});
    expect([who, body.code]).toEqual([who, 'forbidden']);
  }
});

it('tells whoever makes a lead that it is one, and nothing of how far the work has come', async () => {
  const { give, submitted } = world;
  const application = await submitted();
  const review = await give(application, 'REV', 'reviewer');
  await ok(world, 'reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
  const deadline = '2026-12-24T11:22:33.000Z';
  await ok(world, 'pro', 'PUT', `/v2/assignments/${review}/deadline`, { deadline });
  const path = `/v2/applications/${application.id}/assignments/${review}/lead`;
  expect(await ok(world, 'acChair', 'PATCH', path)).toEqual({
    id: review,
    flowElementId: 'REV',
    partitionId: null,
    isLead: true,
  });
});

/** Takes it back and submits it with the answers that are given now. */
async function submitAgain({ id, assignmentId }: Draft, answers: Record<string, string[]>) {
  await ok(world, 'owner', 'POST', `/v2/applications/${id}/take-back`);
  await ok(world, 'owner', 'PUT', `/v2/assignments/${assignmentId}/submit`, {
    data: Object.entries(answers).map(([element, values]) => itemOf(element, values, { revision: 1 })),
    newGroups: [],
  });
}

it('goes with a submission that was taken back to the panel that its research field has then', async () => {
  const { app, as, people, submitted } = world;
  const other = await app.login({ role: 'panel_chair' });
  await app.db
    .insertInto('memberships')
    .values({ user_id: other.userId, panel: 'PE2', part: 'chair' })
    .execute();
  const application = await submitted();
  expect((await as('chair', 'GET', `/v2/applications/${application.id}`)).status).toBe(200);
  await submitAgain(application, { panel: ['PE2'] });
  const readers = [people.chair, other].map(({ token }) => openWhole(app, application.uid, token));
  expect((await Promise.all(readers)).map(({ status }) => status)).toEqual([404, 200]);
});
