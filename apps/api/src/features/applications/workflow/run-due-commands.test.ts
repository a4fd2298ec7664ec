import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
import { tablesHash } from '../../../testing/tables-hash.ts';
import { runDueCommands } from './run-due-commands.ts';

const now = '2026-11-21T12:00:00.000Z';
/** Of the call, and of the review in it. */
const cutoffEnd = '2026-12-01T09:00:00Z';
const review = { start: '2026-12-05T00:00:00.000Z', end: '2026-12-20T23:00:00.000Z' };

let test: TestApp;
let pro: SignedIn;
let reviewer: SignedIn;
let callId: number;
beforeEach(async () => {
  test = await buildTestApp({ now });
  await test.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
  await createSurroundings(test.db);
  pro = await test.login({ role: 'pro' });
  reviewer = await test.login({ role: 'scientific_reviewer' });
  const call = await createCall(test, { flow: reviewFlow });
  callId = call.id;
  await test.db
    .insertInto('timeframes')
    .values({
      call_id: callId,
      step_id: 'REV',
      cutoff_id: call.cutoffIds[0] ?? 0,
      starts_at: review.start,
      ends_at: review.end,
    })
    .execute();
});
afterEach(() => test.close());

async function submitted() {
  const draft = await createDraft(test, callId);
  const answer = await test.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data: [itemOf('title', ['Waves'])], newGroups: [] },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return draft;
}

