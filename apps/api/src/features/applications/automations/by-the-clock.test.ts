import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { workflowNow } from '../../../platform/platform.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { createDraft, type Draft, itemOf } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';
import { runDueTimers } from './run-due-timers.ts';

const notice = (id: string, on: object, recipients: (string | object)[]) => ({
  id,
  on,
  do: 'notify',
  recipients,
  template: 'words',
});

const byItself = {
  templates: [{ id: 'words', subject: 'Subject', body: 'Body' }],
  automations: [
    notice('draft-7', { timer: { before: 'cutoff', days: 7, step: 'APP' } }, ['application_owner']),
    notice('closed-1', { timer: { after: 'cutoff', days: 1 } }, ['application_owner']),
    notice('review-3', { timer: { before: 'deadline', days: 3, step: 'REV' } }, ['owner']),
    notice('review-late', { timer: { after: 'deadline', days: 1, step: 'REV' } }, ['admins']),
    notice('silent', { unanswered: 5, step: 'REV' }, ['assigner']),
    notice('not-taken', { unanswered: 5, step: 'TECH' }, ['takers']),
    {
      id: 'open-reply',
      on: { timer: { after: 'released', days: 2, step: 'REV' } },
      do: 'unlock',
      step: 'REPLY',
    },
    notice('starts', { timer: { after: 'award_start', days: 0 } }, ['application_owner']),
    notice('ends-30', { timer: { before: 'award_end', days: 30, until: 'REPLY' } }, ['application_owner']),
    {
      id: 'monthly',
      on: { monthly: true },
      do: 'assign',
      step: 'REV',
      to: { person: 'monthly@example.org' },
    },
    {
      id: 'together',
      on: { event: 'all_at_step', step: 'CHECK' },
      do: 'assign',
      step: 'TECH',
      to: 'centres',
    },
    { id: 'panel', on: { event: 'all_at_step', step: 'CHECK', of: 'panel' }, do: 'unlock', step: 'REPLY' },
  ],
};

let test: TestApp;
let world: ReviewWorld;
beforeEach(async () => {
  test = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  await test.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
  await sql`update workflow_sweeps set until = '2026-11-21T12:00:00Z'`.execute(test.db);
  world = await createReviewWorld(test, (small) => ({
    ...small,
    ...byItself,
    steps: small.steps.map((one) =>
      one.id === 'TECH'
        ? {
            ...one,
            permissions: { assign: ['compute_centre_representative'], assignable: ['technical_reviewer'] },
          }
        : one,
    ),
  }));
});
afterEach(() => test.close());

async function work(): Promise<void> {
  const { tasks } = allWork(test.platform);
  const own = ['automate', 'notify_by_flow', 'check_arrivals', 'let_time_pass', 'clock_moved'];
  const kept = Object.entries(tasks).map(([name, task]) => [
    name,
    own.includes(name) ? task : async () => {},
  ]);
  await workOff(test.platform, { tasks: Object.fromEntries(kept), schedule: [] });
}

