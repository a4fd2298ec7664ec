import type { AssignmentStatus } from '@clearcall/domain/applications/statuses.ts';
import { assignmentTime } from '@clearcall/domain/deadlines/assignment-time.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, type Draft } from '../../testing/factories.ts';

const now = '2026-11-21T12:00:00.000Z';
let app: TestApp;
let pro: SignedIn;
let reviewer: SignedIn;
let call: { id: number };
let other: { id: number };
let timed: { id: number };
const applications: Record<string, Draft> = {};

const at = (day: number) => new Date(Date.parse(now) + day * 86_400_000);

async function submitted(callId: number, owner?: SignedIn): Promise<Draft> {
  const draft = await createDraft(app, callId, owner);
  await app.db
    .updateTable('applications')
    .set({ status: 'submitted', submitted_at: at(-30), title: 'Waves' })
    .where('id', '=', draft.id)
    .execute();
  await app.db
    .updateTable('assignments')
    .set({ status: 'submitted' })
    .where('id', '=', draft.assignmentId)
    .execute();
  return draft;
}

async function work(
  { id }: Draft,
  {
    status,
    asked = -1,
    due = null,
    owner = reviewer,
    replaces = null,
  }: {
    status: AssignmentStatus;
    asked?: number;
    due?: number | null;
    owner?: SignedIn | null;
    replaces?: string | null;
  },
): Promise<string> {
  const assignment = app.platform.newId();
  await app.db
    .insertInto('assignments')
    .values({
      id: assignment,
      application_id: id,
      step_id: 'REV',
      owner_id: owner?.userId ?? null,
      role: 'scientific_reviewer',
      status,
      replaces,
      created_at: at(asked),
      deadline_at: due === null ? null : at(due),
    })
    .execute();
  return assignment;
}

const ask = async (body: object = {}, { token } = pro, query = '') =>
  app.call('POST', `/v2/assignments/late${query}`, { token, body });
const ids = async (body: object = {}, who = pro, query = ''): Promise<string[]> =>
  (await ask(body, who, query)).body.data.map(({ id }: { id: string }) => id);

const made: Record<string, string> = {};

beforeAll(async () => {
  app = await buildTestApp({ now });
  await createSurroundings(app.db);
  pro = await app.login({ role: 'pro' });
  reviewer = await app.login({ firstName: 'Rui', lastName: 'Late', role: 'scientific_reviewer' });
  call = await createCall(app, { code: 'ONE' });
  other = await createCall(app, { code: 'TWO' });
  timed = await createCall(app, { code: 'TIM' });
  const one = await submitted(call.id);
  const two = await submitted(other.id);
  applications.one = one;
  made.overdue = await work(one, { status: 'accepted', due: -3 });
  made.longest = await work(two, { status: 'accepted', due: -9, owner: pro });
  made.unanswered = await work(two, { status: 'assigned', asked: -6, due: 4 });
  made.nobodys = await work(one, { status: 'assigned', asked: -7, owner: null });
  // Neither late nor waiting for long; handed in; of a draft; of the officer's own application.
  await work(one, { status: 'assigned', asked: -4, due: 2, owner: pro });
  await work(two, { status: 'submitted', due: -3, asked: -20, owner: await app.login() });
  const draft = await createDraft(app, call.id);
  await work(draft, { status: 'accepted', due: -3 });
  await work(await submitted(call.id, pro), { status: 'accepted', due: -3 });
  // One in which the officer is in conflict.
  const hidden = await submitted(call.id);
  applications.hidden = hidden;
  await work(hidden, { status: 'accepted', due: -3 });
  await app.db
    .insertInto('conflicts')
    .values({ application_id: hidden.id, user_id: pro.userId, source: 'declared', noted_at: at(-1) })
    .execute();
});
afterAll(() => app.close());

it('tells the staff what is overdue or unanswered over all calls, the longest overdue first', async () => {
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body.total).toBe(4);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
    made.longest,
    made.overdue,
    made.unanswered,
    made.nobodys,
  ]);
  expect(body.data[1]).toEqual({
    id: made.overdue,
    uid: applications.one?.uid,
    projectTitle: 'Waves',
    callId: call.id,
    callTitle: expect.any(String),
    timeZone: 'Europe/Brussels',
    flowElementId: 'REV',
    step: expect.any(String),
    told: {},
    partition: null,
    role: 'scientific_reviewer',
    owner: { id: reviewer.userId, firstName: 'Rui', lastName: 'Late' },
    status: 'accepted',
    deadline: at(-3).toISOString(),
    isOverdue: true,
    unansweredSince: null,
    endedAt: null,
    timeRequest: null,
    revision: 0,
  });
  expect(body.data[3]).toMatchObject({
    owner: null,
    deadline: null,
    isOverdue: false,
    unansweredSince: at(-7).toISOString(),
  });
  expect(
    body.calls.map(({ id, steps }: { id: number; steps: { id: string }[] }) => [id, steps[0]?.id]),
  ).toEqual(
    expect.arrayContaining([
      [call.id, 'REV'],
      [other.id, 'REV'],
    ]),
  );
});

