import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings } from '../../../testing/factories.ts';
import { reviewFlow } from '../../../testing/review-flow.ts';

/** Awards through the API: by the form of the committee, and directly by staff, against what was asked and the pool. */

let app: TestApp;
let call: { id: number; cutoffIds: number[] };
const people = {} as Record<string, SignedIn>;
const cpu = 'aurora-cpu';

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  const roles: Role[] = ['pro', 'technical_reviewer', 'scientific_reviewer', 'ac_chair', 'ac_member'];
  for (const role of roles) people[role] = await app.login({ role });
});
afterAll(() => app.close());

// Each test has a pool of its own.
beforeEach(async () => {
  call = await createCall(app, { flow: reviewFlow });
  await setPool('2500');
});

const who = (role: string): SignedIn => {
  const person = people[role];
  if (person === undefined) throw new Error(`nobody is ${role}`);
  return person;
};
const setPool = (pool: string | null) =>
  app.db
    .updateTable('cutoff_partitions')
    .set({ pool })
    .where('cutoff_id', 'in', call.cutoffIds)
    .where('partition_id', '=', cpu)
    .execute();

const item = (flowElementId: string, values: string[], dataGroupId: string | null = null) => ({
  flowElementId,
  dataGroupId,
  input: { values },
  revision: 0,
});

async function send(by: SignedIn, method: string, path: string, body: unknown = {}) {
  const answer = await app.call(method, path, { token: by.token, body });
  return { status: answer.status, body: answer.body };
}
async function sent(...asked: Parameters<typeof send>) {
  const { status, body } = await send(...asked);
  if (status !== 200) throw new Error(`${asked[1]} ${asked[2]}: ${JSON.stringify(body)}`);
  return body;
}

/** An application that asks for 1000 on one partition, as submitted. */
async function submitted(): Promise<{ uid: string; applicant: SignedIn }> {
  const applicant = await app.login();
  const { uid, assignmentId } = await createDraft(app, call.id, applicant);
  const row = '018f0000-0000-7000-8000-000000000001';
  await sent(applicant, 'PUT', `/v2/assignments/${assignmentId}/submit`, {
    data: [item('title', ['Waves']), item('part', [cpu], row), item('amount', ['1000'], row)],
    newGroups: [{ id: row, flowElementId: 'parts', order: 0 }],
  });
  return { uid, applicant };
}

