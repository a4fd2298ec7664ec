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
            permissions: {
              assign: ['panel_chair'],
              assignable: [],
              view: [
                { role: 'panel_chair', scope: 'panel', of: 'submitted', audience: ['public'] },
                { role: 'ac_chair', scope: 'call', of: { released: 'REV' }, audience: ['public'] },
              ],
            },
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
        : step.id === 'FIN'
          ? { ...step, permissions: { assign: ['pro'], assignable: ['scientific_reviewer'], view: [] } }
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

it('tells staff the scores of a cut-off, and no reviewer, centre or applicant', async () => {
  const { status, body } = await table('otherPro');
  expect([status, body.total, body.steps]).toEqual([
    200,
    3,
    [{ id: 'REV', title: 'Scientific review', told: {} }],
  ]);
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
  for (const who of ['owner', 'reviewer', 'centre'] as const)
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
  // Awards are numbers, and the name of the file has the call and the cut-off.
  const at = (head ?? '').split(',').indexOf('Aurora CPU: awarded (node hours)');
  expect(at).toBeGreaterThan(0);
  expect((first ?? '').replaceAll(/"[^"]*"/g, 'quoted').split(',')[at]).toBe('500');
  expect(answer.headers['content-disposition']).toMatch(/scores-[^"]+-\d{4}-\d\d-\d\d\.csv/);
});

interface Row {
  uid: string;
  title: string;
  panel: string | null;
  scores: { stepId: string; values: string[]; needed: number }[];
  decisions: object[];
}
const scoresBy = ({ body }: { body: { data: Row[] } }) =>
  Object.fromEntries(body.data.map(({ uid, scores }) => [uid, scores[0]?.values]));

it('tells people who rank or decide what the page of each application shows them, and no more', async () => {
  const chair = await table('chair');
  expect(chair.status).toBe(200);
  expect(scoresBy(chair)).toEqual({ [scored.uid]: ['14', '9.5'], [quiet.uid]: [], [own.uid]: ['3'] });
  // As on the page no decision before it is released. A chair knows the applications of their panel.
  for (const row of chair.body.data as Row[]) expect([row.panel, row.decisions]).toEqual(['PE1', []]);
  expect(chair.body.data[0]).toMatchObject({ title: 'Waves', asked: [{ amount: null }, { amount: null }] });
  for (const { uid, scores } of chair.body.data as Row[]) {
    const page = (await world.as('chair', 'GET', `/v2/applications/${uid}`)).body;
    const shown = page.assignments
      .filter(({ stepId }: { stepId: string }) => stepId === 'REV')
      .flatMap(({ answers }: { answers: { mark?: [number, string[]][] } }) => answers.mark?.[0]?.[1] ?? []);
    expect(shown.sort()).toEqual([...(scores[0]?.values ?? [])].sort());
  }
  // The committee reads reviews once they are released: of what comes later nothing.
  expect(scoresBy(await table('acChair'))).toEqual({ [scored.uid]: [], [quiet.uid]: [], [own.uid]: [] });
  const released = { flowElementId: 'REV', applicationIds: [scored.id] };
  expect((await world.as('otherPro', 'POST', `/v2/calls/${world.callId}/release`, released)).status).toBe(
    200,
  );
  await world.app.db.updateTable('step_states').set({ released_at: '2026-11-21T12:00:00Z' }).execute();
  expect(scoresBy(await table('acChair'))).toEqual({
    [scored.uid]: ['14', '9.5'],
    [quiet.uid]: [],
    [own.uid]: [],
  });
  const file = await table('chair', '/file?format=csv');
  expect(file.bytes.toString('utf8')).toContain('14; 9.5,11.75,4.5,2,3,');
  expect(file.bytes.toString('utf8')).toContain(',Panel,');
  expect((await table('reviewer', '/file?format=csv')).status).toBe(403);
});

it('opens to a reviewer who is given the decision, of what they may read', async () => {
  const { status } = await table('reviewer');
  expect(status).toBe(403);
  const id = await world.give(quiet, 'FIN', 'reviewer', { by: 'otherPro' });
  // Work that is not taken on shows nothing.
  expect((await table('reviewer')).status).toBe(403);
  expect(
    (await world.as('reviewer', 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true }))
      .status,
  ).toBe(200);
  const { body } = await table('reviewer');
  // Their own scores, on the applications that they work on; nobody else's.
  expect(scoresBy({ body })).toEqual({ [scored.uid]: ['9.5'], [quiet.uid]: [], [own.uid]: ['3'] });
  expect(body.data[0].scores[0].needed).toBe(3);
});

it('leaves out an application with a conflict of interest, and the own one', async () => {
  const { chair, colleague } = world.people;
  await world.as('otherPro', 'PUT', `/v2/applications/${own.id}/conflicts/${chair.userId}`, {
    reason: 'Same group',
  });
  expect(Object.keys(scoresBy(await table('chair')))).toEqual([scored.uid, quiet.uid]);
  await world.app.db
    .updateTable('applications')
    .set({ owner_id: chair.userId })
    .where('id', '=', quiet.id)
    .execute();
  expect(Object.keys(scoresBy(await table('chair')))).toEqual([scored.uid]);
  expect((await world.app.call('GET', '/v2/calls/999999/scores', { token: chair.token })).status).toBe(404);
  expect((await world.app.call('GET', '/v2/calls/999999/scores', { token: colleague.token })).status).toBe(
    403,
  );
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
