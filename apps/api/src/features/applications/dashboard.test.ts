import { type AssignmentStatus, assignmentStatuses } from '@clearcall/domain/applications/statuses.ts';
import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
} from '../../testing/factories.ts';
import { assign } from '../../testing/panel-work.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../testing/review-world.ts';

let app: TestApp;
let person: SignedIn;
let pro: SignedIn;
let early: Draft;
let late: Draft;
let endless: Draft;

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
  await createSurroundings(app.db);
  const soon = await createCall(app, {
    code: 'SOO',
    cutoffs: [{ start: '2026-11-01T00:00:00Z', end: '2026-11-23T00:00:00Z' }],
  });
  const open = await createCall(app, {
    code: 'END',
    cutoffs: [{ start: '2026-11-01T00:00:00Z', end: null }],
  });
  person = await app.login();
  pro = await app.login({ role: 'pro' });
  early = await createDraft(app, soon.id, person);
  late = await createDraft(app, soon.id, person);
  endless = await createDraft(app, open.id, person);
  await createDraft(app, soon.id);
  await app.db
    .updateTable('applications')
    .set({ title: 'Waves', pi_first_name: 'Ada', pi_last_name: 'Moe', partitions: ['Aurora CPU'] })
    .where('id', '=', early.id)
    .execute();
  // One is asked for changes, until a day of its own.
  await app.db
    .updateTable('applications')
    .set({ status: 'changes_requested', submitted_at: new Date('2026-11-20T12:00:00Z') })
    .where('id', '=', late.id)
    .execute();
  await app.db
    .updateTable('assignments')
    .set({ status: 'changes_requested', deadline_at: new Date('2026-12-05T17:00:00Z') })
    .where('id', '=', late.assignmentId)
    .execute();
  await assign(app, { applicationId: late.id, userId: pro.userId, role: 'pro', status: 'assigned' });
});
afterAll(() => app.close());

const pending = async ({ token }: SignedIn, body: object = {}, query = '') =>
  (await app.call('POST', `/v2/applications/dashboard${query}`, { token, body })).body;

const plain = {
  timeZone: 'Europe/Brussels',
  projectTitle: '',
  firstName: '',
  lastName: '',
  partition: '',
  asked: [],
  unit: 'node hours',
  draftExpiresAt: null,
};
const shown = () => ({
  early: {
    id: early.id,
    uid: early.uid,
    status: 'draft',
    timeZone: 'Europe/Brussels',
    projectTitle: 'Waves',
    firstName: 'Ada',
    lastName: 'Moe',
    partition: 'Aurora CPU',
    asked: [],
    unit: 'node hours',
    draftExpiresAt: null,
    assignments: [
      {
        id: early.assignmentId,
        step: 'Application',
        told: {},
        stepType: 'application',
        status: 'draft',
        canTake: false,
        waitsForChanges: false,
        asksForTime: false,
        deadline: '2026-11-23T00:00:00.000Z',
        partition: null,
      },
    ],
  },
  late: {
    ...plain,
    id: late.id,
    uid: late.uid,
    status: 'changes_requested',
    assignments: [
      {
        id: late.assignmentId,
        step: 'Application',
        told: {},
        stepType: 'application',
        status: 'changes_requested',
        canTake: false,
        waitsForChanges: false,
        asksForTime: false,
        deadline: '2026-12-05T17:00:00.000Z',
        partition: null,
      },
    ],
  },
  endless: {
    ...plain,
    id: endless.id,
    uid: endless.uid,
    status: 'draft',
    assignments: [
      {
        id: endless.assignmentId,
        step: 'Application',
        told: {},
        stepType: 'application',
        status: 'draft',
        canTake: false,
        waitsForChanges: false,
        asksForTime: false,
        deadline: null,
        partition: null,
      },
    ],
  },
});

