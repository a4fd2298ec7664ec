import { afterAll, beforeAll, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  itemOf,
  reviewFlow,
} from '../../../testing/factories.ts';

const now = '2026-11-21T12:00:00.000Z';
const wished = '2026-11-28T22:59:59.000Z';

let test: TestApp;
let pro: SignedIn;
let reviewer: SignedIn;
let callId: number;
beforeAll(async () => {
  test = await buildTestApp({ now });
  await createSurroundings(test.db);
  pro = await test.login({ role: 'pro' });
  reviewer = await test.login({ firstName: 'Rui', lastName: 'Late', role: 'scientific_reviewer' });
  ({ id: callId } = await createCall(test, { flow: reviewFlow }));
});
afterAll(() => test.close());

const put = async ({ token }: { token: string }, path: string, body: object) => {
  const answer = await test.call('PUT', `/v2/assignments/${path}`, { token, body });
  return answer.status === 200 ? 200 : [answer.status, answer.body.code];
};

/** A review that was accepted and is two days late. */
async function overdue(owner = reviewer) {
  const draft = await createDraft(test, callId);
  await put(draft, `${draft.assignmentId}/submit`, { data: [itemOf('title', ['Waves'])] });
  const body = { flowElementId: 'REV', userId: owner.userId, role: 'scientific_reviewer' };
  const given = await test.call('POST', `/v2/applications/${draft.uid}/assign`, { token: pro.token, body });
  const { id } = given.body;
  await put(owner, `${id}/accept`, { accepted: 'accepted' });
  await put(pro, `${id}/deadline`, { deadline: '2026-11-19T22:59:59.000Z' });
  await mails();
  return { ...draft, id };
}

/** The emails since the last look: to whom, with which subject and which lines. */
async function mails() {
  await workOff(test.platform, allWork(test.platform));
  const sent = await test.db
    .selectFrom('deliveries')
    .select(['recipient', 'template', 'state'])
    .where('template', 'in', ['time_asked', 'time_answered'])
    .orderBy('id')
    .execute();
  await test.db.deleteFrom('deliveries').where('template', 'in', ['time_asked', 'time_answered']).execute();
  return sent.map(({ recipient, template, state }) => [recipient, template, state]);
}
const asking = { until: wished, reason: 'I was ill.' };
const late = async () =>
  (await test.call('POST', '/v2/assignments/late', { token: pro.token, body: { lateness: 'asked' } })).body
    .data as { id: string; timeRequest: unknown }[];
const opened = async ({ uid }: { uid: string }, id: string, { token } = reviewer) => {
  const { body } = await test.call('GET', `/v2/applications/${uid}`, { token });
  return body.assignments.find((one: { id: string }) => one.id === id);
};
const pending = async (id: string) => {
  const { body } = await test.call('POST', '/v2/applications/dashboard?limit=100&offset=0', {
    token: reviewer.token,
    body: {},
  });
  return body.data
    .flatMap((one: { assignments: { id: string; asksForTime: boolean }[] }) => one.assignments)
    .find((one: { id: string }) => one.id === id)?.asksForTime;
};

it('is asked of the officers once, and granted by another deadline, after which the work goes on', async () => {
  const { id, uid } = await overdue();
  const answers = { data: [itemOf('score', ['4'])] };
  expect(await put(reviewer, `${id}/save`, answers)).toEqual([409, 'deadline_passed']);
  expect(await put(reviewer, `${id}/more-time`, asking)).toBe(200);
  // Asked again it changes nothing.
  expect(await put(reviewer, `${id}/more-time`, { ...asking, reason: 'Again.' })).toBe(200);
  expect(await mails()).toEqual([[pro.email, 'time_asked', 'sent']]);
  expect((await test.call('GET', `/demo/mails?to=${pro.email}`)).body[0].text).toContain(
    `/dashboard/late?lateness=asked&answer=${id}`,
  );
  const request = { until: wished, reason: 'I was ill.', askedAt: now, declined: null };
  expect((await late()).map((row) => [row.id, row.timeRequest])).toEqual([[id, request]]);
  expect((await opened({ uid }, id)).timeRequest).toEqual(request);
  expect(await pending(id)).toBe(true);

  expect(await put(pro, `${id}/deadline`, { deadline: wished })).toBe(200);
  expect(await mails()).toEqual([[reviewer.email, 'time_answered', 'sent']]);
  expect(await late()).toEqual([]);
  expect((await opened({ uid }, id)).timeRequest).toBeUndefined();
  expect(await pending(id)).toBe(false);
  expect(await put(reviewer, `${id}/save`, answers)).toBe(200);
  const log = await test.call('GET', `/v2/applications/${uid}/events`, { token: pro.token });
  const types = log.body.data.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type === 'time_asked')).toHaveLength(1);
});

