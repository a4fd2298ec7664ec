import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  itemOf,
  openWhole,
  reviewFlow,
} from '../../testing/factories.ts';
import { tablesHash } from '../../testing/tables-hash.ts';

const coiText = 'Declare what ties you to the applicants.';
/** The review asks for an agreement, and reads the application once it is submitted. */
const flow = {
  ...reviewFlow,
  steps: reviewFlow.steps.map((step) => {
    if (step.id === 'REV') return { ...step, config: { hasLead: true, showCoi: true, coiText } };
    const view = [
      { role: 'scientific_reviewer', scope: 'own', from: 'submitted', audience: ['public'] },
      { role: 'applicant', scope: 'own', from: 'released', audience: ['public'] },
    ];
    return step.id === 'APP' ? { ...step, permissions: { assign: [], assignable: [], view } } : step;
  }),
};

let test: TestApp;
let pro: SignedIn;
let reviewer: SignedIn;
let other: SignedIn;
let callId: number;
beforeAll(async () => {
  test = await buildTestApp();
  await createSurroundings(test.db);
  pro = await test.login({ role: 'pro' });
  reviewer = await test.login({ firstName: 'Rui', lastName: 'Readwell', role: 'scientific_reviewer' });
  other = await test.login({ firstName: 'Olga', lastName: 'Otherone' });
  callId = (await createCall(test, { flow })).id;
});
afterAll(() => test.close());

async function ask(method: 'POST' | 'PUT', path: string, token: string, body: unknown) {
  const answer = await test.call(method, path, { token, body });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

/** A submitted application that two people review. */
async function underReview() {
  const draft = await createDraft(test, callId);
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, {
    data: [itemOf('title', ['Waves']), itemOf('last', ['Applicantsson'])],
    newGroups: [],
  });
  const give = async (userId: number) =>
    (
      await ask('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
        flowElementId: 'REV',
        userId,
        role: 'scientific_reviewer',
      })
    ).id as string;
  return { ...draft, own: await give(reviewer.userId), others: await give(other.userId) };
}
const open = (uid: string, token: string) => openWhole(test, uid, token);
const summaryOf = ({ body }: Awaited<ReturnType<typeof open>>) => ({
  steps: body.steps.map(({ id, forms }: { id: string; forms: unknown[] }) => [id, forms.length]),
  assignments: body.assignments.map(
    ({ id, status, data, can }: { id: string; status: string; data: unknown[]; can: { save: boolean } }) => [
      id,
      status,
      data.length,
      can.save,
    ],
  ),
});

