import { administratorRoles } from '@clearcall/domain/people/roles.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { type Draft, itemOf } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';
import { automate } from './automate.ts';

const wordsFor = (id: string) => ({ id, subject: 'Subject', body: 'Body' });

/** The flow gives every step to those who do it, and tells them. */
const byItself = {
  templates: ['work', 'passed', 'refused'].map(wordsFor),
  automations: [
    { id: 'check', on: { event: 'cutoff_passed' }, do: 'assign', step: 'CHECK', to: { role: 'pro' } },
    { id: 'early', on: { event: 'cutoff_passed' }, do: 'change_visibility', step: 'REV' },
    { id: 'tech', on: { event: 'approved', step: 'APP' }, do: 'assign', step: 'TECH', to: 'centres' },
    {
      id: 'panel',
      on: { event: 'all_submitted', step: 'TECH' },
      when: [[{ elements: ['fits'], type: 'equal', values: ['yes'] }]],
      do: 'assign',
      step: 'REV',
      to: { panel: 'chair' },
      lead: true,
    },
    {
      id: 'never',
      on: { event: 'all_submitted', step: 'TECH' },
      when: [[{ elements: ['fits'], type: 'equal', values: ['no'] }]],
      do: 'unlock',
      step: 'REPLY',
    },
    {
      id: 'release',
      on: { event: 'lead_assignment_submitted', step: 'REV' },
      do: 'change_visibility',
      step: 'REV',
    },
    { id: 'unlock', on: { event: 'released', step: 'REV' }, do: 'unlock', step: 'REPLY' },
    {
      id: 'reply',
      on: { event: 'unlocked', step: 'REPLY' },
      do: 'assign',
      step: 'REPLY',
      to: 'application_owner',
    },
    { id: 'again', on: { event: 'submitted', step: 'REPLY' }, do: 'reopen', step: 'REV' },
    {
      id: 'tell-centres',
      on: { event: 'assigned', step: 'TECH' },
      do: 'notify',
      recipients: ['partition_ccr', 'owner'],
      template: 'work',
    },
    {
      id: 'tell-everybody',
      on: { event: 'approved', step: 'APP' },
      do: 'notify',
      recipients: ['application_owner', 'admins', 'approved_assignments'],
      template: 'passed',
    },
  ],
};

let test: TestApp;
let world: ReviewWorld;
beforeEach(async () => {
  test = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  await test.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
  world = await createReviewWorld(test, (small) => ({ ...small, ...byItself }));
});
afterEach(() => test.close());

/** The work of flows alone: their mails wait. */
async function work(): Promise<void> {
  const { tasks } = allWork(test.platform);
  const own = [
    ...['automate', 'notify_by_flow', 'check_arrivals'],
    ...['let_time_pass', 'clock_moved', 'free_stuck_jobs'],
  ];
  const kept = Object.entries(tasks).map(([name, task]) => [
    name,
    own.includes(name) ? task : async () => {},
  ]);
  await workOff(test.platform, { tasks: Object.fromEntries(kept), schedule: [] });
}

const assignments = async (application: Draft, step?: string) =>
  (
    await sql<{
      step: string;
      owner: string | null;
      partition: string | null;
      status: string;
      lead: boolean;
    }>`
      select a.step_id as step, u.first_name as owner, a.partition_id as partition, a.status, a.is_lead as lead
      from assignments a left join users u on u.id = a.owner_id
      where a.application_id = ${application.id} and a.step_id <> 'APP' order by a.created_at, a.step_id, a.partition_id
    `.execute(test.db)
  ).rows.filter((one) => step === undefined || one.step === step);

const actions = async () =>
  (
    await sql<Record<string, unknown>>`
      select automation_id as automation, state, result, amount, depth, attempts from planned_actions order by id
    `.execute(test.db)
  ).rows;

