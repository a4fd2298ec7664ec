import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAsRecipient } from '../../../across/letters/read-as-recipient.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app);
});
afterAll(() => app.close());

const unknownId = 99_999_999;
/** Answers to the same request about an account that exists and about one that does not. */
async function both(
  who: Player,
  method: string,
  path: string,
  about: (userId: number) => object,
  to: Player,
) {
  const ask = (userId: number) => world.as(who, method, path, about(userId));
  const answers = [await ask(world.people[to].userId), await ask(unknownId)];
  return answers.map(({ status, body }) => ({ status, body }));
}

it('handing on answers alike for existing and unknown accounts in every state of the assignment', async () => {
  const path = (id: string) => `/v2/assignments/${id}/hand-on`;
  const alike = async (who: Player, id: string, to: Player) => {
    const [existing, unknown] = await both(who, 'PUT', path(id), (userId) => ({ userId }), to);
    expect([to, existing]).toEqual([to, unknown]);
    return existing?.status;
  };
  const application = await world.submitted();
  const review = await world.give(application, 'REV', 'reviewer');
  // Reviewers may not assign; a representative may, and finds colleagues by name, but not the other accounts.
  for (const to of ['colleague', 'stranger', 'owner'] as const)
    expect(await alike('reviewer', review, to)).toBe(403);
  const check = await world.give(application, 'TECH', 'centre', { partitionId: 'aurora-cpu' });
  for (const to of ['colleague', 'stranger', 'pro'] as const)
    expect(await alike('centre', check, to)).toBe(404);

  expect(
    (await world.as('reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true }))
      .status,
  ).toBe(200);
  for (const to of ['colleague', 'stranger'] as const) expect(await alike('reviewer', review, to)).toBe(403);
  const submit = { data: [], newGroups: [] };
  expect((await world.as('reviewer', 'PUT', `/v2/assignments/${review}/submit`, submit)).status).toBe(200);
  for (const to of ['colleague', 'stranger'] as const) expect(await alike('reviewer', review, to)).toBe(409);
});

it('assigning and marking a conflict answer alike, too, for people who may do neither', async () => {
  const application = await world.submitted();
  await world.give(application, 'REV', 'reviewer');
  for (const who of ['reviewer', 'owner'] as const) {
    const [existing, unknown] = await both(
      who,
      'POST',
      `/v2/applications/${application.id}/assign`,
      (userId) => ({ flowElementId: 'REV', userId, role: 'scientific_reviewer' }),
      'stranger',
    );
    expect(existing).toEqual(unknown);
  }
  for (const who of ['reviewer', 'owner'] as const) {
    const mark = (userId: number) =>
      world.as(who, 'PUT', `/v2/applications/${application.id}/conflicts/${userId}`, {
        reason: 'Same house',
        source: 'marked',
      });
    const [existing, unknown] = [await mark(world.people.stranger.userId), await mark(unknownId)];
    expect({ status: existing.status, body: existing.body }).toEqual({
      status: unknown.status,
      body: unknown.body,
    });
    expect(existing.status).not.toBe(400);
  }
});

it('a locked account is given no work, like one that does not exist, and gets no emails about the work that it has', async () => {
  const application = await world.submitted();
  const review = await world.give(application, 'REV', 'reviewer');
  const statusOf = (player: Player, status: 'active' | 'suspended') =>
    app.db.updateTable('users').set({ status }).where('id', '=', world.people[player].userId).execute();
  await statusOf('colleague', 'suspended');
  await statusOf('reviewer', 'suspended');
  const about = (userId: number) => ({ flowElementId: 'REV', userId, role: 'scientific_reviewer' });
  const [locked, unknown] = await both(
    'pro',
    'POST',
    `/v2/applications/${application.id}/assign`,
    about,
    'colleague',
  );
  expect([locked?.status, locked]).toEqual([404, unknown]);
  const suggested = await world.as('pro', 'POST', '/users/suggestions', { pageSize: 100 });
  const ids = suggested.body.data.map(({ id }: { id: number }) => id);
  expect(ids).not.toContain(world.people.colleague.userId);
  const { email } = world.people.reviewer;
  expect(
    await readAsRecipient(
      app.platform,
      { applicationId: application.id, userId: world.people.reviewer.userId, address: email },
      'en',
    ),
  ).toBeNull();
  expect(review).not.toBe('');
  await statusOf('colleague', 'active');
  await statusOf('reviewer', 'active');
});
