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

it('takes the place of the assignment that staff name, also by an invitation, and is told from what is handed back', async () => {
  // Staff read who is on the step.
  const view = [{ role: 'pro', scope: 'call', of: 'always', audience: ['public'] }];
  const steps = reviewFlow.steps.map((step) =>
    'permissions' in step ? { ...step, permissions: { ...step.permissions, view } } : step,
  );
  const { id: seen } = await createCall(test, { code: 'SEEN', flow: { ...reviewFlow, steps } });
  const draft = await createDraft(test, seen);
  await ask(draft, `/v2/assignments/${draft.assignmentId}/submit`, { data: [itemOf('title', ['Waves'])] });
  const assign = async (body: object, verb = 'assign'): Promise<string> => {
    const given = await test.call('POST', `/v2/applications/${draft.uid}/${verb}`, {
      token: pro.token,
      body: { flowElementId: 'REV', role: 'scientific_reviewer', ...body },
    });
    expect(given.body).toMatchObject({ status: 'assigned' });
    return given.body.id;
  };
  const [older, newer, third, fourth] = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const reviewer = await test.login({ role: 'scientific_reviewer' });
      return { ...reviewer, assignment: '' };
    }),
  );
  if (!older || !newer || !third || !fourth) throw new Error('four were asked for');
  for (const one of [older, newer]) one.assignment = await assign({ userId: one.userId });
  for (const one of [older, newer]) {
    const refused = { accepted: false, reason: 'No time this month.' };
    expect(await ask(one, `/v2/assignments/${one.assignment}/accept`, refused)).toEqual([200, 'refused']);
  }
  const told = async () => {
    const { body } = await test.call('GET', `/v2/applications/${draft.uid}`, { token: pro.token });
    return Object.fromEntries(
      body.assignments
        .filter(({ status }: { status: string }) => status === 'refused')
        .map((one: Record<string, unknown>) => [
          one.id,
          [one.replacedById ?? 'nobody', ...(one.isHandedBack ? ['handed back'] : [])],
        ]),
    );
  };
  const waiting = async () =>
    (
      await test.call('POST', '/v2/assignments/late', {
        token: pro.token,
        body: { callId: seen, lateness: 'unreplaced' },
      })
    ).body.data.map((one: { id: string }) => one.id);
  const second = await assign({ userId: third.userId, replaces: newer.assignment });
  expect([await told(), await waiting()]).toEqual([
    { [older.assignment]: ['nobody'], [newer.assignment]: [second] },
    [older.assignment],
  ]);
  const invited = await assign({ email: 'wiebke@example.org', replaces: older.assignment }, 'invite');
  // Nobody waits for a replacement any more, so one more person takes nobody's place.
  const open = await assign({ userId: null });
  expect(await ask(fourth, `/v2/assignments/${open}/take`, { agreed: true })).toEqual([200, 'accepted']);
  await test.call('PUT', `/v2/assignments/${open}/hand-back`, { token: fourth.token, body: {} });
  const again = await test.db
    .selectFrom('assignments')
    .select('id')
    .where('replaces', '=', open)
    .executeTakeFirstOrThrow();
  expect([await told(), await waiting()]).toEqual([
    {
      [older.assignment]: [invited],
      [newer.assignment]: [second],
      [open]: [again.id, 'handed back'],
    },
    [],
  ]);
});