it('shows what waits for the caller with the deadline that counts, in two statements beside authentication', async () => {
  const statements = await app.sqlCount(async () => {
    expect(await pending(person)).toEqual({
      data: [shown().early, shown().late, shown().endless],
      roles: ['applicant'],
      boards: [],
      toRelease: [],
      followed: [],
      unpaidReviews: 0,
    });
  });
  expect(statements).toBe(3);
});

it('shows a part of it: a role, a page', async () => {
  const { early: first, late: second } = shown();
  expect(await pending(person, { role: 'applicant' }, '?limit=1&offset=1')).toEqual({
    data: [second],
    roles: ['applicant'],
    boards: [],
    toRelease: [],
    followed: [],
    unpaidReviews: 0,
  });
  expect(await pending(person, { role: 'pro' })).toEqual({
    data: [],
    roles: ['applicant'],
    boards: [],
    toRelease: [],
    followed: [],
    unpaidReviews: 0,
  });
  expect((await pending(person, { role: 'applicant' })).data[0]).toEqual(first);
});

it('is empty for everybody whom nothing waits for, whatever their role', async () => {
  const found = [];
  const admitted = roleCodes.filter((role) => mayUsePortal('user_portal', role));
  for (const role of admitted) found.push(await pending(await app.login({ role })));
  expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
    new Set(['{"data":[],"roles":[],"boards":[],"toRelease":[],"followed":[],"unpaidReviews":0}']),
  );
});

it('shows staff their own assignments alone, with the partition and the step they are for', async () => {
  await app.db
    .updateTable('assignments')
    .set({ partition_id: 'aurora-gpu' })
    .where('owner_id', '=', pro.userId)
    .execute();
  const { data, roles } = await pending(pro);
  expect(roles).toEqual(['pro']);
  expect(data).toMatchObject([
    { uid: late.uid, assignments: [{ step: 'Review', status: 'assigned', partition: 'Aurora GPU' }] },
  ]);
});

it('shows nothing of an application that the caller may not open, and only what can be done', async () => {
  const reviewer = await app.login({ role: 'scientific_reviewer' });
  await assign(app, { applicationId: late.id, userId: reviewer.userId, role: 'scientific_reviewer' });
  const opened = async () =>
    (await app.call('GET', `/v2/applications/${late.uid}`, { token: reviewer.token })).status;
  const waiting = await pending(reviewer);
  expect([waiting.data.map(({ uid }: { uid: string }) => uid), waiting.roles, await opened()]).toEqual([
    [late.uid],
    ['scientific_reviewer'],
    200,
  ]);
  await app.db
    .insertInto('conflicts')
    .values({
      application_id: late.id,
      user_id: reviewer.userId,
      source: 'marked',
      noted_at: app.platform.now(),
    })
    .execute();
  expect(await pending(reviewer)).toEqual({
    data: [],
    roles: [],
    boards: [],
    toRelease: [],
    followed: [],
    unpaidReviews: 0,
  });

  const seen: string[] = [];
  for (const status of assignmentStatuses) {
    await app.db.updateTable('assignments').set({ status }).where('id', '=', endless.assignmentId).execute();
    const { data } = await pending(person);
    if (data.some(({ id }: { id: number }) => id === endless.id)) seen.push(status);
  }
  expect(seen).toEqual(['draft', 'assigned', 'accepted', 'changes_requested']);
});

