import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import { type Draft, openWhole } from '../../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../../testing/review-world.ts';

let world: ReviewWorld;
let application: Draft;
beforeAll(async () => {
  // By the clock of the call it is the day after.
  world = await createReviewWorld(await buildTestApp({ now: '2026-11-21T23:34:56.789Z' }));
  application = await world.submitted();
  const review = await world.give(application, 'REV', 'reviewer');
  await world.as('reviewer', 'PUT', `/v2/assignments/${review}/accept`, { accepted: true, agreed: true });
  await world.give(application, 'REV', 'colleague');
});
afterAll(() => world.app.close());

const inRoles: [Player, string][] = [
  ['owner', 'applicant'],
  ['pro', 'pro'],
  ['reviewer', 'scientific_reviewer'],
  ['colleague', 'scientific_reviewer'],
  ['centre', 'compute_centre_representative'],
  ['chair', 'panel_chair'],
];
const knowTheHour: readonly Player[] = ['owner', 'pro'];

const rows = async (who: Player, role: string, searchBy: object[] = []) =>
  (await world.as(who, 'POST', '/v2/applications/search', { role, searchBy })).body.data;
const pageOf = async (who: Player) =>
  (await openWhole(world.app, application.uid, world.people[who].token)).body;
const fileOf = async (who: Player, role: string): Promise<string> => {
  const format = 'csv';
  const columns = ['submissionDate'];
  const { bytes } = await world.as(who, 'POST', '/v2/applications/export', { role, format, columns });
  return bytes.toString('utf8');
};
const on = (op: string, value: string) => ({ column: 'submissionDate', op, value });

it.each(inRoles)('tells %s, as %s, no more in the list and its file than on the page', async (who, role) => {
  const knows = knowTheHour.includes(who);
  const { submittedAt } = await pageOf(who);
  const [row] = await rows(who, role);
  expect([row.submissionDate, submittedAt]).toEqual(
    Array(2).fill(knows ? '2026-11-21T23:34:56.789Z' : '2026-11-21T00:00:00.000Z'),
  );
  expect((await fileOf(who, role)).trim().split('\r\n').at(-1)).toBe(
    knows ? '2026-11-22 00:34' : '2026-11-21',
  );
  // Whoever is told a day finds by it.
  const found: string[] = [];
  for (const op of ['equal', 'greater', 'lower'])
    for (const day of ['2026-11-21', '2026-11-22'])
      if ((await rows(who, role, [on(op, day)])).length > 0) found.push(`${op} ${day}`);
  expect(found).toEqual(
    knows ? ['equal 2026-11-22', 'greater 2026-11-21'] : ['equal 2026-11-21', 'lower 2026-11-22'],
  );
});

it('takes a date before the year 2000 for none, for whoever looks', async () => {
  const { db } = world.app;
  const submitted_at = new Date('1999-12-01T12:00:00Z');
  await db.updateTable('applications').set({ submitted_at }).where('id', '=', application.id).execute();
  for (const [who, role] of inRoles) {
    const [row] = await rows(who, role);
    expect([who, row.submissionDate, (await pageOf(who)).submittedAt]).toEqual([who, null, null]);
    for (const filter of [on('lower', '2026-01-01'), on('equal', '1999-12-01'), on('greater', '1999-01-01')])
      expect([who, filter.op, await rows(who, role, [filter])]).toEqual([who, filter.op, []]);
  }
});

const resubmittedAt = '2026-12-02T10:00:00.000Z';
let resubmitted: Draft;
async function resubmit(): Promise<void> {
  world.app.clock.set('2026-11-24T23:34:56.789Z');
  resubmitted = await world.submitted();
  const { assignmentId } = resubmitted;
  const asked = { outcome: 'request_changes', reason: 'Say more.', deadline: '2026-12-20T12:00:00Z' };
  const requested = await world.as('pro', 'PUT', `/v2/assignments/${assignmentId}/decide`, asked);
  expect([requested.status, requested.body.message]).toEqual([200, undefined]);
  world.app.clock.set('2026-11-26T12:00:00.000Z');
  await world.submitted();
  world.app.clock.set(resubmittedAt);
  const sent = await world.as('owner', 'PUT', `/v2/assignments/${assignmentId}/submit`, {
    data: [],
    newGroups: [],
  });
  expect([sent.status, sent.body.submittedAt]).toEqual([200, resubmittedAt]);
}

describe('of an application that was submitted again', () => {
  beforeAll(resubmit);

  it.each([
    ['owner', 'applicant'],
    ['pro', 'pro'],
  ] as const)('tells %s, as %s, the newest submission everywhere', async (who, role) => {
    const { body } = await openWhole(world.app, resubmitted.uid, world.people[who].token);
    const own = body.assignments.find((one: { id: string }) => one.id === resubmitted.assignmentId);
    const statuses = own.activities.map(({ status }: { status: string }) => status);
    expect([body.submittedAt, statuses]).toEqual([resubmittedAt, expect.arrayContaining(['resubmitted'])]);
    const [row, ...more] = await rows(who, role, [on('equal', '2026-12-02')]);
    expect([row.id, row.submissionDate, more]).toEqual([resubmitted.id, resubmittedAt, []]);
    const [latest] = await rows(who, role);
    expect([latest.id, await rows(who, role, [on('equal', '2026-11-25')])]).toEqual([resubmitted.id, []]);
    expect(await fileOf(who, role)).toContain('2026-12-02 11:00');
  });

  it.each([
    ['centre', 'compute_centre_representative'],
    ['chair', 'panel_chair'],
    ['acChair', 'ac_chair'],
  ] as const)('tells %s, as %s, the day of the first submission everywhere', async (who, role) => {
    const day = '2026-11-24T00:00:00.000Z';
    const { body } = await openWhole(world.app, resubmitted.uid, world.people[who].token);
    const [row, ...more] = await rows(who, role, [on('equal', '2026-11-24')]);
    expect([body.submittedAt, row?.id, row?.submissionDate, more]).toEqual([day, resubmitted.id, day, []]);
    const others = [on('equal', '2026-12-02'), on('greater', '2026-11-26')];
    for (const filter of others) expect([filter, await rows(who, role, [filter])]).toEqual([filter, []]);
    // In the order of the first submissions, what was submitted between the two comes later.
    const dates = (await rows(who, role)).map(
      ({ submissionDate }: { submissionDate: string }) => submissionDate?.slice(0, 10) ?? null,
    );
    expect(dates.filter((date: string | null) => date !== null)).toEqual(['2026-11-26', '2026-11-24']);
    const file = await fileOf(who, role);
    expect([file.includes('2026-11-24'), file.includes('2026-12-02')]).toEqual([true, false]);
  });
});
