import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { type Draft, itemOf } from '../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../testing/review-world.ts';

const ranking = {
  id: 'RANK',
  title: 'Ranking',
  order: 4.5,
  type: 'ranking',
  ownerRole: 'panel_chair',
  permissions: { assign: [], assignable: [], view: [] },
  forms: [
    {
      id: 'RANK_form',
      title: 'Ranking',
      order: 0,
      elements: [{ id: 'rank', type: 'number', title: 'Rank', config: { id: 'rank', required: true } }],
    },
  ],
};

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp(), (small) => ({
    ...small,
    steps: [...small.steps.map((step) => ({ ...step, order: step.order * 2 })), { ...ranking, order: 9 }],
  }));
});
afterAll(() => world.app.close());

/** The ranking of an application, accepted by the chair. */
async function toRank(application: Draft): Promise<string> {
  const { body } = await world.as('pro', 'POST', `/v2/applications/${application.id}/assign`, {
    flowElementId: 'RANK',
    userId: world.people.chair.userId,
    role: 'panel_chair',
  });
  await world.as('chair', 'PUT', `/v2/assignments/${body.id}/accept`, { accepted: true });
  return body.id;
}
const send = (id: string, how: 'save' | 'submit', rank: string) =>
  world.as('chair', 'PUT', `/v2/assignments/${id}/${how}`, { data: [itemOf('rank', [rank])], newGroups: [] });
const ranksTold = async (who: Player, application: Draft) =>
  (await world.as(who, 'GET', `/v2/applications/${application.id}`)).body.ranks;

it('shows who ranks an application the ranks of the others in its panel and cut-off', async () => {
  const [one, two, three, hidden] = [
    await world.submitted(),
    await world.submitted(),
    await world.submitted(),
    await world.submitted(),
  ];
  const ids = [await toRank(one), await toRank(two), await toRank(three), await toRank(hidden)];
  expect(await ranksTold('chair', one)).toEqual([]);
  expect((await send(ids[1] ?? '', 'submit', '4')).status).toBe(200);
  expect((await send(ids[2] ?? '', 'save', '5')).status).toBe(200);
  expect((await send(ids[3] ?? '', 'submit', '6')).status).toBe(200);
  await world.as('pro', 'PUT', `/v2/applications/${hidden.id}/conflicts/${world.people.chair.userId}`, {
    reason: 'One office.',
  });
  expect(await ranksTold('chair', one)).toEqual(
    [
      { uid: two.uid, rank: '4' },
      { uid: three.uid, rank: '5' },
    ].toSorted((left, right) => (left.uid < right.uid ? -1 : 1)),
  );
  // Not blocked: the panel may have its reasons.
  expect((await send(ids[0] ?? '', 'submit', '4')).status).toBe(200);
  expect(await ranksTold('acChair', one)).toBeUndefined();
  expect(await ranksTold('owner', one)).toBeUndefined();
  await world.app.db.updateTable('applications').set({ panel: 'LS1' }).where('id', '=', two.id).execute();
  expect((await ranksTold('chair', one)).map(({ uid }: { uid: string }) => uid)).toEqual([three.uid]);
});
