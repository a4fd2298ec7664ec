import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { itemOf, openWhole } from '../../../testing/factories.ts';
import {
  createReviewWorld,
  type Player,
  partitions,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

/** Words that are asked for when another step says so. */
const words = (id: string, validation: object) => ({
  id,
  type: 'text',
  title: id,
  effects: [{ effect: 'visible', validations: [[validation]] }],
});
const scored = { elements: ['score'], type: 'greater', values: ['3'] };
const titled = { elements: ['title'], type: 'not_equal', values: [''] };

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp(), ({ steps, ...flow }) => ({
    ...flow,
    steps: [
      ...steps.map((one) => {
        const form = { id: `${one.id}_form`, title: one.id, order: 0 };
        if (one.id === 'REPLY')
          return { ...one, forms: [{ ...form, elements: [words('words', scored), words('more', titled)] }] };
        if (one.id !== 'REV') return one;
        const view = [{ role: 'applicant', scope: 'own', of: { released: 'REV' }, audience: ['panel_only'] }];
        const score = { id: 'score', type: 'number', title: 'Score', config: { audience: 'panel_only' } };
        const permissions = { assign: ['panel_chair'], assignable: [], view };
        return { ...one, permissions, forms: [{ ...form, elements: [score] }] };
      }),
      {
        id: 'PAN',
        title: 'PAN',
        order: 6,
        type: 'review',
        ownerRole: 'panel_chair',
        forms: [{ id: 'PAN_form', title: 'PAN', order: 0, elements: [words('rank', titled)] }],
      },
    ],
  }));
});
afterAll(() => world.app.close());

async function ok(who: Player, method: string, path: string, body: object = {}) {
  const answer = await world.as(who, method, path, body);
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

it('computes a form with what whoever fills it in may read, on the page and when it is saved', async () => {
  const { app, as, give, people, submitted } = world;
  const application = await submitted();
  const review = await give(application, 'REV', 'reviewer');
  await ok('reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
  await ok('reviewer', 'PUT', `/v2/assignments/${review}/submit`, {
    data: [itemOf('score', ['4'])],
    newGroups: [],
  });
  const tech = await give(application, 'TECH', 'centre', { partitionId: partitions[1] });
  await ok('centre', 'PUT', `/v2/assignments/${tech}/accept`, { accepted: true });
  await ok('centre', 'PUT', `/v2/assignments/${tech}/submit`, {
    data: [itemOf('fits', ['no'])],
    newGroups: [],
  });
  await ok('pro', 'POST', `/v2/applications/${application.id}/unlock`, { flowElementId: 'REPLY' });
  const reply = await give(application, 'REPLY', 'owner');
  const told = async (who: Player, id: string) => {
    const { body } = await openWhole(app, application.uid, people[who].token);
    const { submitted: read, partitions: left } = body.assignments.find(
      (one: { id: string }) => one.id === id,
    ).formFacts;
    const values = (read as { answers: { values: string[] }[] }[]).map(({ answers }) =>
      answers.flatMap((one) => one.values),
    );
    return [values, left];
  };
  const save = async (who: Player, id: string, element: string) =>
    (
      await as(who, 'PUT', `/v2/assignments/${id}/save`, {
        data: [itemOf(element, ['So'])],
        newGroups: [],
      })
    ).status;

  expect(await told('owner', reply)).toEqual([[['Waves']], [...partitions]]);
  expect([await save('owner', reply, 'words'), await save('owner', reply, 'more')]).toEqual([422, 200]);
  for (const flowElementId of ['REV', 'TECH'])
    await ok('pro', 'POST', `/v2/applications/${application.id}/release`, { flowElementId });
  expect(await told('owner', reply)).toEqual([[['Waves'], ['4']], [partitions[0]]]);
  expect(await save('owner', reply, 'words')).toBe(200);

  // What is read by a panel counts when it is saved as it does on the page.
  const { body } = await as('pro', 'POST', `/v2/applications/${application.id}/assign`, {
    flowElementId: 'PAN',
    userId: people.chair.userId,
    role: 'panel_chair',
  });
  await ok('chair', 'PUT', `/v2/assignments/${body.id}/accept`, { accepted: true });
  expect(await told('chair', body.id)).toEqual([[['Waves']], [partitions[0]]]);
  expect(await save('chair', body.id, 'rank')).toBe(200);
});