it('offers what nobody has taken yet to the people of its centre and role, but for their own applications', async () => {
  const id = app.platform.newId();
  await app.db
    .insertInto('assignments')
    .values({
      id,
      application_id: late.id,
      step_id: 'REV',
      owner_id: null,
      role: 'technical_reviewer',
      partition_id: 'aurora-cpu',
      status: 'assigned',
      created_at: app.platform.now(),
    })
    .execute();
  const offered = {
    id,
    step: 'Review',
    told: {},
    stepType: 'review',
    status: 'assigned',
    canTake: true,
    waitsForChanges: false,
    asksForTime: false,
    deadline: null,
    partition: 'Aurora CPU',
  };
  const ofCentre = async (who: SignedIn) => {
    const part = { centre_id: 'north', panel: null, part: 'reviewer' };
    await app.db
      .insertInto('memberships')
      .values({ user_id: who.userId, ...part })
      .execute();
    return who;
  };
  const reviewer = await ofCentre(await app.login({ role: 'technical_reviewer' }));
  // What is written in the application opens with a view rule or with work of one's own; nothing of it is told here.
  expect(await pending(reviewer)).toEqual({
    data: [{ ...plain, id: late.id, uid: late.uid, status: 'changes_requested', assignments: [offered] }],
    roles: ['technical_reviewer'],
    boards: [],
    toRelease: [],
    followed: [],
    unpaidReviews: 0,
  });
  const nothing = { data: [], roles: [], boards: [], toRelease: [], followed: [], unpaidReviews: 0 };
  expect(await pending(reviewer, { role: 'applicant' })).toEqual({
    ...nothing,
    roles: ['technical_reviewer'],
  });
  expect(await pending(await app.login({ role: 'technical_reviewer' }))).toEqual(nothing);
  expect(await pending(await ofCentre(await app.login({ role: 'ac_member' })))).toEqual(nothing);
  expect(
    (await pending(person)).data.flatMap((one: { assignments: object[] }) => one.assignments),
  ).not.toContainEqual(offered);
  const other = await ofCentre(await app.login({ role: 'technical_reviewer' }));
  await app.db
    .insertInto('conflicts')
    .values({
      application_id: late.id,
      user_id: other.userId,
      source: 'marked',
      noted_at: app.platform.now(),
    })
    .execute();
  expect(await pending(other)).toEqual(nothing);
  // In the part of a reviewer one is not offered what another part may take on the same application.
  const both = await ofCentre(await app.login({ role: 'technical_reviewer' }));
  await assign(app, { applicationId: late.id, userId: both.userId, role: 'scientific_reviewer' });
  const takes = async (role: string) =>
    (await pending(both, { role })).data.flatMap(({ assignments }: { assignments: { canTake: boolean }[] }) =>
      assignments.map(({ canTake }) => canTake),
    );
  expect([await takes('scientific_reviewer'), await takes('technical_reviewer')]).toEqual([[false], [true]]);

  // Nobody takes a second assignment of one step and partition.
  const busy = await ofCentre(await app.login({ role: 'technical_reviewer' }));
  await assign(app, { applicationId: late.id, userId: busy.userId, role: 'technical_reviewer' });
  const offersOf = async () =>
    (await pending(busy)).data[0].assignments.filter(({ canTake }: { canTake: boolean }) => canTake).length;
  expect(await offersOf()).toBe(1);
  await app.db
    .updateTable('assignments')
    .set({ partition_id: 'aurora-cpu' })
    .where('owner_id', '=', busy.userId)
    .execute();
  expect(await offersOf()).toBe(0);

  const taken = await app.call('PUT', `/v2/assignments/${id}/take`, { token: reviewer.token, body: {} });
  expect(taken.status).toBe(200);
  expect((await pending(reviewer)).data[0].assignments).toEqual([
    { ...offered, status: 'accepted', canTake: false },
  ]);
});

