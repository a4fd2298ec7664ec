import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { createDraft, type Draft } from '../../../testing/factories.ts';
import {
  createReviewWorld,
  type Player,
  partitions,
  type ReviewWorld,
} from '../../../testing/review-world.ts';

let world: ReviewWorld;
let scored: Draft;
let quiet: Draft;
let own: Draft;

beforeAll(async () => {
  world = await createReviewWorld(await buildTestApp({ now: '2026-11-21T12:00:00Z' }), (small) => ({
    ...small,
    steps: small.steps.map((step) =>
      step.id === 'REV'
        ? {
            ...step,
            title: 'Scientific review',
            config: { needs: 3 },
            forms: [
              {
                id: 'REV_form',
                title: 'REV',
                order: 0,
                elements: [
                  { id: 'mark', type: 'number', title: 'Mark', config: { id: 'score', decimals: 1 } },
                ],
              },
            ],
          }
        : step,
    ),
  }));
  const { app, submitted, give, people } = world;
  [scored, quiet, own] = [await submitted(), await submitted(), await submitted()];
  const review = async (application: Draft, who: Player, mark: string) => {
    const id = await give(application, 'REV', who);
    await world.as(who, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
    const answer = await world.as(who, 'PUT', `/v2/assignments/${id}/submit`, {
      data: [{ flowElementId: 'mark', dataGroupId: null, input: { values: [mark] }, revision: 0 }],
      newGroups: [],
    });
    expect(answer.status).toBe(200);
  };
  await review(scored, 'reviewer', '9.5');
  await review(scored, 'colleague', '14');
  await review(own, 'reviewer', '3');
  await app.db
    .updateTable('applications')
    .set({ owner_id: people.pro.userId })
    .where('id', '=', own.id)
    .execute();
  await app.db
    .insertInto('decisions')
    .values({
      application_id: scored.id,
      partition_id: partitions[0],
      version: 1,
      outcome: 'awarded',
      amount: '500',
      decided_at: '2026-11-21T12:00:00Z',
    })
    .execute();
});
afterAll(() => world.app.close());

const table = (who: Player, query = '') => world.as(who, 'GET', `/v2/calls/${world.callId}/scores${query}`);

it('tells staff the scores of a cut-off, and nobody else', async () => {
  const { status, body } = await table('otherPro');
  expect([status, body.total, body.steps]).toEqual([200, 3, [{ id: 'REV', title: 'Scientific review' }]]);
  expect(body.cutoffs.map(({ id }: { id: number }) => id)).toContain(body.cutoffId);
  expect(
    body.data.map(({ uid, scores, rank }: { uid: string; scores: object[]; rank: null }) => [
      uid,
      scores,
      rank,
    ]),
  ).toEqual([
    [scored.uid, [{ stepId: 'REV', values: ['14', '9.5'], needed: 3, mean: '11.75', spread: '4.5' }], null],
    [quiet.uid, [{ stepId: 'REV', values: [], needed: 3, mean: null, spread: null }], null],
    [own.uid, [{ stepId: 'REV', values: ['3'], needed: 3, mean: '3', spread: null }], null],
  ]);
  expect(body.data[0]).toMatchObject({
    asked: [
      { partitionId: partitions[0], amount: null },
      { partitionId: partitions[1], amount: null },
    ],
    decisions: [{ partition: 'Aurora CPU', outcome: 'awarded', amount: '500' }],
  });
  // Neither the own one nor, after that, one with a conflict of interest.
  const uids = async () => (await table('pro')).body.data.map(({ uid }: { uid: string }) => uid);
  expect(await uids()).toEqual([scored.uid, quiet.uid]);
  await world.as('otherPro', 'PUT', `/v2/applications/${quiet.id}/conflicts/${world.people.pro.userId}`, {
    reason: 'My sister',
  });
  expect(await uids()).toEqual([scored.uid]);
  for (const who of ['owner', 'reviewer', 'chair', 'acChair', 'centre'] as const)
    expect([who, (await table(who)).status]).toEqual([who, 403]);
  expect((await table('otherPro', '?cutoffId=999999')).body.cutoffId).toBe(body.cutoffId);
});

it('writes them into a file, one row an application', async () => {
  const answer = await table('otherPro', '/file?format=csv');
  expect(answer.status).toBe(200);
  const [head, first] = answer.bytes.toString('utf8').replace('\ufeff', '').split('\r\n');
  expect(head).toMatch(
    /^Application ID,Project,PI Name,Panel,Scientific review,Scientific review: average,Scientific review: spread,Scientific review: submitted,Scientific review: needed,Rank,Aurora CPU: requested/,
  );
  expect(first).toContain('14; 9.5,11.75,4.5,2,3,');
  expect(first).toContain('"Aurora CPU: Awarded, 500"');
});

it('tells staff how many drafts others have, and nobody else', async () => {
  const { app, people, callId } = world;
  const count = async (who: Player) => (await world.as(who, 'GET', `/v2/applications/count/${callId}`)).body;
  await createDraft(app, callId, people.owner);
  await createDraft(app, callId, people.pro);
  expect(await count('otherPro')).toEqual({ total: 0, submitted: 0, draftsOfOthers: 2 });
  expect(await count('pro')).toMatchObject({ draftsOfOthers: 1 });
  for (const who of ['owner', 'chair', 'acChair'] as const)
    expect([who, Object.keys(await count(who))]).toEqual([who, ['total', 'submitted']]);
});
