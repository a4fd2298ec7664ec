import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { type Draft, openWhole } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
const now = '2026-11-21T12:00:00.000Z';
beforeAll(async () => {
  app = await buildTestApp({ now });
  world = await createReviewWorld(app);
});
afterAll(() => app.close());

const named = [
  { name: ' Zoë  Ångström ', email: 'Zoe@Example.org', institution: 'Lab of the North' },
  { name: 'Ben Babbage' },
];
const refuse = (id: string, suggests: object[] = named) =>
  world.as('reviewer', 'PUT', `/v2/assignments/${id}/accept`, {
    accepted: false,
    reason: 'No time.',
    suggests,
  });
const rows = () =>
  app.db
    .selectFrom('suggested_replacements')
    .selectAll()
    .orderBy('assignment_id')
    .orderBy('position')
    .execute();
const told = async ({ uid }: Draft, who: Player) =>
  (await openWhole(app, uid, world.people[who].token)).body.suggestedReplacements;

it('keeps whom somebody names who refuses, once, and tells it to those who may assign the step', async () => {
  const application = await world.submitted();
  const id = await world.give(application, 'REV', 'reviewer');
  const answer = await refuse(id);
  expect([answer.status, answer.body.status]).toEqual([200, 'refused']);
  const row = (position: number, more: object) => ({
    id: expect.any(String),
    assignment_id: id,
    suggested_by: world.people.reviewer.userId,
    position,
    created_at: new Date(now),
    ...more,
  });
  const kept = [
    row(0, { name: 'Zoë  Ångström', email: 'zoe@example.org', institution: 'Lab of the North' }),
    row(1, { name: 'Ben Babbage', email: null, institution: null }),
  ];
  expect(await rows()).toEqual(kept);
  const events = await app.db
    .selectFrom('events')
    .select(['type', 'detail'])
    .where('assignment_id', '=', id)
    .where('type', '=', 'refused')
    .execute();
  expect(events).toHaveLength(1);
  // The log holds no names of people who know nothing of it.
  expect(JSON.stringify(events)).not.toContain('Babbage');

  // The same again, as after a lost answer, and with other names.
  expect((await refuse(id, [{ name: 'Somebody Else' }])).status).toBe(200);
  expect(await rows()).toEqual(kept);

  const seen = [
    {
      stepId: 'REV',
      partitionId: null,
      name: 'Zoë  Ångström',
      email: 'zoe@example.org',
      institution: 'Lab of the North',
    },
    { stepId: 'REV', partitionId: null, name: 'Ben Babbage', email: null, institution: null },
  ];
  expect(await told(application, 'pro')).toEqual(seen.map((one) => ({ ...one, assignmentId: id })));
  // Who refused is told to staff alone.
  expect(await told(application, 'chair')).toEqual(seen);
  for (const who of ['owner', 'reviewer', 'centre', 'acChair', 'stranger'] as const)
    expect([who, await told(application, who)]).toEqual([who, undefined]);
  await world.give(application, 'REV', 'colleague');
  expect(await told(application, 'colleague')).toBeUndefined();
});

it('goes with the account of whoever named them, and of whoever was named', async () => {
  const application = await world.submitted();
  const id = await world.give(application, 'REV', 'reviewer');
  expect(
    (await refuse(id, [{ name: 'Named', email: world.people.stranger.email }, { name: 'Other' }])).status,
  ).toBe(200);
  const of = async () => (await rows()).filter((row) => row.assignment_id === id).map(({ name }) => name);
  expect(await of()).toEqual(['Named', 'Other']);
  for (const [who, left] of [
    ['stranger', ['Other']],
    ['reviewer', []],
  ] as const) {
    const { userId, token } = world.people[who];
    const closed = await app.call('DELETE', `/users/${userId}`, { token, body: { confirmation: 'DELETE' } });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect(await of()).toEqual(left);
  }
});