it('is not needed for an email about another deadline to the owner of the work', async () => {
  const { id } = await overdue();
  expect(await put(pro, `${id}/deadline`, { deadline: wished })).toBe(200);
  expect(await mails()).toEqual([[reviewer.email, 'time_answered', 'sent']]);
  // Work that has ended since then has no deadline to announce.
  expect(await put(pro, `${id}/deadline`, { deadline: null })).toBe(200);
  expect(await put(pro, `${id}/revoke`, { reason: 'Done.' })).toBe(200);
  expect(await mails()).toEqual([[reviewer.email, 'time_answered', 'dropped']]);
});

it('is declined with a sentence, which the person who asked reads, and may be asked for again', async () => {
  const { id, uid } = await overdue();
  expect(await put(pro, `${id}/more-time/decline`, { reason: 'No.' })).toEqual([409, 'nothing_asked']);
  await put(reviewer, `${id}/more-time`, asking);
  await mails();
  expect(await put(reviewer, `${id}/more-time/decline`, { reason: 'No.' })).toEqual([403, 'forbidden']);
  expect(await put(pro, `${id}/more-time/decline`, { reason: 'The panel meets today.' })).toBe(200);
  expect(await mails()).toEqual([[reviewer.email, 'time_answered', 'sent']]);
  expect((await opened({ uid }, id)).timeRequest.declined).toBe('The panel meets today.');
  // It says which deadline stays.
  expect((await test.call('GET', `/demo/mails?to=${reviewer.email}`)).body[0].text).toMatch(
    /Due: \d\d-\d\d-\d{4} \d\d:\d\d/,
  );
  expect(await late()).toEqual([]);
  expect(await put(reviewer, `${id}/more-time`, asking)).toBe(200);
  expect((await late()).map((row) => row.id)).toEqual([id]);
  // The work ends, and the request with it.
  expect(await put(pro, `${id}/revoke`, { reason: 'Too late.' })).toBe(200);
  expect(await late()).toEqual([]);
  // Work that has ended since then needs no email.
  expect(await mails()).toEqual([[pro.email, 'time_asked', 'dropped']]);
});

it('tells of a request to nobody but its owner and staff', async () => {
  const { id, uid, token } = await overdue();
  await put(reviewer, `${id}/more-time`, asking);
  const { body } = await test.call('GET', `/v2/applications/${uid}`, { token });
  expect(JSON.stringify(body)).not.toContain('I was ill.');
  expect(await put({ token }, `${id}/more-time`, asking)).toEqual([404, 'not_found']);
});

it('is asked for before the deadline, for a later day, and granted', async () => {
  const { id, uid } = await overdue();
  await put(pro, `${id}/deadline`, { deadline: '2026-11-23T22:59:59.000Z' });
  await mails();
  const sooner = { ...asking, until: '2026-11-22T22:59:59.000Z' };
  expect(await put(reviewer, `${id}/more-time`, sooner)).toEqual([422, 'deadline_not_to_come']);
  expect(await put(reviewer, `${id}/more-time`, asking)).toBe(200);
  expect(await mails()).toEqual([[pro.email, 'time_asked', 'sent']]);
  expect((await late()).map((row) => row.id)).toContain(id);
  // Until staff answer, the reviewer can still save.
  expect(await put(reviewer, `${id}/save`, { data: [itemOf('score', ['4'])] })).toBe(200);
  expect(await put(pro, `${id}/deadline`, { deadline: wished })).toBe(200);
  expect(await mails()).toEqual([[reviewer.email, 'time_answered', 'sent']]);
  const { deadline, timeRequest } = await opened({ uid }, id);
  expect([deadline, timeRequest]).toEqual([wished, undefined]);
});

it('is not asked for by the clock of a call, without a deadline, or for a day that is over', async () => {
  const draft = await createDraft(test, callId);
  const { id } = await overdue();
  test.clock.set('2026-12-02T12:00:00.000Z');
  const inDecember = { ...asking, until: '2026-12-12T22:59:59.000Z' };
  expect(await put(draft, `${draft.assignmentId}/more-time`, inDecember)).toEqual([409, 'deadline_passed']);
  test.clock.set(now);
  const past = { ...asking, until: '2026-11-20T22:59:59.000Z' };
  expect(await put(reviewer, `${id}/more-time`, past)).toEqual([422, 'deadline_not_to_come']);
  expect(await put(reviewer, `${id}/more-time`, { ...asking, reason: ' ' })).toEqual([422, 'reason_needed']);
  await put(pro, `${id}/deadline`, { deadline: null });
  expect(await put(reviewer, `${id}/more-time`, asking)).toEqual([409, 'no_deadline']);
});
