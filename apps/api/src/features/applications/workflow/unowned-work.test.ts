import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  itemOf,
  reviewFlow,
} from '../../../testing/factories.ts';

let test: TestApp;
let pro: SignedIn;
let id: string;
beforeAll(async () => {
  test = await buildTestApp();
  await createSurroundings(test.db);
  pro = await test.login({ role: 'pro' });
  const { id: callId } = await createCall(test, { flow: reviewFlow });
  const draft = await createDraft(test, callId);
  await ask(draft, `/v2/assignments/${draft.assignmentId}/submit`, { data: [itemOf('title', ['Waves'])] });
  const work = { flowElementId: 'REV', userId: null, role: 'scientific_reviewer' };
  ({ id } = (
    await test.call('POST', `/v2/applications/${draft.uid}/assign`, { token: pro.token, body: work })
  ).body);
});
afterAll(() => test.close());

async function ask({ token }: { token: string }, path: string, body: object) {
  const answer = await test.call('PUT', path, { token, body });
  return [answer.status, answer.body.code ?? answer.body.status ?? null];
}

it('is accepted, saved and submitted by staff in place of an owner; others take it on first', async () => {
  const reviewer = await test.login({ role: 'scientific_reviewer' });
  const accept = { accepted: 'accepted', agreed: true };
  expect(await ask(reviewer, `/v2/assignments/${id}/accept`, accept)).toEqual([403, 'forbidden']);
  expect(await ask(pro, `/v2/assignments/${id}/accept`, accept)).toEqual([200, 'accepted']);
  const answers = { data: [itemOf('score', ['4'])] };
  expect(await ask(reviewer, `/v2/assignments/${id}/save`, answers)).toEqual([404, 'not_found']);
  expect(await ask(pro, `/v2/assignments/${id}/save`, answers)).toEqual([200, null]);
  expect(await ask(pro, `/v2/assignments/${id}/submit`, { data: [] })).toEqual([200, 'submitted']);
  const row = await test.db
    .selectFrom('assignments')
    .select(['owner_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ owner_id: null, status: 'submitted' });
});