it('is opened by whom a step was given to: first the call and the rules on conflicts, the forms after accepting', async () => {
  const { uid, assignmentId, own } = await underReview();
  // Drawn: no time stands in the id of a review.
  expect(own).toMatch(/^.{14}4/);
  const before = await tablesHash(test.db);
  const unanswered = await open(uid, reviewer.token);
  expect(unanswered.status).toBe(200);
  expect(summaryOf(unanswered)).toEqual({ steps: [['REV', 0]], assignments: [[own, 'assigned', 0, false]] });
  expect(unanswered.body.steps[0].config).toEqual({ hasLead: true, showCoi: true, coiText });
  expect(unanswered.body.assignments[0].notice).toMatch(/^You've been appointed to contribute/);
  expect(await tablesHash(test.db)).toBe(before);

  expect(unanswered.body.assignments[0]).not.toHaveProperty('agreement');
  const without = await test.call('PUT', `/v2/assignments/${own}/accept`, {
    token: reviewer.token,
    body: { accepted: true },
  });
  expect([without.status, without.body.code]).toEqual([422, 'agreement_needed']);
  await ask('PUT', `/v2/assignments/${own}/accept`, reviewer.token, { accepted: true, agreed: true });
  const accepted = await open(uid, reviewer.token);
  expect(summaryOf(accepted)).toEqual({
    steps: [
      ['APP', 2],
      ['REV', 1],
    ],
    assignments: [
      [assignmentId, 'submitted', expect.any(Number), false],
      [own, 'accepted', 0, true],
    ],
  });
  const mine = accepted.body.assignments.find(({ id }: { id: string }) => id === own);
  expect(mine.agreement).toEqual({ text: coiText, at: expect.stringMatching(/^\d{4}-/) });
  // Their own alone: staff see that it was accepted.
  expect(JSON.stringify((await open(uid, pro.token)).body)).not.toContain('"agreement"');
  const text = JSON.stringify(accepted.body);
  expect(text).toContain('Waves');
  expect(text).not.toMatch(/Otherone|Olga|Person|Number \d/);

  // The step is filled in, and stands among what waits.
  const waits = await test.call('POST', '/v2/applications/dashboard', { token: reviewer.token, body: {} });
  expect(waits.body.data.map((one: { uid: string }) => one.uid)).toEqual([uid]);
  await ask('PUT', `/v2/assignments/${own}/submit`, reviewer.token, {
    data: [itemOf('score', ['4'])],
    newGroups: [],
  });
  expect(summaryOf(await open(uid, reviewer.token)).assignments).toContainEqual([own, 'submitted', 1, false]);
});

it('is not there for whom no step was given to; after a refusal, a revocation or in conflict that alone is told', async () => {
  const notThere = { statusCode: 404, code: 'not_found', message: 'Not found' };
  const stranger = await test.login({ role: 'scientific_reviewer' });
  const refused = await underReview();
  expect((await open(refused.uid, stranger.token)).body).toEqual(notThere);
  await ask('PUT', `/v2/assignments/${refused.own}/accept`, reviewer.token, {
    accepted: false,
    reason: 'No time.',
  });
  const callTitle = expect.stringMatching(/^Call \d+$/);
  const ended = (message: string, reason: string | null) => ({
    ended: { callTitle, told: {}, message, reason },
  });
  const afterRefusal = await open(refused.uid, reviewer.token);
  expect([afterRefusal.status, afterRefusal.body]).toEqual([
    200,
    ended('User has refused this assignment.', 'No time.'),
  ]);

  const revoked = await underReview();
  await ask('PUT', `/v2/assignments/${revoked.own}/revoke`, pro.token, {});
  expect((await open(revoked.uid, reviewer.token)).body).toEqual(ended('This assignment was revoked.', null));
  for (const path of ['documents', 'events', 'notes', 'conflicts'])
    expect(
      (await test.call('GET', `/v2/applications/${revoked.uid}/${path}`, { token: reviewer.token })).body,
    ).toEqual(notThere);

  const declared = await underReview();
  await ask('PUT', `/v2/assignments/${declared.own}/conflict`, reviewer.token, {});
  const conflict = {
    callTitle,
    told: {},
    title: 'There is a conflict of interest',
    message: 'This assignment has conflicts.',
  };
  const stopped = await open(declared.uid, reviewer.token);
  expect([stopped.status, stopped.body]).toEqual([200, { conflict }]);
  // By any name of it, and nowhere else.
  expect((await open(String(declared.id), reviewer.token)).body).toEqual({ conflict });
  for (const path of ['documents', 'events', 'notes', 'conflicts'])
    expect([
      path,
      (await test.call('GET', `/v2/applications/${declared.uid}/${path}`, { token: reviewer.token })).body,
    ]).toEqual([path, notThere]);
  const waiting = await test.call('POST', '/v2/applications/dashboard', { token: reviewer.token, body: {} });
  expect(JSON.stringify(waiting.body)).not.toContain(declared.uid);
  const saved = await test.call('PUT', `/v2/assignments/${declared.own}/save`, {
    token: reviewer.token,
    body: { data: [itemOf('score', ['4'])] },
  });
  expect(saved.body).toEqual(notThere);
  // The others go on.
  expect((await open(declared.uid, other.token)).status).toBe(200);

  const officer = await test.login({ role: 'pro' });
  await ask('PUT', `/v2/applications/${declared.uid}/conflicts/${officer.userId}`, pro.token, {
    reason: 'They share an office.',
  });
  // Without work of their own: that there is a conflict, for they could open it but for that; and nothing by any other way.
  expect((await open(declared.uid, officer.token)).body).toEqual({
    conflict: { ...conflict, message: null },
  });
  for (const path of ['documents', 'events', 'notes', 'conflicts'])
    expect([
      path,
      (await test.call('GET', `/v2/applications/${declared.uid}/${path}`, { token: officer.token })).body,
    ]).toEqual([path, notThere]);
  await ask('PUT', `/v2/applications/${declared.uid}/conflicts/${stranger.userId}`, pro.token, {
    reason: 'They are married.',
  });
  expect((await open(declared.uid, stranger.token)).body).toEqual(notThere);
  expect((await open(declared.uid, pro.token)).status).toBe(200);
});

it('tells its applicant of a judgement when the check is released, not by any answer before', async () => {
  const { uid, assignmentId, token } = await underReview();
  const same = { data: [itemOf('title', ['Waves'], { revision: 1 })] };
  const again = () => test.call('PUT', `/v2/assignments/${assignmentId}/submit`, { token, body: same });
  const answered = await again();
  const { id: check } = await ask('POST', `/v2/applications/${uid}/assign`, pro.token, {
    flowElementId: 'CHK',
    userId: pro.userId,
    role: 'pro',
  });
  await ask('PUT', `/v2/assignments/${check}/accept`, pro.token, { accepted: true });
  const before = await open(uid, token);
  await ask('PUT', `/v2/assignments/${check}/submit`, pro.token, {
    data: [itemOf('verdict', ['no']), itemOf('message', ['Not eligible.'])],
    newGroups: [],
  });
  const raw = await test.db
    .selectFrom('assignments')
    .select('status')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow();
  expect(raw.status).toBe('rejected');
  const undisclosed = await open(uid, token);
  expect([undisclosed.status, undisclosed.body]).toEqual([200, before.body]);
  const repeated = await again();
  expect([repeated.status, repeated.body]).toEqual([answered.status, answered.body]);

  await ask('POST', `/v2/applications/${uid}/release`, pro.token, { flowElementId: 'CHK' });
  const visible = await open(uid, token);
  const first = visible.body.assignments.find((one: { id: string }) => one.id === assignmentId);
  expect([visible.body.status, first.status, first.reason]).toEqual([
    'rejected',
    'rejected',
    'Not eligible.',
  ]);
});

it('refuses words for a step that is locked, and takes them when it is unlocked', async () => {
  const { uid, token, userId } = await underReview();
  const body = { flowElementId: 'LOC' };
  await ask('POST', `/v2/applications/${uid}/unlock`, pro.token, body);
  const { id } = await ask('POST', `/v2/applications/${uid}/assign`, pro.token, {
    ...body,
    userId,
    role: 'applicant',
  });
  const save = () =>
    test.call('PUT', `/v2/assignments/${id}/save`, {
      token,
      body: { data: [itemOf('reply', ['Thank you.'])] },
    });
  await ask('POST', `/v2/applications/${uid}/lock`, pro.token, body);
  const before = await tablesHash(test.db);
  const refused = await save();
  expect([refused.status, refused.body.code]).toEqual([409, 'step_locked']);
  expect(await tablesHash(test.db)).toBe(before);
  const shown = (await open(uid, token)).body.assignments.find((one: { id: string }) => one.id === id);
  expect([shown.can, shown.notice]).toEqual([
    { save: false, submit: false },
    'This step is locked. You can work on it as soon as it is unlocked.',
  ]);
  await ask('POST', `/v2/applications/${uid}/unlock`, pro.token, body);
  expect((await save()).status).toBe(200);
});

it('has the marks of rows for the office alone: neither the reviewer nor the applicant is told of them', async () => {
  const draft = await createDraft(test, callId);
  const row = test.platform.newId();
  const other = test.platform.newId();
  const partition = (id: string) => ({ id, flowElementId: 'parts', order: id === row ? 0 : 1 });
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, {
    data: [itemOf('title', ['Waves'])],
    newGroups: [partition(row), partition(other)],
  });
  const { id } = await ask('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
    flowElementId: 'REV',
    userId: reviewer.userId,
    role: 'scientific_reviewer',
  });
  await ask('PUT', `/v2/assignments/${id}/accept`, reviewer.token, { accepted: true, agreed: true });
  const mark = { coi: true, comment: 'Same institute.' };
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/rows/${row}/mark`, pro.token, mark);

  const groupsFor = async (token: string) =>
    (await open(draft.uid, token)).body.assignments.find(
      (one: { id: string }) => one.id === draft.assignmentId,
    ).groups;
  const plain = [partition(row), partition(other)];
  expect(await groupsFor(reviewer.token)).toEqual(plain);
  expect(await groupsFor(draft.token)).toEqual(plain);
  expect(await groupsFor(pro.token)).toEqual([
    { ...partition(row), ...mark },
    { ...partition(other), coi: false, comment: null },
  ]);
});

it('keeps what staff noted of a row that the applicant removes while changes are asked for', async () => {
  const draft = await createDraft(test, callId);
  const [row, other] = [test.platform.newId(), test.platform.newId()];
  const placed = [row, other].map((id, order) => ({ id, flowElementId: 'parts', order }));
  const first = `/v2/assignments/${draft.assignmentId}`;
  await ask('PUT', `${first}/submit`, draft.token, {
    data: [itemOf('title', ['Waves'])],
    newGroups: placed,
  });
  const marks = [
    { coi: true, comment: 'Same institute.' },
    { coi: false, comment: 'A friend.' },
  ];
  await ask('PUT', `${first}/rows/${row}/mark`, pro.token, marks[0]);
  await ask('PUT', `${first}/decide`, pro.token, {
    outcome: 'request_changes',
    reason: 'Say more.',
    deadline: '2036-12-24T12:00:00.000Z',
  });
  const removing = await test.call('DELETE', `${first}/data`, {
    token: draft.token,
    body: { dataIds: [row, other] },
  });
  expect(removing.status).toBe(200);
  // Still read by staff, and what they read can be marked.
  await ask('PUT', `${first}/rows/${other}/mark`, pro.token, marks[1]);
  const groupsFor = async (token: string) =>
    (await open(draft.uid, token)).body.assignments.find(
      (one: { id: string }) => one.id === draft.assignmentId,
    ).groups;
  expect([await groupsFor(pro.token), await groupsFor(draft.token)]).toEqual([
    [
      { ...placed[0], ...marks[0] },
      { ...placed[1], ...marks[1] },
    ],
    [],
  ]);

  await ask('PUT', `${first}/submit`, draft.token, { data: [], newGroups: [] });
  expect(await groupsFor(pro.token)).toEqual([]);
  const kept = await test.call('GET', `${first}/submissions`, { token: pro.token });
  expect(kept.body.map((one: { number: number; marks: unknown }) => [one.number, one.marks])).toEqual([
    [2, {}],
    [1, { [row]: marks[0], [other]: marks[1] }],
  ]);
  const gone = await test.call('PUT', `${first}/rows/${row}/mark`, { token: pro.token, body: marks[1] });
  expect(gone.status).toBe(404);
});

it('takes no marks from staff on an application of their own', async () => {
  const draft = await createDraft(test, callId, pro);
  const row = test.platform.newId();
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/submit`, pro.token, {
    data: [itemOf('title', ['Waves'])],
    newGroups: [{ id: row, flowElementId: 'parts', order: 0 }],
  });
  const before = await tablesHash(test.db);
  const answer = await test.call('PUT', `/v2/assignments/${draft.assignmentId}/rows/${row}/mark`, {
    token: pro.token,
    body: { coi: true, comment: null },
  });
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  expect(await tablesHash(test.db)).toBe(before);
  // Nor are they told of what others noted once the row is gone.
  const noted = { [row]: { coi: true, comment: 'Same institute.' } };
  await test.db
    .updateTable('submissions')
    .set({ marks: JSON.stringify(noted) })
    .where('assignment_id', '=', draft.assignmentId)
    .execute();
  const visible = async (token: string) =>
    (await test.call('GET', `/v2/assignments/${draft.assignmentId}/submissions`, { token })).body;
  const colleague = await test.login({ role: 'pro' });
  expect([await visible(pro.token), (await visible(colleague.token))[0].marks]).toEqual([
    { statusCode: 404, code: 'not_found', message: 'Not found' },
    noted,
  ]);
});