async function moveTo(to: string) {
  const { status, body } = await test.call('POST', '/demo/clock', { body: { to } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await work();
}

/** The notices that were planned since the last look: which, to whom, about which assignment's step. */
async function planned() {
  const { rows } = await sql<{ automation: string; to: string; step: string | null }>`
    select d.facts ->> 'automationId' as automation, u.first_name as to, a.step_id as step
    from deliveries d left join users u on u.email = d.recipient
      left join assignments a on a.id = (d.facts ->> 'assignmentId')::uuid
    where d.template = 'flow_notice' order by 1, 2`.execute(test.db);
  await test.db.deleteFrom('deliveries').execute();
  return rows.map(({ automation, to, step }) => [automation, to, step]);
}

async function ok(who: Player, method: string, path: string, body: object = {}) {
  const answer = await world.as(who, method, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const accept = (who: Player, id: string) =>
  ok(who, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
const submit = (who: Player, id: string, element: string, value: string) =>
  ok(who, 'PUT', `/v2/assignments/${id}/submit`, { data: [itemOf(element, [value])], newGroups: [] });

const actionsOf = async (automation: string) =>
  (
    await sql<{ application: number; state: string; result: string | null; amount: number | null }>`
      select application_id as application, state, result, amount from planned_actions
      where automation_id = ${automation} order by id`.execute(test.db)
  ).rows;

it('reminds of a draft before its cut-off, once, and not of what was submitted', async () => {
  await createDraft(test, world.callId, world.people.stranger);
  await world.submitted();
  await moveTo('2026-11-24T08:59:00Z');
  expect(await planned()).toEqual([]);
  await moveTo('2026-11-24T09:01:00Z');
  expect(await planned()).toEqual([['draft-7', 'stranger', 'APP']]);
  await runDueTimers(test.platform);
  await moveTo('2026-12-03T09:01:00Z');
  expect(await planned()).toEqual([['closed-1', 'owner', null]]);
});

it('reminds before and after a deadline and of what nobody answered, and stops when the work is done', async () => {
  const application = await world.submitted();
  const rev = await world.give(application, 'REV', 'reviewer');
  const colleague = await world.give(application, 'REV', 'colleague');
  for (const id of [rev, colleague])
    await ok('pro', 'PUT', `/v2/assignments/${id}/deadline`, { deadline: '2026-12-20T12:00:00Z' });
  await moveTo('2026-11-26T12:00:01Z');
  expect(await planned()).toEqual([
    ['silent', 'pro', 'REV'],
    ['silent', 'pro', 'REV'],
  ]);
  await accept('reviewer', rev);
  await submit('reviewer', rev, 'score', '7');
  await moveTo('2026-12-17T12:00:01Z');
  expect(await planned()).toContainEqual(['review-3', 'colleague', 'REV']);
  // Another deadline is reminded of anew.
  await ok('pro', 'PUT', `/v2/assignments/${colleague}/deadline`, { deadline: '2026-12-28T12:00:00Z' });
  await moveTo('2026-12-24T12:00:00Z');
  expect(await planned()).toEqual([]);
  await moveTo('2026-12-25T12:00:01Z');
  expect(await planned()).toEqual([['review-3', 'colleague', 'REV']]);
  await moveTo('2026-12-29T12:00:01Z');
  expect(await planned()).toEqual([
    ['review-late', 'otherPro', 'REV'],
    ['review-late', 'pro', 'REV'],
  ]);
});

it('reminds the people who may take an assignment until one of them does', async () => {
  const application = await world.submitted();
  const technical = await test.login({ role: 'technical_reviewer', firstName: 'technical' });
  await world.give(application, 'TECH', null, { partitionId: 'aurora-cpu' });
  const taken = await world.give(application, 'TECH', null, { partitionId: 'aurora-gpu' });
  await ok('centre', 'PUT', `/v2/assignments/${taken}/take`);
  await sql`insert into memberships (user_id, centre_id, part) values (${technical.userId}, 'north', 'member')`.execute(
    test.db,
  );
  await moveTo('2026-11-26T12:00:01Z');
  expect(await planned()).toEqual(
    ['centre', 'centreToo', 'technical'].map((name) => ['not-taken', name, 'TECH']),
  );
});

it('plans once what two processes look for at the same time', async () => {
  const applications = [];
  for (let at = 0; at < 5; at += 1) applications.push(await world.submitted());
  for (const application of applications) {
    const id = await world.give(application, 'REV', 'reviewer');
    await ok('pro', 'PUT', `/v2/assignments/${id}/deadline`, { deadline: '2026-12-20T12:00:00Z' });
  }
  await moveTo('2026-12-16T12:00:00Z');
  await planned();
  await test.call('POST', '/demo/clock', { body: { to: '2026-12-17T12:00:01Z' } });
  const looks = await Promise.all([1, 2, 3].map(() => runDueTimers(test.platform)));
  const notices = looks.map((done) => done.notices ?? 0);
  const mails = await planned();
  expect(notices.reduce((sum, more) => sum + more, 0)).toBe(mails.length);
  expect(await actionsOf('review-3')).toMatchObject(applications.map(() => ({ state: 'done', amount: 1 })));
  expect(mails.filter(([automation]) => automation === 'review-3')).toEqual(
    applications.map(() => ['review-3', 'reviewer', 'REV']),
  );
});

it('leaves out what was to be said before something that has passed when the portal wakes up', async () => {
  const application = await world.submitted();
  const rev = await world.give(application, 'REV', 'reviewer');
  await accept('reviewer', rev);
  await ok('pro', 'PUT', `/v2/assignments/${rev}/deadline`, { deadline: '2026-12-20T12:00:00Z' });
  await moveTo('2026-12-22T12:00:00Z');
  expect((await planned()).filter(([automation]) => automation?.startsWith('review'))).toEqual([
    ['review-late', 'otherPro', 'REV'],
    ['review-late', 'pro', 'REV'],
  ]);
});

async function awarded(): Promise<Draft> {
  const application = await world.submitted();
  const rows = ['aurora-cpu', 'aurora-gpu'].map((partitionId) => ({
    partitionId,
    outcome: 'awarded',
    amount: '100',
    reason: null,
    startsOn: '2027-01-31',
    endsOn: '2027-05-15',
  }));
  await ok('pro', 'POST', `/v2/applications/${application.uid}/outcome`, { rows, reason: '' });
  await ok('pro', 'POST', `/v2/applications/${application.uid}/release`, { flowElementId: 'FIN' });
  return application;
}

it('goes by the days of an award, makes work of its own each month while it runs, and no more behind its end', async () => {
  await test.login({ role: 'scientific_reviewer', firstName: 'monthly', email: 'monthly@example.org' });
  await awarded();
  await moveTo('2027-01-30T22:59:00Z');
  expect((await planned()).filter(([automation]) => automation === 'starts')).toEqual([]);
  await moveTo('2027-01-31T12:00:00Z');
  expect((await planned()).filter(([automation]) => automation === 'starts')).toEqual([
    ['starts', 'owner', null],
  ]);
  expect(await actionsOf('monthly')).toEqual([
    { application: expect.any(Number), state: 'done', result: null, amount: 1 },
  ]);
  // The work of the month before is still to be done: nobody gets a second one.
  await moveTo('2027-02-28T12:00:00Z');
  expect((await actionsOf('monthly')).map(({ state, result }) => [state, result])).toEqual([
    ['done', null],
    ['done', 'already_assigned'],
  ]);
  const { rows } = await sql<{ id: string }>`select id from assignments where step_id = 'REV'`.execute(
    test.db,
  );
  await sql`update assignments set status = 'submitted', submitted_at = ${workflowNow(test.platform)} where id = ${rows[0]?.id}`.execute(
    test.db,
  );
  await moveTo('2027-03-31T12:00:00Z');
  expect((await actionsOf('monthly')).at(-1)).toMatchObject({ state: 'done', result: null, amount: 1 });
  await planned();
  await moveTo('2027-04-15T23:00:00Z');
  expect((await planned()).filter(([automation]) => automation === 'ends-30')).toEqual([
    ['ends-30', 'owner', null],
  ]);
  await moveTo('2027-08-01T12:00:00Z');
  expect(await actionsOf('monthly')).toHaveLength(4);
});

it('unlocks a step so many days after a release', async () => {
  const application = await world.submitted();
  const rev = await world.give(application, 'REV', 'reviewer');
  await accept('reviewer', rev);
  await submit('reviewer', rev, 'score', '7');
  await ok('pro', 'POST', `/v2/applications/${application.uid}/release`, { flowElementId: 'REV' });
  const unlocked = () =>
    test.db.selectFrom('step_states').select('unlocked_at').where('step_id', '=', 'REPLY').execute();
  await moveTo('2026-11-23T11:00:00Z');
  expect(await unlocked()).toEqual([]);
  await moveTo('2026-11-23T12:00:01Z');
  expect(await unlocked()).toHaveLength(1);
});

/** The check of an application, with its verdict. */
async function checked(application: Draft, verdict: string) {
  const id = await world.give(application, 'CHECK', 'pro');
  await accept('pro', id);
  await ok('pro', 'PUT', `/v2/assignments/${id}/submit`, {
    data: [itemOf('verdict', [verdict]), itemOf('why', ['So it is.'])],
    newGroups: [],
  });
  await work();
}

const given = async (application: Draft) =>
  (
    await sql<{ partition: string }>`select partition_id as partition from assignments
      where application_id = ${application.id} and step_id = 'TECH' order by 1`.execute(test.db)
  ).rows.length;

it('waits until all applications of the cut-off have come so far, and tells each once', async () => {
  const [first, second, rejected, withdrawn] = [
    await world.submitted(),
    await world.submitted(),
    await world.submitted(),
    await world.submitted(),
  ];
  await checked(first, 'good');
  // Before the cut-off others may still come.
  await checked(second, 'good');
  expect([await given(first), await given(second)]).toEqual([0, 0]);
  await moveTo('2026-12-02T12:00:00Z');
  expect([await given(first), await given(second)]).toEqual([0, 0]);
  await checked(rejected, 'bad');
  expect([await given(first), await given(second)]).toEqual([0, 0]);
  await ok('owner', 'POST', `/v2/applications/${withdrawn.uid}/withdraw`);
  await work();
  expect([await given(first), await given(second), await given(rejected)]).toEqual([2, 2, 0]);
  const told = await test.db
    .selectFrom('events')
    .select(['application_id', 'detail'])
    .where('type', '=', 'all_at_step')
    .orderBy('id')
    .execute();
  // Nothing more starts on the rejected one, and the withdrawn one has ended.
  expect(told.map(({ application_id, detail }) => [application_id, detail.of]).toSorted()).toEqual(
    [
      [first.id, 'cutoff'],
      [first.id, 'panel'],
      [second.id, 'cutoff'],
      [second.id, 'panel'],
    ].toSorted(),
  );
});

it('goes on without stragglers where staff say why, and tells those when they come', async () => {
  const [first, straggler] = [await world.submitted(), await world.submitted()];
  await moveTo('2026-12-02T12:00:00Z');
  await checked(first, 'good');
  expect([await given(first), await given(straggler)]).toEqual([0, 0]);
  const { id: cutoffId } = await test.db
    .selectFrom('cutoffs')
    .select('id')
    .where('call_id', '=', world.callId)
    .executeTakeFirstOrThrow();
  const body = { flowElementId: 'CHECK', cutoffId, reason: 'One is late.' };
  const stragglers = `/v2/calls/${world.callId}/stragglers`;
  const waiting = async () => (await ok('pro', 'GET', stragglers)).data;
  const missing = {
    cutoffId,
    cutoffEnd: expect.any(String),
    flowElementId: 'CHECK',
    arrived: 1,
    missing: 1,
    applications: [{ uid: straggler.uid, projectTitle: expect.any(String) }],
    started: null,
  };
  const [ofCutoff, ofPanel, ...others] = await waiting();
  expect(ofCutoff).toMatchObject({ ...missing, panel: null, panelName: null, starts: [{ words: 'Assign' }] });
  const ofFields = { panel: 'PE1', panelName: 'Mathematics', starts: [{ words: 'Unlock' }] };
  expect(ofPanel).toMatchObject({ ...missing, ...ofFields });
  expect(others).toEqual([]);
  for (const who of ['owner', 'reviewer', 'centre'] as const)
    expect((await world.as(who, 'GET', stragglers)).status).toBe(404);
  // To staff who are in conflict with it the straggler does not exist.
  await ok('pro', 'PUT', `/v2/applications/${straggler.uid}/conflicts/${world.people.otherPro.userId}`, {
    reason: 'Kin.',
  });
  expect((await ok('otherPro', 'GET', stragglers)).data).toEqual([]);
  const path = `/v2/calls/${world.callId}/start`;
  expect((await world.as('centre', 'POST', path, body)).status).toBe(404);
  expect(await ok('pro', 'POST', path, body)).toEqual({ started: 1 });
  await work();
  expect([await given(first), await given(straggler)]).toEqual([2, 0]);
  // Whom one does not wait for any more is still told of, with who said so.
  expect(
    (await waiting()).map(({ panel, started }: { panel: unknown; started: unknown }) => [panel, started]),
  ).toEqual([
    [
      null,
      { at: expect.any(String), firstName: 'pro', lastName: expect.any(String), reason: 'One is late.' },
    ],
    [expect.any(String), null],
  ]);
  // Once more tells nobody again.
  expect(await ok('pro', 'POST', path, body)).toEqual({ started: 0 });
  await checked(straggler, 'good');
  expect([await given(first), await given(straggler)]).toEqual([2, 2]);
  expect(await waiting()).toEqual([]);
  const noted = await test.db
    .selectFrom('step_arrivals')
    .select(['arrived', 'forced_by', 'reason'])
    .orderBy('arrived')
    .execute();
  expect(noted).toEqual([
    { arrived: 'cutoff', forced_by: world.people.pro.userId, reason: 'One is late.' },
    { arrived: 'panel', forced_by: null, reason: null },
  ]);
});

it('counts of those that go on without stragglers what whoever says so may deal with, and has all of them go on', async () => {
  const [first, own, kin, straggler] = [
    await world.submitted(),
    await world.submitted(),
    await world.submitted(),
    await world.submitted(),
  ];
  const { otherPro } = world.people;
  await test.db
    .updateTable('applications')
    .set({ owner_id: otherPro.userId })
    .where('id', '=', own.id)
    .execute();
  await ok('pro', 'PUT', `/v2/applications/${kin.uid}/conflicts/${otherPro.userId}`, { reason: 'Kin.' });
  await moveTo('2026-12-02T12:00:00Z');
  for (const one of [first, own, kin]) await checked(one, 'good');
  const { id: cutoffId } = await test.db
    .selectFrom('cutoffs')
    .select('id')
    .where('call_id', '=', world.callId)
    .executeTakeFirstOrThrow();
  const body = { flowElementId: 'CHECK', cutoffId, reason: 'One is late.' };
  expect(await ok('otherPro', 'POST', `/v2/calls/${world.callId}/start`, body)).toEqual({ started: 1 });
  await work();
  const started = [];
  for (const one of [first, own, kin, straggler]) started.push(await given(one));
  expect(started).toEqual([2, 2, 2, 0]);
});