it('tells of an application on which something waits all that the caller has there, and no deadline of what is done', async () => {
  const chair = await app.login({ role: 'panel_chair' });
  const parts: [string, AssignmentStatus][] = [
    ['panel_chair', 'accepted'],
    ['panel_chair', 'triggered'],
    ['panel_chair', 'submitted'],
    ['panel_chair', 'revoked'],
    ['rapporteur', 'approved'],
  ];
  const deadline = new Date('2026-12-01T12:00:00Z');
  await app.db
    .insertInto('assignments')
    .values(
      parts.map(([role, status], at) => ({
        id: app.platform.newId(),
        application_id: late.id,
        step_id: `S${at}`,
        owner_id: chair.userId,
        role,
        status,
        deadline_at: deadline,
        created_at: new Date(deadline.getTime() + at),
      })),
    )
    .execute();
  const answerTo = async (body: object) =>
    (await pending(chair, body)).data.map((one: { id: number; assignments: Record<string, unknown>[] }) => [
      one.id,
      ...one.assignments.map(({ step, status, deadline: until }) => `${step} ${status} ${until}`),
    ]);
  const inRole = [
    'S0 accepted 2026-12-01T12:00:00.000Z',
    'S1 triggered 2026-12-01T12:00:00.000Z',
    'S2 submitted null',
  ];
  expect(await answerTo({})).toEqual([[late.id, ...inRole, 'S4 submitted null']]);
  expect(await answerTo({ role: 'panel_chair' })).toEqual([[late.id, ...inRole]]);
  expect(await answerTo({ role: 'rapporteur' })).toEqual([]);
  await app.db
    .updateTable('assignments')
    .set({ status: 'resubmitted' })
    .where('owner_id', '=', chair.userId)
    .where('status', '=', 'accepted')
    .execute();
  expect(await pending(chair)).toEqual({
    data: [],
    roles: [],
    boards: [],
    toRelease: [],
    followed: [],
    unpaidReviews: 0,
  });
});