async function assigned(uid: string, deadline: string | null = null): Promise<string> {
  const answer = await test.call('POST', `/v2/applications/${uid}/assign`, {
    token: pro.token,
    body: { flowElementId: 'REV', userId: reviewer.userId, role: 'scientific_reviewer', deadline },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

const stateOf = (id: string) =>
  test.db
    .selectFrom('assignments')
    .select(['status', 'expired_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** What the clock said since the last look, in the order of the log. */
async function emitted() {
  const rows = await test.db.selectFrom('events').select(['type', 'assignment_id']).orderBy('id').execute();
  await test.db.deleteFrom('events').execute();
  return rows
    .filter(({ type }) => ['assigned', 'draft', 'deadline_passed', 'cutoff_passed'].includes(type))
    .map(({ type, assignment_id }) => [type, assignment_id]);
}

/** The clock of the demonstration is moved, as everybody sees it. */
async function moveTo(to: string) {
  const { status, body } = await test.call('POST', '/demo/clock', { body: { to } });
  if (status !== 200) throw new Error(JSON.stringify(body));
}
/** What the job does then; the one that the move asks for waits. */
async function at(instant: string) {
  await moveTo(instant);
  return runDueCommands(test.platform);
}
const nothing = { begun: 0, expired: 0, cutoffsPassed: 0 };

it('begins what waits for its start and notes what was not done in time, when the clock of the demonstration is moved', async () => {
  const draft = await submitted();
  const id = await assigned(draft.uid);
  expect(await stateOf(id)).toEqual({ status: 'triggered', expired_at: null });
  await emitted();

  const work = () => workOff(test.platform, allWork(test.platform));
  await moveTo('2026-12-06T12:00:00Z');
  await work();
  expect(await stateOf(id)).toEqual({ status: 'assigned', expired_at: null });
  expect(await emitted()).toEqual([
    ['assigned', id],
    ['cutoff_passed', null],
  ]);

  await moveTo('2026-12-21T12:00:00Z');
  await work();
  expect(await stateOf(id)).toEqual({ status: 'assigned', expired_at: expect.any(Date) });
  expect(await emitted()).toEqual([['deadline_passed', id]]);
  const history = await test.db
    .selectFrom('activities')
    .select(['status', 'actor_id'])
    .where('assignment_id', '=', id)
    .orderBy('id')
    .execute();
  expect(history).toEqual([
    { status: 'triggered', actor_id: pro.userId },
    { status: 'assigned', actor_id: null },
  ]);
});

it('comes to the millisecond, once, and changes nothing when it comes again', async () => {
  const draft = await submitted();
  const id = await assigned(draft.uid);
  await emitted();
  const ms = (instant: string, by: number) => new Date(Date.parse(instant) + by).toISOString();
  expect(await at(cutoffEnd)).toEqual(nothing);
  expect(await at(ms(cutoffEnd, 1))).toEqual({ ...nothing, cutoffsPassed: 1 });
  expect(await at(ms(review.start, -1))).toEqual(nothing);
  expect(await at(review.start)).toEqual({ ...nothing, begun: 1 });
  expect(await at(review.end)).toEqual(nothing);
  expect(await at(ms(review.end, 1))).toEqual({ ...nothing, expired: 1 });
  const before = await tablesHash(test.db);
  expect(await runDueCommands(test.platform)).toEqual(nothing);
  expect(await tablesHash(test.db)).toBe(before);
  expect(await at('2027-12-01T00:00:00Z')).toEqual(nothing);
  expect(await emitted()).toEqual([
    ['cutoff_passed', null],
    ['assigned', id],
    ['deadline_passed', id],
  ]);
});

it('after a long sleep says all of it in the order in which it was due', async () => {
  const draft = await submitted();
  const late = await assigned(draft.uid);
  await emitted();
  expect(await at('2027-06-01T00:00:00Z')).toEqual({ begun: 1, expired: 1, cutoffsPassed: 1 });
  expect(await stateOf(late)).toEqual({ status: 'assigned', expired_at: expect.any(Date) });
  expect(await emitted()).toEqual([
    ['assigned', late],
    ['deadline_passed', late],
    ['cutoff_passed', null],
  ]);
});

it('goes by an own deadline before the end of the timeframe, earlier or later', async () => {
  const [one, other] = [await submitted(), await submitted()];
  const early = await assigned(one.uid, '2026-12-10T12:00:00Z');
  const extended = await assigned(other.uid, '2027-01-10T12:00:00Z');
  await at('2026-12-06T00:00:00Z');
  await emitted();
  expect(await at('2026-12-10T12:00:00Z')).toEqual(nothing);
  expect(await at('2026-12-10T12:00:01Z')).toEqual({ ...nothing, expired: 1 });
  expect(await at('2026-12-21T00:00:00Z')).toEqual(nothing);
  expect(await at('2027-01-10T12:00:01Z')).toEqual({ ...nothing, expired: 1 });
  expect(await emitted()).toEqual([
    ['deadline_passed', early],
    ['deadline_passed', extended],
  ]);
});

it('leaves what was handed in, and asks anew after a later deadline', async () => {
  const draft = await submitted();
  const id = await assigned(draft.uid);
  await at('2026-12-06T00:00:00Z');
  const { token } = reviewer;
  expect(
    (await test.call('PUT', `/v2/assignments/${id}/accept`, { token, body: { accepted: true } })).status,
  ).toBe(200);
  expect(await at('2026-12-21T00:00:00Z')).toEqual({ ...nothing, expired: 1 });
  const moved = await test.call('PUT', `/v2/assignments/${id}/deadline`, {
    token: pro.token,
    body: { deadline: '2026-12-31T12:00:00Z' },
  });
  expect([moved.status, (await stateOf(id)).expired_at]).toEqual([200, null]);
  expect(await at('2026-12-31T12:00:01Z')).toEqual({ ...nothing, expired: 1 });
  const again = { token: pro.token, body: { deadline: '2027-02-01T12:00:00Z' } };
  expect((await test.call('PUT', `/v2/assignments/${id}/deadline`, again)).status).toBe(200);
  const done = await test.call('PUT', `/v2/assignments/${id}/submit`, {
    token,
    body: { data: [], newGroups: [] },
  });
  expect(done.status).toBe(200);
  expect(await at('2027-03-01T00:00:00Z')).toEqual(nothing);
});

it('lets a draft follow its call to a later cut-off, and tells of the last one once', async () => {
  const draft = await createDraft(test, callId);
  await test.db
    .insertInto('cutoffs')
    .values({
      call_id: callId,
      position: 1,
      starts_at: '2027-03-01T09:00:00Z',
      ends_at: '2027-04-01T09:00:00Z',
    })
    .execute();
  await emitted();
  expect(await at('2026-12-15T00:00:00Z')).toEqual(nothing);
  expect(await at('2027-03-15T00:00:00Z')).toEqual(nothing);
  expect(await at('2027-04-01T09:00:01Z')).toEqual({ ...nothing, expired: 1 });
  expect(await at('2027-04-02T00:00:00Z')).toEqual(nothing);
  expect(await emitted()).toEqual([['deadline_passed', draft.assignmentId]]);
});

it('tells of the cut-off of what is submitted after it; what was withdrawn while changes were asked for waits for nothing', async () => {
  const [extended, withdrawn] = [await createDraft(test, callId), await submitted()];
  const asked = await test.call('PUT', `/v2/assignments/${withdrawn.assignmentId}/decide`, {
    token: pro.token,
    body: { outcome: 'request_changes', reason: 'Say more.', deadline: '2026-12-03T12:00:00Z' },
  });
  expect(asked.body.status).toBe('changes_requested');
  await test.db
    .updateTable('assignments')
    .set({ deadline_at: '2026-12-10T12:00:00Z' })
    .where('id', '=', extended.assignmentId)
    .execute();
  const gone = await test.call('POST', `/v2/applications/${withdrawn.uid}/withdraw`, {
    token: withdrawn.token,
    body: {},
  });
  expect(gone.status).toBe(200);
  const { token } = withdrawn;
  const waiting = await test.call('POST', '/v2/applications/dashboard', { token, body: {} });
  expect(waiting.body).toEqual({
    data: [],
    roles: [],
    boards: [],
    toRelease: [],
    followed: [],
    unpaidReviews: 0,
  });
  await emitted();
  expect(await at('2026-12-05T00:00:00Z')).toEqual(nothing);
  const late = await test.call('PUT', `/v2/assignments/${extended.assignmentId}/submit`, {
    token: extended.token,
    body: { data: [itemOf('title', ['Late waves'])], newGroups: [] },
  });
  expect(late.status).toBe(200);
  expect(await at('2026-12-05T00:01:00Z')).toEqual({ ...nothing, cutoffsPassed: 1 });
  expect(await at('2026-12-11T00:01:00Z')).toEqual(nothing);
});

it('does each once where several workers come at the same moment', async () => {
  for (let n = 0; n < 6; n += 1) await assigned((await submitted()).uid);
  await moveTo('2027-01-01T00:00:00Z');
  const done = await Promise.all([1, 2, 3].map(() => runDueCommands(test.platform)));
  const sum = (of: (counts: Record<string, number>) => number | undefined) =>
    done.reduce((all, counts) => all + (of(counts) ?? 0), 0);
  expect([sum((c) => c.begun), sum((c) => c.expired), sum((c) => c.cutoffsPassed)]).toEqual([6, 6, 6]);
  const { rows } = await sql<{ type: string; count: number }>`
    select type, count(*)::integer as count from events where type in ('assigned', 'deadline_passed', 'cutoff_passed')
    group by type order by type`.execute(test.db);
  expect(rows).toEqual([
    { type: 'assigned', count: 6 },
    { type: 'cutoff_passed', count: 6 },
    { type: 'deadline_passed', count: 6 },
  ]);
});

/** A deadline that was counted before the review began, as a version before this rule stored it. */
async function givenBeforeTheStart() {
  const draft = await submitted();
  const id = await assigned(draft.uid);
  await test.db
    .updateTable('assignments')
    .set({ deadline_at: new Date('2026-12-03T22:59:59Z') })
    .where('id', '=', id)
    .execute();
  await emitted();
  return id;
}

it('lets work be done whose deadline is before its start, until the timeframe ends', async () => {
  const id = await givenBeforeTheStart();
  expect(await at('2026-12-06T12:00:00Z')).toEqual({ begun: 1, expired: 0, cutoffsPassed: 1 });
  const accept = { accepted: 'accepted', agreed: true };
  const { token } = reviewer;
  expect((await test.call('PUT', `/v2/assignments/${id}/accept`, { token, body: accept })).status).toBe(200);
  const late = await test.call('POST', '/v2/assignments/late', { token: pro.token, body: {} });
  expect(late.body.data).toEqual([]);
  expect(await at('2026-12-21T12:00:00Z')).toEqual({ ...nothing, expired: 1 });
  const { body } = await test.call('POST', '/v2/assignments/late', { token: pro.token, body: {} });
  expect(body.data.map(({ deadline }: { deadline: string }) => deadline)).toEqual([review.end]);
});

it('removes such deadlines of a version before', async () => {
  const id = await givenBeforeTheStart();
  const other = await assigned((await submitted()).uid, '2026-12-10T12:00:00.000Z');
  const file = new URL('../../../../migrations/0163-deadlines-before-the-start.sql', import.meta.url);
  await sql.raw(await readFile(file, 'utf8')).execute(test.db);
  const kept = await test.db.selectFrom('assignments').select(['id', 'deadline_at']).execute();
  const deadlines = new Map(kept.map((one) => [one.id, one.deadline_at?.toISOString() ?? null]));
  expect([deadlines.get(id), deadlines.get(other)]).toEqual([null, '2026-12-10T12:00:00.000Z']);
});

it('takes no deadline from staff that is before the start of the step', async () => {
  const { uid } = await submitted();
  const before = await tablesHash(test.db);
  const { token } = pro;
  const body = {
    flowElementId: 'REV',
    userId: reviewer.userId,
    role: 'scientific_reviewer',
    deadline: review.start,
  };
  const refused = await test.call('POST', `/v2/applications/${uid}/assign`, { token, body });
  expect([refused.status, refused.body.code]).toEqual([422, 'deadline_before_start']);
  expect(await tablesHash(test.db)).toEqual(before);
  const id = await assigned(uid);
  const move = (deadline: string) =>
    test.call('PUT', `/v2/assignments/${id}/deadline`, { token, body: { deadline } });
  expect((await move(review.start)).body.code).toBe('deadline_before_start');
  expect((await move('2026-12-05T22:59:59.000Z')).status).toBe(200);
});
