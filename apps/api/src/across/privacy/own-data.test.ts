import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type Draft, itemOf } from '../../testing/factories.ts';
import { readZip } from '../../testing/read-zip.ts';
import { createReviewWorld, type Player, partitions, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';

let app: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app, (small) => ({
    ...small,
    steps: [
      ...small.steps,
      {
        ...small.steps.find(({ id }) => id === 'CHECK'),
        id: 'QA',
        title: 'QA',
        order: 6,
        ownerRole: 'panel_chair',
        judges: 'REV',
        forms: [
          {
            id: 'QA_form',
            title: 'QA',
            order: 0,
            elements: [
              {
                id: 'sound',
                type: 'select',
                title: 'Sound',
                config: { required: true, outcome: { yes: 'approved', no: 'rejected' } },
                items: ['yes', 'no'],
              },
              { id: 'because', type: 'text', title: 'Why', config: { id: 'outcome_reason' } },
            ],
          },
        ],
      },
    ],
  }));
});
afterAll(() => app.close());

async function ok(who: Player, method: string, path: string, body: object = {}) {
  const answer = await world.as(who, method, path, body);
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

async function ownData(who: Player) {
  const { bytes } = await world.as(who, 'GET', `/users/${world.people[who].userId}/data`);
  const text = readZip(bytes).get('data.json')?.toString() ?? '';
  return { text, ...JSON.parse(text) };
}

interface Row {
  applicationId?: number | null;
  assignmentId?: string;
  type?: string;
  status?: string;
  template?: string;
}
const rowsOf = ({ records }: { records: Record<string, { rows: Row[] }> }, place: string): Row[] =>
  records[place]?.rows ?? [];
/** Whether something in it is said of the application. */
const names = ({ text }: { text: string }, { id, uid }: Draft): boolean =>
  text.includes(uid) || new RegExp(`"applicationId": ${id}\\b`).test(text);

async function check(application: Draft, verdict: 'good' | 'bad'): Promise<void> {
  const id = await world.give(application, 'CHECK', 'pro');
  await ok('pro', 'PUT', `/v2/assignments/${id}/accept`, { accepted: true });
  const data = [itemOf('verdict', [verdict]), itemOf('why', ['Because.'])];
  await ok('pro', 'PUT', `/v2/assignments/${id}/submit`, { data, newGroups: [] });
}

it.each(['good', 'bad'] as const)(
  'tells an applicant in their own data what the check found once it is released: %s',
  async (verdict) => {
    const application = await world.submitted();
    const statuses = async () => {
      const data = await ownData('owner');
      const own = data.applications.find(({ id }: { id: number }) => id === application.id);
      return [
        ...rowsOf(data, 'events.user_id').flatMap((row) =>
          row.applicationId === application.id ? row.type : [],
        ),
        own.assignments[0].status,
        ...own.assignments[0].activities.map(({ status }: Row) => status),
      ];
    };
    const before = await statuses();
    await check(application, verdict);
    expect(await statuses()).toEqual(before);
    await ok('pro', 'POST', `/v2/applications/${application.id}/release`, { flowElementId: 'CHECK' });
    expect(await statuses()).toContain(verdict === 'good' ? 'approved' : 'rejected');
  },
);

it('tells in own data of what one did nothing that it did to the work of others', async () => {
  const told = async (isReviewed: boolean) => {
    const application = await world.submitted();
    if (isReviewed)
      for (const who of ['reviewer', 'colleague'] as const) await world.give(application, 'REV', who);
    await ok('owner', 'POST', `/v2/applications/${application.id}/withdraw`);
    const data = await ownData('owner');
    const { userId } = world.people.owner;
    const own = await app.db.selectFrom('assignments').select('id').where('owner_id', '=', userId).execute();
    const ids = own.map(({ id }) => id);
    expect(
      rowsOf(data, 'activities.actor_id').filter(({ assignmentId = '' }) => !ids.includes(assignmentId)),
    ).toEqual([]);
    return rowsOf(data, 'events.actor_id').filter(({ applicationId }) => applicationId === application.id)
      .length;
  };
  expect(await told(true)).toBe(await told(false));
  // Staff deal with the work of others, and know what they did to it.
  const application = await world.submitted();
  const review = await world.give(application, 'REV', 'reviewer');
  await ok('pro', 'PUT', `/v2/assignments/${review}/revoke`, { reason: 'No longer needed.' });
  const data = await ownData('pro');
  expect(rowsOf(data, 'activities.actor_id')).toContainEqual(
    expect.objectContaining({ assignmentId: review, status: 'revoked', reason: 'No longer needed.' }),
  );
  expect(rowsOf(data, 'events.actor_id')).toContainEqual(
    expect.objectContaining({ type: 'revoked', applicationId: application.id }),
  );
});

it('names no application in own data that is not there for its person, whatever they did on it before', async () => {
  const application = await world.submitted();
  await world.give(application, 'REV', 'reviewer');
  const refused = await world.give(application, 'REV', 'colleague');
  await ok('colleague', 'PUT', `/v2/assignments/${refused}/accept`, { accepted: false, reason: 'Busy.' });
  await ok('pro', 'POST', `/v2/applications/${application.id}/notes`, { text: 'Waits for a letter.' });
  await ok('pro', 'POST', `/v2/applications/${application.id}/outcome`, {
    rows: partitions.map((partitionId) => ({ partitionId, outcome: 'awarded', amount: '7' })),
    reason: 'Good.',
  });
  for (const who of ['reviewer', 'pro'] as const) expect(names(await ownData(who), application)).toBe(true);
  for (const who of ['stranger', 'reviewer', 'colleague', 'pro'] as const)
    await ok('otherPro', 'PUT', `/v2/applications/${application.id}/conflicts/${world.people[who].userId}`, {
      reason: 'Married.',
    });
  for (const who of ['stranger', 'reviewer', 'colleague', 'pro'] as const)
    expect([who, names(await ownData(who), application)]).toEqual([who, false]);
  // The own words stay.
  expect((await ownData('colleague')).text).toContain('Busy.');
  expect((await ownData('pro')).text).toContain('Waits for a letter.');
});

it('says of own work in own data what its page says, until what judges it is released', async () => {
  const application = await world.submitted();
  const review = await world.give(application, 'REV', 'reviewer');
  await ok('reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
  await ok('reviewer', 'PUT', `/v2/assignments/${review}/submit`, {
    data: [itemOf('score', ['3'])],
    newGroups: [],
  });
  const { id } = await ok('pro', 'POST', `/v2/applications/${application.id}/assign`, {
    flowElementId: 'QA',
    userId: world.people.chair.userId,
    role: 'panel_chair',
  });
  await ok('chair', 'PUT', `/v2/assignments/${id}/accept`, { accepted: true });
  const said = async () => {
    const { work } = await ownData('reviewer');
    const { status, reason, activities } = work.find((one: Row & { application: string }) => {
      return one.application === application.uid;
    });
    return { status, reason, activities: activities.map((one: Row) => one.status) };
  };
  const handedIn = { status: 'submitted', reason: null, activities: ['assigned', 'accepted', 'submitted'] };
  expect(await said()).toEqual(handedIn);
  await ok('chair', 'PUT', `/v2/assignments/${id}/submit`, {
    data: [itemOf('sound', ['no']), itemOf('because', ['Too short.'])],
    newGroups: [],
  });
  expect(await said()).toEqual(handedIn);
  expect((await ownData('reviewer')).text).not.toMatch(/rejected|Too short/);
  await ok('pro', 'POST', `/v2/applications/${application.id}/release`, { flowElementId: 'QA' });
  expect(await said()).toEqual({
    status: 'rejected',
    reason: 'Too short.',
    activities: [...handedIn.activities, 'rejected'],
  });
  // Whoever gets into a conflict of interest afterwards is told that there is one.
  await ok('pro', 'PUT', `/v2/applications/${application.id}/conflicts/${world.people.reviewer.userId}`, {
    reason: 'Married.',
  });
  const { text, work } = await ownData('reviewer');
  expect(text).not.toContain('Too short.');
  expect(work.filter(({ answers }: { answers: unknown[] }) => answers.length > 0)).toMatchObject([
    { application: null, status: 'conflicted', reason: null, activities: [] },
  ]);
});

it('lists in own data the mails that were sent, and none that waits or was kept back', async () => {
  await workOff(app.platform, allWork(app.platform));
  const recipient = world.people.owner.email;
  const templates = async () =>
    rowsOf(await ownData('owner'), 'deliveries.recipient').map(({ template }) => template);
  const before = await templates();
  expect(before).toContain('application_submitted');
  for (const state of ['planned', 'dropped'] as const)
    await app.db
      .insertInto('deliveries')
      .values({
        id: app.platform.newId(),
        key: `outcome ${state}`,
        kind: 'mail',
        template: 'outcome_letter',
        recipient,
        state,
        facts: '{}',
        planned_at: app.platform.now(),
        held_until: new Date(app.platform.now().getTime() + 3_600_000),
        message_id: `<${state}@portal.example>`,
      })
      .execute();
  expect(await templates()).toEqual(before);
});