describe('what was judged', () => {
  let world: ReviewWorld;
  let reviews: TestApp;
  beforeAll(async () => {
    reviews = await buildTestApp();
    const verdict = (id: string) => ({
      id,
      type: 'select',
      title: id,
      config: { required: true, outcome: { good: 'approved', bad: 'rejected' } },
      items: ['good', 'bad'],
    });
    const step = (id: string, order: number, judges?: string) => ({
      id,
      title: id,
      order,
      type: 'review',
      ownerRole: judges === undefined ? 'applicant' : 'panel_chair',
      ...(judges === undefined ? {} : { judges }),
      permissions: { assign: [], assignable: [], view: [] },
      forms: judges === undefined ? [] : [{ id, title: id, order: 0, elements: [verdict(`${id}_verdict`)] }],
    });
    // Each review is looked at too, and after the decision a report.
    world = await createReviewWorld(reviews, (small) => ({
      ...small,
      steps: [
        ...small.steps.map((one) => (one.id === 'FIN' ? { ...one, order: 6 } : one)),
        step('QA', 5, 'REV'),
        step('REPORT', 7),
        step('SEEN', 8, 'REPORT'),
      ],
    }));
  });
  afterAll(() => reviews.close());

  async function ok(who: Player, method: string, path: string, body: object = {}) {
    const answer = await world.as(who, method, path, body);
    expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
    return answer.body;
  }
  const told = async (who: Player, application: Draft) => {
    const { data } = await ok(who, 'POST', '/v2/applications/dashboard');
    const listed = data.find(({ id }: Draft) => id === application.id);
    return Object.fromEntries(listed.assignments.map((one: Record<string, unknown>) => [one.id, one.status]));
  };
  /** What the page says of the same assignments. */
  const onPage = async (who: Player, application: Draft) => {
    const { body } = await openWhole(reviews, application.uid, world.people[who].token);
    const own = body.assignments.filter(
      ({ owner }: { owner?: { id: number } }) => owner?.id === world.people[who].userId,
    );
    return Object.fromEntries(own.map((one: Record<string, unknown>) => [one.id, one.status]));
  };
  async function judge(application: Draft, stepId: string, by: Player, answers: object[]) {
    const { id } = await ok('pro', 'POST', `/v2/applications/${application.id}/assign`, {
      flowElementId: stepId,
      userId: world.people[by].userId,
      role: by === 'pro' ? 'pro' : 'panel_chair',
    });
    await ok(by, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true });
    await ok(by, 'PUT', `/v2/assignments/${id}/submit`, { data: answers, newGroups: [] });
  }

  async function checked(verdict: string) {
    const application = await world.submitted();
    await ok('pro', 'POST', `/v2/applications/${application.id}/unlock`, { flowElementId: 'REPLY' });
    const reply = await world.give(application, 'REPLY', 'owner');
    const before = { [application.assignmentId]: 'submitted', [reply]: 'draft' };
    expect(await told('owner', application)).toEqual(before);
    await judge(application, 'CHECK', 'pro', [itemOf('verdict', [verdict]), itemOf('why', ['Because.'])]);
    return { application, before };
  }

  it.each(['good', 'bad'])(
    'tells an applicant nothing of a check that was not released: %s',
    async (verdict) => {
      const { application, before } = await checked(verdict);
      expect(await told('owner', application)).toEqual(before);
      expect(await onPage('owner', application)).toEqual(before);
    },
  );

  it('tells a reviewer how the own review was judged when that is released, and staff at once', async () => {
    const { db } = reviews;
    const application = await world.submitted();
    const review = await world.give(application, 'REV', 'reviewer');
    await ok('reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
    await ok('reviewer', 'PUT', `/v2/assignments/${review}/submit`, {
      data: [itemOf('score', ['3'])],
      newGroups: [],
    });
    for (const who of ['reviewer', 'pro'] as const)
      await assign(reviews, {
        applicationId: application.id,
        userId: world.people[who].userId,
        role: 'ac_member',
      });
    await judge(application, 'QA', 'chair', [itemOf('QA_verdict', ['good'])]);
    expect((await told('reviewer', application))[review]).toBe('submitted');
    await db
      .updateTable('assignments')
      .set({ owner_id: world.people.pro.userId })
      .where('id', '=', review)
      .execute();
    expect((await told('pro', application))[review]).toBe('approved');
    await db
      .updateTable('assignments')
      .set({ owner_id: world.people.reviewer.userId })
      .where('id', '=', review)
      .execute();
    await ok('pro', 'POST', `/v2/applications/${application.id}/release`, { flowElementId: 'QA' });
    expect((await told('reviewer', application))[review]).toBe('approved');
    expect((await onPage('reviewer', application))[review]).toBe('approved');
  });

  it('says what the page says, whatever was judged, released and decided', async () => {
    const { db } = reviews;
    const { application } = await checked('good');
    const report = reviews.platform.newId();
    await db
      .insertInto('assignments')
      .values({
        id: report,
        application_id: application.id,
        step_id: 'REPORT',
        owner_id: world.people.owner.userId,
        role: 'applicant',
        status: 'rejected',
        created_at: reviews.platform.now(),
      })
      .execute();
    for (const [at, status] of (['submitted', 'resubmitted'] as const).entries())
      await db
        .insertInto('activities')

        .values({
          id: reviews.platform.newId(),
          assignment_id: report,
          status,
          created_at: new Date(reviews.platform.now().getTime() + at),
        })
        .execute();
    const seen = new Set<string>();
    for (const status of ['submitted', 'changes_requested', 'approved', 'rejected'] as const)
      for (const released of [[], ['CHECK'], ['SEEN'], ['FIN'], ['CHECK', 'SEEN']]) {
        const { id } = application;
        await db.updateTable('applications').set({ status }).where('id', '=', id).execute();
        for (const table of ['step_states', 'step_releases'] as const)
          await db.deleteFrom(table).where('application_id', '=', id).execute();
        for (const step_id of released)
          for (const table of ['step_states', 'step_releases'] as const)
            await db
              .insertInto(table)
              .values({ application_id: id, step_id, released_at: reviews.platform.now() })
              .execute();
        const found = await told('owner', application);
        expect([status, released, found]).toEqual([status, released, await onPage('owner', application)]);
        seen.add([found[application.assignmentId], found[report]].join());
      }
    expect([...seen].sort()).toEqual([
      'approved,rejected',
      'approved,resubmitted',
      'submitted,rejected',
      'submitted,resubmitted',
    ]);
  });
});