async function moveTo(to: string) {
  const { status, body } = await test.call('POST', '/demo/clock', { body: { to } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await work();
}

async function idOf(application: Draft, step: string, partition: string | null = null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from assignments where application_id = ${application.id} and step_id = ${step}
      and partition_id is not distinct from ${partition} order by created_at desc limit 1`.execute(test.db);
  return rows[0]?.id ?? '';
}

async function hasDone(who: Player, id: string, answers: Record<string, string>, takes = false) {
  const steps: [string, string, object?][] = [
    ...(takes ? [['PUT', 'take'] as [string, string]] : []),
    ['PUT', 'accept', { accepted: true, agreed: true }],
    [
      'PUT',
      'submit',
      { data: Object.entries(answers).map(([element, value]) => itemOf(element, [value])), newGroups: [] },
    ],
  ];
  for (const [method, verb, body] of steps) {
    const answer = await world.as(who, method, `/v2/assignments/${id}/${verb}`, body ?? {});
    if (answer.status !== 200) throw new Error(`${verb}: ${JSON.stringify(answer.body)}`);
  }
  await work();
}

it('plans no email for administrators, whom the portal that it leads to refuses', async () => {
  for (const role of administratorRoles) await test.login({ role });
  const application = await world.submitted();
  await moveTo('2026-12-02T12:00:00Z');
  await hasDone('pro', await idOf(application, 'CHECK'), { verdict: 'good' }, true);
  await hasDone('centre', await idOf(application, 'TECH', 'aurora-cpu'), { fits: 'yes' }, true);
  await hasDone('centreToo', await idOf(application, 'TECH', 'aurora-gpu'), { fits: 'yes' }, true);
  const planned = await test.db
    .selectFrom('deliveries')
    .innerJoin('users', 'users.email', 'deliveries.recipient')
    .select('users.role')
    .distinct()
    .where('template', '=', 'flow_notice')
    .execute();
  const roles = planned.map(({ role }) => role);
  expect(roles).toContain('pro');
  expect(administratorRoles.filter((role) => roles.includes(role))).toEqual([]);
});

it('emails those who may take an assignment, and nobody else once somebody has it', async () => {
  await test.close();
  test = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  await test.db.insertInto('organisation').values({ settings: '{}', demonstration: true }).execute();
  const open = (step: string) => ({
    ...{ id: `open-${step}`, on: { event: 'assigned', step } },
    ...{ do: 'notify', recipients: ['takers'], template: 'work' },
  });
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
    automations: [
      ...byItself.automations.filter((one) => one.do !== 'notify'),
      ...['CHECK', 'TECH'].map(open),
    ],
  }));
  const told = async () => {
    const { rows } = await sql<{ email: string }>`
      delete from deliveries where template = 'flow_notice' returning recipient as email`.execute(test.db);
    return rows.map(({ email }) => email).toSorted();
  };
  const emails = (...players: Player[]) => players.map((one) => world.people[one].email).toSorted();
  const inCentre = async (centre: string) => {
    const person = await test.login({ role: 'technical_reviewer' });
    await test.db
      .insertInto('memberships')
      .values({ user_id: person.userId, centre_id: centre, part: 'member' })
      .execute();
    return person;
  };
  await sql`insert into centres (id, name) values ('far', 'Far')`.execute(test.db);
  const technical = await inCentre('north');
  const [conflicted, locked] = [await inCentre('north'), await inCentre('north'), await inCentre('far')];
  await test.db.updateTable('users').set({ status: 'locked' }).where('id', '=', locked.userId).execute();
  const application = await world.submitted();
  await sql`insert into conflicts (application_id, user_id, source, noted_at)
    values (${application.id}, ${conflicted.userId}, 'detected', now())`.execute(test.db);
  await moveTo('2026-12-02T12:00:00Z');
  expect(await told()).toEqual(emails('pro', 'otherPro'));
  await hasDone('pro', await idOf(application, 'CHECK'), { verdict: 'good' }, true);
  // One for each partition.
  const takers = [...emails('centre', 'centreToo'), technical.email];
  expect(await told()).toEqual([...takers, ...takers].toSorted());
  await world.give(application, 'TECH', 'centreToo', { partitionId: 'aurora-cpu', by: 'centre' });
  await work();
  expect(await told()).toEqual([]);
});

it('carries an application from its cut-off to the reply, and nobody assigns what the flow assigns', async () => {
  const application = await world.submitted();
  await work();
  expect(await actions()).toEqual([]);
  await moveTo('2026-12-02T12:00:00Z');
  expect(await assignments(application)).toEqual([
    { step: 'CHECK', owner: null, partition: null, status: 'assigned', lead: false },
  ]);

  await hasDone('pro', await idOf(application, 'CHECK'), { verdict: 'good' }, true);
  expect(await assignments(application, 'TECH')).toEqual([
    { step: 'TECH', owner: null, partition: 'aurora-cpu', status: 'assigned', lead: false },
    { step: 'TECH', owner: null, partition: 'aurora-gpu', status: 'assigned', lead: false },
  ]);

  await hasDone('centre', await idOf(application, 'TECH', 'aurora-cpu'), { fits: 'yes' }, true);
  expect(await assignments(application)).toHaveLength(3);
  await hasDone('centreToo', await idOf(application, 'TECH', 'aurora-gpu'), { fits: 'yes' }, true);
  expect(await assignments(application, 'REV')).toEqual([
    { step: 'REV', owner: 'chair', partition: null, status: 'assigned', lead: true },
  ]);

  await hasDone('chair', await idOf(application, 'REV'), { score: '9' });
  // A release by the flow waits as well, so that staff can stop it.
  expect(await assignments(application, 'REPLY')).toEqual([]);
  await moveTo('2026-12-02T12:11:00Z');
  expect(await assignments(application, 'REPLY')).toEqual([
    { step: 'REPLY', owner: 'owner', partition: null, status: 'draft', lead: false },
  ]);

  const reply = await idOf(application, 'REPLY');
  const answer = await world.as('owner', 'PUT', `/v2/assignments/${reply}/submit`, {
    data: [itemOf('words', ['Thank you'])],
    newGroups: [],
  });
  expect(answer.status).toBe(200);
  await work();
  expect((await assignments(application)).find(({ step }) => step === 'REV')).toMatchObject({
    status: 'accepted',
  });

  const done = { state: 'done', result: null, attempts: 1 };
  expect(await actions()).toEqual([
    { automation: 'check', ...done, amount: 1, depth: 1 },
    // Refused by the machine, it stands as failed and holds nothing up.
    { automation: 'early', ...done, state: 'failed', result: 'nothing_to_release', amount: null, depth: 1 },
    { automation: 'tech', ...done, amount: 2, depth: 1 },
    { automation: 'tell-everybody', ...done, amount: 3, depth: 1 },
    { automation: 'tell-centres', ...done, amount: 2, depth: 2 },
    { automation: 'tell-centres', ...done, amount: 2, depth: 2 },
    // The centres took their work, so no email asks them to accept it.
    { automation: 'panel', ...done, amount: 1, depth: 1 },
    { automation: 'release', ...done, amount: 0, depth: 1 },
    { automation: 'unlock', ...done, amount: 0, depth: 2 },
    { automation: 'reply', ...done, amount: 1, depth: 3 },
    { automation: 'again', ...done, amount: 1, depth: 1 },
  ]);
  // What an automation did says so in the log, with what started it and how far the chain had come.
  const logged = await test.db
    .selectFrom('events')
    .select(['type', 'actor_id', 'detail'])
    .where('type', '=', 'unlocked')
    .execute();
  expect(logged).toEqual([
    { type: 'unlocked', actor_id: null, detail: { step: 'REPLY', cause: expect.any(Number), depth: 2 } },
  ]);
});

it('plans one notice for an event and each recipient, however many rules name a person', async () => {
  const application = await world.submitted();
  await moveTo('2026-12-02T12:00:00Z');
  await hasDone('pro', await idOf(application, 'CHECK'), { verdict: 'good' }, true);
  const planned = await test.db
    .selectFrom('deliveries')
    .select(['recipient', 'facts', 'event_id'])
    .where('template', '=', 'flow_notice')
    .orderBy('recipient')
    .execute();
  const { people } = world;
  const passed = planned.filter(({ facts }) => facts.templateId === 'passed');
  expect(new Set(passed.map(({ facts }) => facts.userId))).toEqual(
    new Set([people.owner, people.pro, people.otherPro].map(({ userId }) => userId)),
  );
  expect(passed).toHaveLength(3);
  const toOwner = passed.find(({ facts }) => facts.userId === people.owner.userId);
  expect(toOwner?.facts).toEqual({
    applicationId: application.id,
    assignmentId: application.assignmentId,
    stepId: 'APP',
    partitionId: null,
    templateId: 'passed',
    flowVersionId: expect.any(Number),
    userId: people.owner.userId,
    email: toOwner?.recipient,
    eventId: toOwner?.event_id,
    automationId: 'tell-everybody',
  });
  // Two events, of two partitions of one centre with two representatives.
  const work = planned.filter(({ facts }) => facts.templateId === 'work');
  expect(work.map(({ facts }) => facts.userId).toSorted()).toEqual(
    [people.centre, people.centre, people.centreToo, people.centreToo].map(({ userId }) => userId).toSorted(),
  );
});

it('does nothing twice when the same job comes again or two come at once, and goes on after a stop anywhere', async () => {
  const application = await world.submitted();
  await moveTo('2026-12-02T12:00:00Z');
  const before = [await actions(), await assignments(application)];
  const again = () => automate(test.platform, { applicationId: application.id });
  await Promise.all([again(), again(), again()]);
  expect([await actions(), await assignments(application)]).toEqual(before);
});

it('leaves out of a panel whoever is in conflict, and says so where nobody is left', async () => {
  const application = await world.submitted();
  const chair = world.people.chair.userId;
  const marked = await world.as('pro', 'PUT', `/v2/applications/${application.uid}/conflicts/${chair}`, {
    reason: 'They are married.',
  });
  expect(marked.status).toBe(200);
  await moveTo('2026-12-02T12:00:00Z');
  await hasDone('pro', await idOf(application, 'CHECK'), { verdict: 'good' }, true);
  await hasDone('centre', await idOf(application, 'TECH', 'aurora-cpu'), { fits: 'yes' }, true);
  await hasDone('centreToo', await idOf(application, 'TECH', 'aurora-gpu'), { fits: 'yes' }, true);
  expect((await actions()).filter(({ automation }) => automation === 'panel')).toEqual([
    { automation: 'panel', state: 'done', result: 'nobody', amount: 0, depth: 1, attempts: 1 },
  ]);
});

it('lists for staff what was planned, done and failed, and lets them try it again or skip it with a reason', async () => {
  const application = await world.submitted();
  await moveTo('2026-12-02T12:00:00Z');
  const path = `/v2/applications/${application.uid}/actions`;
  const listed = async () => (await world.as('pro', 'GET', path)).body.data;
  const [failed, done] = await listed();
  expect([failed, done]).toEqual([
    expect.objectContaining({
      automation: 'early',
      state: 'failed',
      words: 'Release',
      step: 'REV',
      told: {},
      cause: 'Cut-off passed',
      result: expect.stringMatching(/./),
      attempts: 1,
      by: null,
    }),
    expect.objectContaining({ automation: 'check', state: 'done', result: null, amount: 1 }),
  ]);
  // Overall only what waits or failed.
  const open = await world.as('pro', 'GET', '/v2/applications/actions');
  expect(open.body.data.map(({ id, uid }: { id: number; uid: string }) => [id, uid])).toEqual([
    [failed.id, application.uid],
  ]);
  expect(open.body).toMatchObject({ failed: 1, calls: [{ id: world.callId }], automations: [] });
  expect(open.body.data[0].callTitle).toBe(open.body.calls[0].title);
  await world.as(
    'pro',
    'PUT',
    `/v2/applications/${application.uid}/conflicts/${world.people.otherPro.userId}`,
    {
      reason: 'Kin.',
    },
  );
  expect((await world.as('otherPro', 'GET', '/v2/applications/actions')).body).toMatchObject({
    data: [],
    failed: 0,
  });
  const narrowed = async (query: string) => {
    const { body } = await world.as('pro', 'GET', `/v2/applications/actions?${query}`);
    return body.data.map((one: { automation: string }) => one.automation);
  };
  const ofCall = `callId=${world.callId}`;
  expect(await narrowed('state=planned')).toEqual([]);
  expect(await narrowed('state=failed')).toEqual(['early']);
  expect(await narrowed('state=done')).toContain('check');
  expect(await narrowed(`state=done&${ofCall}&automation=check`)).toEqual(['check']);
  expect(await narrowed(`state=failed&${ofCall}&automation=check`)).toEqual([]);
  expect(await narrowed(`callId=${world.callId + 1}`)).toEqual([]);
  const { automations } = (await world.as('pro', 'GET', `/v2/applications/actions?${ofCall}`)).body;
  expect(automations).toContainEqual({ id: 'early', words: 'Release', step: 'REV', told: {} });
  // A call that is not published is not offered, and says nothing of what it plans.
  const publish = (published: boolean) => test.db.updateTable('calls').set({ published }).execute();
  await publish(false);
  const unpublished = (await world.as('pro', 'GET', `/v2/applications/actions?${ofCall}`)).body;
  expect([unpublished.calls, unpublished.automations]).toEqual([[], []]);
  await publish(true);
  // Nobody but the staff learns that there is anything.
  for (const who of ['owner', 'reviewer', 'centre', 'stranger'] as const) {
    expect((await world.as(who, 'GET', path)).status).toBe(404);
    expect((await world.as(who, 'GET', '/v2/applications/actions')).status).toBe(403);
    expect((await world.as(who, 'POST', `${path}/${failed.id}/retry`, {})).status).toBe(404);
    expect((await world.as(who, 'POST', `${path}/${failed.id}/skip`, { reason: 'Mine.' })).status).toBe(404);
  }
  expect((await world.as('pro', 'POST', `${path}/${failed.id}/skip`, { reason: '  ' })).status).toBe(400);
  expect((await world.as('pro', 'POST', `${path}/${done.id}/retry`, {})).status).toBe(409);

  expect((await world.as('pro', 'POST', `${path}/${failed.id}/skip`, { reason: 'Too early.' })).status).toBe(
    200,
  );
  expect((await world.as('pro', 'GET', '/v2/applications/actions')).body.failed).toBe(0);
  expect(await narrowed('state=skipped')).toEqual(['early']);
  expect((await listed())[0]).toMatchObject({
    state: 'skipped',
    reason: 'Too early.',
    by: { firstName: 'pro' },
  });
  // What is there to be released now: tried again, it is done.
  const rev = await world.give(application, 'REV', 'reviewer');
  await hasDone('reviewer', rev, { score: '4' });
  expect((await world.as('pro', 'POST', `${path}/${failed.id}/retry`, {})).status).toBe(200);
  await work();
  const again = (await listed()).find(({ id }: { id: number }) => id === failed.id);
  expect(again).toMatchObject({ state: 'done', reason: null, result: null });
  expect((await world.as('pro', 'GET', '/v2/applications/actions')).body.data).toEqual([]);
  // Page by page each is there once.
  const all = await narrowed('state=done');
  expect(all.length).toBeGreaterThan(1);
  const top = (await world.as('pro', 'GET', '/v2/applications/actions?state=done&limit=1')).body;
  expect([top.data[0].automation, ...(await narrowed(`state=done&before=${top.next}`))]).toEqual(all);
});

it('lists failed and late actions for administrators without their applications, and has one or all of a kind tried again', async () => {
  const [one, two] = [await world.submitted(), await world.submitted()];
  await moveTo('2026-12-02T12:00:00Z');
  const admin = await test.login({ role: 'admin' });
  const officer = await test.login({ role: 'pro', app: 'admin_portal' });
  const ask = (who: { token: string }, method: string, path: string, body: object) =>
    test.call(method, path, { token: who.token, body });
  const listed = async (who: { token: string }, body = {}) =>
    (await ask(who, 'POST', '/admin/actions', body)).body;
  const { data, total } = await listed(admin);
  expect(total).toBe(2);
  expect(data[0]).toEqual({
    id: expect.any(Number),
    callId: world.callId,
    callTitle: expect.any(String),
    told: {},
    automation: 'early',
    words: 'Release',
    step: 'REV',
    state: 'failed',
    dueAt: expect.stringMatching(/^2026-12-/),
    attempts: 1,
    reason: expect.stringMatching(/./),
    uid: null,
    alike: 2,
  });
  // Staff read the ID of an application that is theirs to read.
  const { uid } = one;
  await world.as('pro', 'PUT', `/v2/applications/${uid}/conflicts/${officer.userId}`, { reason: 'Kin.' });
  expect((await listed(officer)).data.map((each: { uid: string | null }) => each.uid)).toEqual([
    two.uid,
    null,
  ]);

  // Late is only what has waited for ten minutes.
  const plan = (at: string) =>
    sql`insert into planned_actions (application_id, event_id, automation_id, action, depth, planned_at)
      select application_id, max(id), ${at}, 'assign', 1, ${at}::timestamptz from events
      where application_id = ${two.id} group by 1`.execute(test.db);
  await plan('2026-12-02T11:49:59Z');
  await plan('2026-12-02T11:51:00Z');
  const late = await listed(admin, { state: 'late' });
  expect(
    late.data.map(({ automation, attempts, reason }: Record<string, unknown>) => [
      automation,
      attempts,
      reason,
    ]),
  ).toEqual([['2026-12-02T11:49:59Z', 0, null]]);
  expect((await listed(admin, { state: 'failed' })).total).toBe(2);
  expect((await ask(admin, 'GET', '/admin/running', undefined as never)).body.actions).toEqual({
    overdue: 1,
    failed: 2,
  });
  await sql`delete from planned_actions where state = 'planned'`.execute(test.db);

  const again = (who: { token: string }, id: number, body: object) =>
    ask(who, 'POST', `/admin/actions/${id}/again`, { reason: 'The panel is complete', ...body });
  const [newer, older] = data;
  expect((await again(officer, newer.id, { alike: false })).status).toBe(403);
  expect((await again(admin, newer.id, { alike: false, reason: ' ' })).status).toBe(400);
  expect((await again(admin, newer.id, { alike: false })).body).toEqual({ count: 1, left: 0 });
  // It waits as if it had just been planned, and nothing fails twice by one command.
  expect((await again(admin, newer.id, { alike: false })).status).toBe(404);
  await work();
  expect((await listed(admin)).total).toBe(2);
  expect((await again(admin, older.id, { alike: true })).body).toEqual({ count: 2, left: 0 });
  const changes = await ask(admin, 'POST', '/admin/changes', { pageSize: 1 });
  expect(changes.body.data[0]).toMatchObject({
    action: 'actions_tried_again',
    subject: { kind: 'call', id: String(world.callId) },
    after: { automation: 'early', count: 2 },
    reason: 'The panel is complete',
  });
  // What is there to be released now is released.
  const rev = await world.give(two, 'REV', 'reviewer');
  await hasDone('reviewer', rev, { score: '4' });
  await work();
  expect((await listed(admin)).total).toBe(1);
});

it('gives up a notice that could not be planned, and staff read why and have it tried again', async () => {
  const application = await world.submitted();
  await test.platform.emit(test.db, [
    {
      type: 'approved',
      occurredAt: test.platform.now(),
      applicationId: application.id,
      detail: { step: 'APP' },
    },
  ]);
  await automate(test.platform, { applicationId: application.id });
  const rename = (from: string, to: string) =>
    sql`update planned_actions set automation_id = ${to} where automation_id = ${from}`.execute(test.db);
  await rename('tell-everybody', 'lost');
  const told = async () =>
    (await world.as('pro', 'GET', `/v2/applications/${application.uid}/actions`)).body.data.find(
      ({ words, state }: { words: string; state: string }) => words === 'Send a mail' && state !== 'done',
    );
  /** As often as it may, but for the last time. */
  const nearlyExhausted = () =>
    sql`update graphile_worker._private_jobs set attempts = max_attempts - 1 where task_id = (
      select id from graphile_worker._private_tasks where identifier = 'notify_by_flow')`.execute(test.db);
  const cleanUp = async () => {
    await sql`select graphile_worker.add_job('free_stuck_jobs')`.execute(test.db);
    await work();
  };
  await cleanUp();
  expect(await told()).toMatchObject({ state: 'planned', result: null });
  await nearlyExhausted();
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(test.db);
  await work();
  await cleanUp();
  const failed = await told();
  expect(failed).toMatchObject({ state: 'failed', attempts: 25, result: expect.stringMatching(/\w/) });

  await rename('lost', 'tell-everybody');
  const retry = `/v2/applications/${application.uid}/actions/${failed.id}/retry`;
  expect((await world.as('pro', 'POST', retry, {})).status).toBe(200);
  await cleanUp();
  expect(await told()).toBeUndefined();
  expect((await actions()).filter(({ automation }) => automation === 'tell-everybody')).toEqual([
    { automation: 'tell-everybody', state: 'done', result: null, amount: 3, depth: 1, attempts: 1 },
  ]);
});

it('stops a chain at its twentieth link, and tells staff', async () => {
  const application = await world.submitted();
  const emit = (depth: number) =>
    test.platform.emit(test.db, [
      {
        type: 'cutoff_passed',
        occurredAt: test.platform.now(),
        applicationId: application.id,
        detail: { depth },
      },
    ]);
  const [last] = await emit(20);
  await work();
  expect(await actions()).toEqual([]);
  const log = await world.as('pro', 'GET', `/v2/applications/${application.uid}/events`);
  expect(log.body.data.slice(0, 2).map(({ words }: { words: string }) => words)).toEqual([
    'Automation stopped',
    'Automation stopped',
  ]);
  const { detail } = await test.db
    .selectFrom('events')
    .select('detail')
    .where('type', '=', 'automation_stopped')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(detail).toEqual({ automation: 'check', cause: last, depth: 20 });
  await emit(19);
  await work();
  expect((await actions()).map(({ automation, depth }) => [automation, depth])).toEqual([
    ['check', 20],
    ['early', 20],
  ]);
});