async function work(uid: string, step: string, role: string, more: object = {}): Promise<string> {
  const { id } = await sent(who('pro'), 'POST', `/v2/applications/${uid}/assign`, {
    flowElementId: step,
    userId: who(role).userId,
    role,
    ...more,
  });
  await sent(who(role), 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
  return id;
}

/** Each application asks for 1000. */
const outcomeOf = (amount: string) => (Number(amount) < 1000 ? 'reduced' : 'awarded');
const award = (uid: string, amount: string, reason = '', outcome = outcomeOf(amount)) =>
  send(who('pro'), 'POST', `/v2/applications/${uid}/outcome`, {
    rows: [{ partitionId: cpu, outcome, amount }],
    reason,
  });
const row = givenRowId('rows', cpu);
const decideBy = (role: string, id: string, amount: string) =>
  send(who(role), 'PUT', `/v2/assignments/${id}/submit`, {
    data: [item('row_dec', [outcomeOf(amount)], row), item('row_amount', [amount], row)],
    newGroups: [],
  });
const read = async (by: SignedIn, uid: string) =>
  (await sent(by, 'GET', `/v2/applications/${uid}`)).awardLimits;

it('refuses a direct decision above what was asked for, with the amounts', async () => {
  const { uid } = await submitted();
  const { status, body } = await award(uid, '9000000');
  expect([status, body.code, body.message]).toEqual([
    422,
    'above_request',
    'The application asks for 1\u202f000\u00a0node hours on Aurora CPU. Enter at most this amount.',
  ]);
  expect((await award(uid, '999', '', 'awarded')).body.code).toBe('amount_mismatch');
  expect((await award(uid, '1000', '', 'reduced')).body.code).toBe('amount_mismatch');
  expect((await award(uid, '1000')).status).toBe(200);
});

it('refuses a committee that awards above what was asked for, at the amount', async () => {
  const { uid } = await submitted();
  const id = await work(uid, 'ALL', 'ac_chair', { makeLead: true });
  const { status, body } = await decideBy('ac_chair', id, '9000000');
  expect([status, body.code]).toEqual([422, 'has_errors']);
  expect(body.problems).toMatchObject([
    {
      elementId: 'row_amount',
      groupId: row,
      message:
        'The application asks for 1\u202f000\u00a0node hours on Aurora CPU. Enter at most this amount.',
    },
  ]);
  expect((await decideBy('ac_chair', id, '1000')).status).toBe(200);
});

it('refuses a technical review that advises more than was asked for, at the amount', async () => {
  const { uid } = await submitted();
  const id = await work(uid, 'TEC', 'technical_reviewer', { partitionId: cpu });
  expect(await read(who('technical_reviewer'), uid)).toMatchObject([{ requested: '1000', left: null }]);
  const advise = (amount: string) =>
    send(who('technical_reviewer'), 'PUT', `/v2/assignments/${id}/submit`, {
      data: [item('tec_limit', [amount]), item('tec', ['fits'])],
      newGroups: [],
    });
  const { body } = await advise('9000000');
  expect(body.problems).toMatchObject([
    {
      elementId: 'tec_limit',
      message: 'The application asks for 1\u202f000\u00a0node hours. Enter at most this amount.',
    },
  ]);
});

it('counts what was awarded and is not released, whoever decided it', async () => {
  const [first, second, third] = [await submitted(), await submitted(), await submitted()];
  expect((await award(first.uid, '1000')).status).toBe(200);
  const id = await work(second.uid, 'ALL', 'ac_chair', { makeLead: true });
  expect((await decideBy('ac_chair', id, '1000')).status).toBe(200);
  const { body } = await award(third.uid, '501');
  expect([body.code, body.message]).toEqual([
    'above_pool',
    'The pool of Aurora CPU has 500\u00a0node hours left for this cut-off. Enter at most this amount.',
  ]);
  expect((await award(third.uid, '500')).status).toBe(200);
});

it('gives back what a changed decision or a withdrawn application does not take any more', async () => {
  const [first, second, third] = [await submitted(), await submitted(), await submitted()];
  await setPool('1000');
  await award(first.uid, '1000');
  expect((await award(second.uid, '1')).body.code).toBe('above_pool');
  expect((await award(first.uid, '300', 'Less is there.')).status).toBe(200);
  expect((await award(second.uid, '700')).status).toBe(200);
  expect((await award(first.uid, '301', 'A little more.')).body.code).toBe('above_pool');
  await sent(second.applicant, 'POST', `/v2/applications/${second.uid}/withdraw`);
  expect((await award(third.uid, '700')).status).toBe(200);
});

it('counts only the decision that has effect, not what a member of the committee submits beside the lead', async () => {
  const [first, second] = [await submitted(), await submitted()];
  await setPool('1000');
  const lead = await work(first.uid, 'ALL', 'ac_chair', { makeLead: true });
  const member = await work(first.uid, 'ALL', 'ac_member');
  expect((await decideBy('ac_member', member, '1000')).status).toBe(200);
  expect((await award(second.uid, '400')).status).toBe(200);
  expect((await decideBy('ac_chair', lead, '601')).body.problems).toHaveLength(1);
  expect((await decideBy('ac_chair', lead, '600')).status).toBe(200);
});

it('has no limit by the pool where the cut-off sets none', async () => {
  await setPool(null);
  const all = [await submitted(), await submitted(), await submitted()];
  for (const { uid } of all) expect((await award(uid, '1000')).status).toBe(200);
});

it('lets two decisions at once not exceed a pool together', async () => {
  await setPool('1500');
  const all = await Promise.all(Array.from({ length: 4 }, submitted));
  const answers = await Promise.all(all.map(({ uid }) => award(uid, '500')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422]);
  const left = await app.db
    .selectFrom('decisions')
    .select(({ fn }) => fn.sum('amount').as('sum'))
    .innerJoin('applications', 'applications.id', 'decisions.application_id')
    .where('applications.call_id', '=', call.id)
    .executeTakeFirstOrThrow();
  expect(Number(left.sum)).toBe(1500);
});

it('shows those who decide what was asked for, what the technical review advises and what the pool has left', async () => {
  const [first, second] = [await submitted(), await submitted()];
  await award(second.uid, '600');
  const review = await work(first.uid, 'TEC', 'technical_reviewer', { partitionId: cpu });
  await sent(who('technical_reviewer'), 'PUT', `/v2/assignments/${review}/submit`, {
    data: [item('tec', ['fits']), item('tec_limit', ['800'])],
    newGroups: [],
  });
  await work(first.uid, 'ALL', 'ac_chair', { makeLead: true });
  await work(first.uid, 'SCI', 'scientific_reviewer');
  expect(await read(who('pro'), first.uid)).toEqual([
    {
      partitionId: cpu,
      requested: '1000',
      wishedStart: null,
      technical: '800',
      advised: null,
      score: null,
      rank: null,
      left: '1900',
      mayExceed: false,
    },
  ]);
  // No rule of the flow opens the technical review to the committee.
  expect(await read(who('ac_chair'), first.uid)).toEqual([
    {
      partitionId: cpu,
      requested: '1000',
      wishedStart: null,
      technical: null,
      advised: null,
      score: null,
      rank: null,
      awaitsRank: true,
      left: '1900',
      mayExceed: false,
    },
  ]);
  expect(await read(who('scientific_reviewer'), first.uid)).toBeUndefined();
  expect(await read(first.applicant, first.uid)).toBeUndefined();
});