it('has what was refused or stopped by a conflict of interest, until somebody is assigned instead', async () => {
  const third = await createCall(app, { code: 'THREE' });
  const application = await submitted(third.id);
  const asked = { callId: third.id, lateness: 'unreplaced' };
  const friend = await app.login();
  const refused = await work(application, { status: 'refused', asked: -5 });
  const conflicted = await work(application, { status: 'conflicted', asked: -5, owner: friend });
  await work(application, { status: 'revoked', asked: -6, owner: await app.login() });
  await work(application, { status: 'submitted', asked: -4, owner: await app.login() });
  for (const [id, status] of [
    [refused, 'refused'],
    [conflicted, 'conflicted'],
  ] as const)
    await app.db
      .insertInto('activities')
      .values({ id: app.platform.newId(), assignment_id: id, status, created_at: at(-3) })
      .execute();
  const decided = await submitted(third.id);
  await work(decided, { status: 'refused' });
  await app.db.updateTable('applications').set({ status: 'rejected' }).where('id', '=', decided.id).execute();
  const { body } = await ask(asked);
  expect(
    body.data
      .map((one: { id: string; status: string; endedAt: string; isOverdue: boolean }) => [
        one.id,
        one.status,
        one.endedAt,
        one.isOverdue,
      ])
      .toSorted(([, one = '']: string[], [, other = '']: string[]) => (one < other ? 1 : -1)),
  ).toEqual([
    [refused, 'refused', at(-3).toISOString(), false],
    [conflicted, 'conflicted', at(-3).toISOString(), false],
  ]);
  expect((await ids({ callId: third.id })).toSorted()).toEqual([refused, conflicted].toSorted());
  expect(await ids({ ...asked, lateness: 'overdue' })).toEqual([]);
  await work(application, { status: 'accepted', asked: -1, owner: pro, replaces: conflicted });
  expect(await ids(asked)).toEqual([refused]);
  // A replacement that is refused in its turn is the one that waits.
  const again = await work(application, { status: 'refused', asked: -1, owner: friend, replaces: refused });
  expect(await ids(asked)).toEqual([again]);
  await work(application, { status: 'assigned', asked: 0, owner: await app.login(), replaces: again });
  expect(await ids(asked)).toEqual([]);
});

it('finds one kind, one call, one step, and what was asked for longer', async () => {
  expect(await ids({ lateness: 'overdue' })).toEqual([made.longest, made.overdue]);
  expect(await ids({ lateness: 'unanswered' })).toEqual([made.unanswered, made.nobodys]);
  expect(await ids({ lateness: 'unanswered', unansweredDays: 7 })).toEqual([]);
  expect(await ids({ lateness: 'unanswered', unansweredDays: 6 })).toEqual([made.nobodys]);
  expect(await ids({ callId: other.id })).toEqual([made.longest, made.unanswered]);
  expect(await ids({ callId: other.id, flowElementId: 'ANS' })).toEqual([]);
  expect(await ids({}, pro, '?limit=1&offset=1')).toEqual([made.overdue]);
});

it('tells everybody else the same as of a page that does not exist', async () => {
  for (const role of ['scientific_reviewer', 'panel_chair', 'ac_chair', 'user'] as const) {
    const { status, body } = await ask({}, await app.login({ role }));
    expect([status, body.code]).toEqual([404, 'not_found']);
  }
});

it('takes the end of the timeframe where an assignment has no deadline of its own, as the page of the application does', async () => {
  const cutoff = await app.db
    .selectFrom('cutoffs')
    .select(['id', 'starts_at', 'ends_at'])
    .where('call_id', '=', timed.id)
    .executeTakeFirstOrThrow();
  const application = await submitted(timed.id);
  await app.db
    .updateTable('applications')
    .set({ cutoff_id: cutoff.id })
    .where('id', '=', application.id)
    .execute();
  const end = at(-2);
  await app.db
    .insertInto('timeframes')
    .values({
      call_id: timed.id,
      cutoff_id: cutoff.id,
      step_id: 'REV',
      starts_at: at(-20),
      ends_at: end,
    })
    .execute();
  const waits = await work(application, { status: 'accepted' });
  const changes = await work(application, { status: 'changes_requested', owner: await app.login() });
  const { body } = await ask({ callId: timed.id });
  const domain = assignmentTime(
    [
      {
        id: cutoff.id,
        start: cutoff.starts_at.toISOString(),
        end: cutoff.ends_at?.toISOString() ?? null,
        timeframe: { start: at(-20).toISOString(), end: end.toISOString() },
      },
    ],
    { status: 'accepted', deadline: null, isFirst: false },
    cutoff.id,
    new Date(now),
  ).deadline;
  expect(body.data.map(({ id, deadline }: { id: string; deadline: string }) => [id, deadline])).toEqual([
    [waits, domain],
  ]);
  expect(body.data.some(({ id }: { id: string }) => id === changes)).toBe(false);
});
