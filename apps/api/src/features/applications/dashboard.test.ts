import { roleCodes } from '@clearcall/domain/model/roles.ts';
import { type AssignmentStatus, assignmentStatuses } from '@clearcall/domain/model/statuses.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, type Draft } from '../../testing/factories.ts';
import { assign } from '../../testing/panel-work.ts';

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
    draftExpiresAt: null,
    assignments: [
      {
        id: early.assignmentId,
        step: 'Application',
        status: 'draft',
        canTake: false,
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
        status: 'changes_requested',
        canTake: false,
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
        status: 'draft',
        canTake: false,
        deadline: null,
        partition: null,
      },
    ],
  },
});

it('shows what waits for the caller with the deadline that counts, in one statement beside authentication', async () => {
  const statements = await app.sqlCount(async () => {
    expect(await pending(person)).toEqual({
      data: [shown().early, shown().late, shown().endless],
      roles: ['applicant'],
    });
  });
  expect(statements).toBe(2);
});

it('shows a part of it: a role, a page', async () => {
  const { early: first, late: second } = shown();
  expect(await pending(person, { role: 'applicant' }, '?limit=1&offset=1')).toEqual({
    data: [second],
    roles: ['applicant'],
  });
  expect(await pending(person, { role: 'pro' })).toEqual({ data: [], roles: ['applicant'] });
  expect((await pending(person, { role: 'applicant' })).data[0]).toEqual(first);
});

it('is empty for everybody whom nothing waits for, whatever their role', async () => {
  const found = [];
  const admitted = roleCodes.filter((role) => mayUsePortal('user_portal', role));
  for (const role of admitted) found.push(await pending(await app.login({ role })));
  expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"data":[],"roles":[]}']));
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
  expect(await pending(reviewer)).toEqual({ data: [], roles: [] });

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
    status: 'assigned',
    canTake: true,
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
  });
  const nothing = { data: [], roles: [] };
  expect(await pending(reviewer, { role: 'applicant' })).toEqual({ data: [], roles: ['technical_reviewer'] });
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

  const taken = await app.call('PUT', `/v2/assignments/${id}/take`, { token: reviewer.token, body: {} });
  expect(taken.status).toBe(200);
  expect((await pending(reviewer)).data[0].assignments).toEqual([{ ...offered, canTake: false }]);
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
  expect(await answerTo({})).toEqual([[late.id, ...inRole, 'S4 approved null']]);
  expect(await answerTo({ role: 'panel_chair' })).toEqual([[late.id, ...inRole]]);
  expect(await answerTo({ role: 'rapporteur' })).toEqual([]);
  await app.db
    .updateTable('assignments')
    .set({ status: 'resubmitted' })
    .where('owner_id', '=', chair.userId)
    .where('status', '=', 'accepted')
    .execute();
  expect(await pending(chair)).toEqual({ data: [], roles: [] });
});
