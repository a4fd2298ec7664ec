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
let callId: number;
let uid: string;
let id: string;
beforeAll(async () => {
  test = await buildTestApp();
  await createSurroundings(test.db);
  pro = await test.login({ role: 'pro' });
  ({ id: callId } = await createCall(test, { flow: reviewFlow }));
  ({ uid, id } = await unowned());
});
afterAll(() => test.close());

/** Creates an application with a review that is not assigned to anybody. */
async function unowned() {
  const draft = await createDraft(test, callId);
  await ask(draft, `/v2/assignments/${draft.assignmentId}/submit`, { data: [itemOf('title', ['Waves'])] });
  const work = { flowElementId: 'REV', userId: null, role: 'scientific_reviewer' };
  const given = await test.call('POST', `/v2/applications/${draft.uid}/assign`, {
    token: pro.token,
    body: work,
  });
  return { uid: draft.uid, id: given.body.id as string };
}

async function ask({ token }: { token: string }, path: string, body: object) {
  const answer = await test.call('PUT', path, { token, body });
  return [answer.status, answer.body.code ?? answer.body.status ?? null];
}

it('is not offered any more to a person who declares a conflict before taking it, and staff see why', async () => {
  const [reviewer, colleague] = [
    await test.login({ role: 'scientific_reviewer' }),
    await test.login({ role: 'scientific_reviewer' }),
  ];
  const offered = async ({ token }: SignedIn) => {
    const page = await test.call('GET', `/v2/applications/${uid}`, { token });
    const list = await test.call('POST', '/v2/applications/dashboard?limit=100&offset=0', {
      token,
      body: {},
    });
    return [page.status, (page.body.toTake ?? []).length, list.body.data.length];
  };
  expect(await offered(reviewer)).toEqual([200, 1, 1]);
  const declared = { reason: 'We wrote a paper together.' };
  const stranger = await test.login({ role: 'technical_reviewer' });
  expect(await ask(stranger, `/v2/assignments/${id}/conflict`, declared)).toEqual([404, 'not_found']);
  expect(await ask(reviewer, `/v2/assignments/${id}/conflict`, declared)).toEqual([200, 'conflicted']);
  expect(await offered(reviewer)).toEqual([404, 0, 0]);
  expect(await ask(reviewer, `/v2/assignments/${id}/take`, { agreed: true })).toEqual([404, 'not_found']);
  expect(await offered(colleague)).toEqual([200, 1, 1]);
  const { body } = await test.call('GET', `/v2/applications/${uid}/conflicts`, { token: pro.token });
  expect(body.map(({ userId, source, reason }: Record<string, unknown>) => [userId, source, reason])).toEqual(
    [[reviewer.userId, 'declared', declared.reason]],
  );
});

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

it('is handed on by the person who took it, without what they wrote', async () => {
  const taken = await unowned();
  const colleague = await test.login({ role: 'scientific_reviewer' });
  expect(await ask(pro, `/v2/assignments/${taken.id}/take`, { agreed: true })).toEqual([200, 'accepted']);
  const answers = { data: [itemOf('score', ['4'])] };
  expect(await ask(pro, `/v2/assignments/${taken.id}/save`, answers)).toEqual([200, null]);
  const to = { userId: colleague.userId, reason: 'You know more of it.' };
  const { status, body: given } = await test.call('PUT', `/v2/assignments/${taken.id}/hand-on`, {
    token: pro.token,
    body: to,
  });
  expect([
    status,
    await ask(colleague, `/v2/assignments/${given.id}/accept`, { accepted: true, agreed: true }),
  ]).toEqual([200, [200, 'accepted']]);
  const { body } = await test.call('GET', `/v2/applications/${taken.uid}`, { token: colleague.token });
  const own = body.assignments.filter(({ stepId }: { stepId: string }) => stepId === 'REV');
  expect(own.map(({ owner, answers }: Record<string, unknown>) => [owner, answers])).toEqual([
    [expect.objectContaining({ id: colleague.userId }), {}],
  ]);
});
