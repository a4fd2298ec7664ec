import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { itemOf } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';
import { lockAssignment } from '../sql.ts';

let world: ReviewWorld;
beforeAll(async () => {
  // A reply is shown by what the review says, and a review by nothing of others.
  const effects = [
    { effect: 'visible', validations: [{ elements: ['score'], type: 'equal', values: ['314159'] }] },
  ];
  world = await createReviewWorld(await buildTestApp(), (small) => ({
    ...small,
    steps: small.steps.map((step) => {
      const view = [{ role: 'applicant', scope: 'own', of: { released: 'REV' }, audience: ['public'] }];
      if (step.id === 'REV')
        return { ...step, permissions: { assign: ['panel_chair'], assignable: [], view } };
      if (step.id !== 'REPLY') return step;
      const elements = [{ id: 'words', type: 'text', title: 'Words', effects }];
      return { ...step, forms: [{ id: 'REPLY_form', title: 'REPLY', order: 0, elements }] };
    }),
  }));
});
afterAll(() => world.app.close());

it('a save and a submit read of others what was submitted of the steps that their form refers to, and nothing else', async () => {
  const { app, as, give, submitted } = world;
  const application = await submitted();
  const [one, two] = [
    await give(application, 'REV', 'reviewer'),
    await give(application, 'REV', 'colleague'),
  ];
  const write = async (who: Player, word: string, id: string, item: object) => {
    const answer = await as(who, 'PUT', `/v2/assignments/${id}/${word}`, { data: [item], newGroups: [] });
    return [answer.status, answer.body.message];
  };
  for (const [who, id] of [
    ['reviewer', one],
    ['colleague', two],
  ] as const)
    await as(who, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
  expect(await write('reviewer', 'submit', one, itemOf('score', ['314159']))).toEqual([200, undefined]);
  // Of several the first one counts.
  app.clock.advance(1_000);
  await app.db.transaction().execute(async (tx) => {
    const told = JSON.stringify(await lockAssignment(app.platform, tx, two));
    for (const text of ['314159', 'Waves']) expect(told).not.toContain(text);
  });
  const readsOf = async (send: () => Promise<unknown>) => {
    const statements = await app.sqlOf(async () => expect(await send()).toEqual([200, undefined]));
    const contents = statements.filter((statement) => /submitted_content as submitted/.test(statement));
    return [statements.length, contents.length];
  };
  expect(await readsOf(() => write('colleague', 'save', two, itemOf('score', ['1'])))).toEqual([3, 0]);
  expect(
    await readsOf(() => write('colleague', 'submit', two, itemOf('score', ['2'], { revision: 1 }))),
  ).toEqual([5, 0]);

  for (const [action, flowElementId] of [
    ['release', 'REV'],
    ['unlock', 'REPLY'],
  ])
    await as('pro', 'POST', `/v2/applications/${application.id}/${action}`, { flowElementId });
  const reply = await give(application, 'REPLY', 'owner');
  expect(await readsOf(() => write('owner', 'save', reply, itemOf('words', ['So'])))).toEqual([4, 1]);
  expect(
    await readsOf(() => write('owner', 'submit', reply, itemOf('words', ['So be it'], { revision: 1 }))),
  ).toEqual([6, 1]);
  // What it refers to is there: else the words would have been hidden, and dropped.
  const { submitted_content: content } = await app.db
    .selectFrom('assignments')
    .select('submitted_content')
    .where('id', '=', reply)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(content)).toContain('So be it');
});
