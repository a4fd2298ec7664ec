import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { planDeliveries } from '../../platform/outbox/plan-deliveries.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Draft } from '../../testing/factories.ts';
import { createReviewWorld, type Player, type ReviewWorld } from '../../testing/review-world.ts';
import { allWork } from '../work.ts';
import { planDigests } from './digest.ts';

/** How mails come as each person has chosen. */

const templates = [
  { id: 'news', subject: 'News of {{project_id}}', body: 'A review came in.' },
  {
    id: 'entry',
    subject: 'New work',
    body: 'It is due {{deadline}}.',
    calendar: { of: 'deadline', title: 'Due' },
  },
  { id: 'due', subject: 'Due soon', body: 'It is due {{deadline}}.', onlyWhileOpen: true },
];

let app: TestApp;
let world: ReviewWorld;
let application: Draft;
let review: string;
let flowVersionId: number;

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00.000Z' });
  world = await createReviewWorld(app, ({ steps, ...flow }) => ({
    ...flow,
    templates,
    steps: steps.map((step) =>
      step.id === 'REV' ? { ...step, deadline: { after: 'assigned', days: 5 } } : step,
    ),
  }));
  application = await world.submitted();
  review = await world.give(application, 'REV', 'reviewer');
  flowVersionId = (
    await app.db
      .selectFrom('applications')
      .select('flow_version_id')
      .where('id', '=', application.id)
      .executeTakeFirstOrThrow()
  ).flow_version_id;
  await work();
});
afterAll(() => app.close());

const work = () => workOff(app.platform, allWork(app.platform));

async function plan(who: Player, templateId: string): Promise<void> {
  const { userId, email: recipient } = world.people[who];
  const [eventId = 0] = await app.platform.emit(app.db, [
    { type: 'note_added', occurredAt: app.platform.now(), applicationId: application.id },
  ]);
  const facts = { applicationId: application.id, assignmentId: review, templateId, flowVersionId, userId };
  await planDeliveries(
    app.db,
    eventId,
    [{ recipient, template: 'flow_notice', facts: { ...facts, email: null, eventId, automationId: 'a' } }],
    { now: app.platform.now(), newId: app.platform.newId, host: 'portal.example' },
  );
  await work();
}

/** Whatever came to somebody since this was asked last. */
const read = new Set<string>();
async function newMails(who: Player): Promise<{ subject: string; text: string }[]> {
  const { body } = await app.call('GET', '/demo/mails');
  const fresh = body.filter(
    ({ id, to }: { id: string; to: string }) => to === world.people[who].email && !read.has(id),
  );
  for (const { id } of fresh) read.add(id);
  return fresh;
}
const subjects = async (who: Player) => (await newMails(who)).map(({ subject }) => subject);

async function choose(who: Player, mailPace: string): Promise<number> {
  const { userId, token } = world.people[who];
  return (await app.call('PATCH', `/users/${userId}`, { token, body: { mailPace } })).status;
}

const statesOf = async (who: Player) =>
  (
    await app.db
      .selectFrom('deliveries')
      .select(['template', 'state', 'attempts'])
      .where('recipient', '=', world.people[who].email)
      .where('template', 'in', ['flow_notice', 'notices_digest'])
      .orderBy('planned_at')
      .orderBy('id')
      .execute()
  ).map(({ template, state, attempts }) => `${template} ${state} ${attempts}`);

it('sends each at once while nobody has chosen, and refuses a pace that does not exist', async () => {
  await newMails('reviewer');
  await plan('reviewer', 'news');
  expect(await subjects('reviewer')).toEqual([`News of ${application.uid}`]);
  expect(await choose('reviewer', 'weekly')).toBe(400);
});

it('holds the mails of a day for seven o’clock where the organisation is, and brings them in one', async () => {
  await newMails('pro');
  expect(await choose('pro', 'daily')).toBe(200);
  await plan('pro', 'news');
  await plan('pro', 'news');
  expect([await subjects('pro'), await statesOf('pro')]).toEqual([
    [],
    ['flow_notice planned 0', 'flow_notice planned 0'],
  ]);
  app.clock.set('2026-11-22T05:59:00.000Z');
  await planDigests(app.platform);
  await work();
  expect(await subjects('pro')).toEqual([]);
  app.clock.set('2026-11-22T06:00:00.000Z');
  // Two processes whose clocks strike at once.
  await Promise.all([planDigests(app.platform), planDigests(app.platform)]);
  await work();
  await planDigests(app.platform);
  await work();
  const [digest, ...more] = await newMails('pro');
  expect(more).toEqual([]);
  expect(digest?.subject).toBe('Clearcall: 2 messages');
  expect(digest?.text.match(/A review came in\./g)).toHaveLength(2);
  expect(await statesOf('pro')).toEqual([
    'flow_notice sent 0',
    'flow_notice sent 0',
    'notices_digest sent 1',
  ]);
});

it('lets go what nobody is to get any more in the morning', async () => {
  await plan('pro', 'news');
  const { userId } = world.people.pro;
  await world.as('otherPro', 'PUT', `/v2/applications/${application.id}/conflicts/${userId}`, {
    reason: 'Family.',
  });
  app.clock.set('2026-11-23T06:05:00.000Z');
  await planDigests(app.platform);
  await work();
  expect(await subjects('pro')).toEqual([]);
  expect((await statesOf('pro')).slice(-2)).toEqual(['flow_notice dropped 0', 'notices_digest dropped 1']);
});

it('holds nothing beyond the deadline that it speaks of, and nothing about the account', async () => {
  await newMails('reviewer');
  await choose('reviewer', 'daily');
  await plan('reviewer', 'due');
  expect(await subjects('reviewer')).toEqual([]);
  // Twelve hours before the deadline the next morning would be too late.
  app.clock.set('2026-11-26T12:00:00.000Z');
  await plan('reviewer', 'due');
  expect(await subjects('reviewer')).toEqual(['Due soon']);
  const { userId } = world.people.reviewer;
  await app.platform.emit(app.db, [{ type: 'password_changed', userId, occurredAt: app.platform.now() }]);
  await work();
  expect(await subjects('reviewer')).toEqual(['Clearcall: your password was changed']);
});

it('sends only what speaks of a deadline to whoever wants no more', async () => {
  await newMails('reviewer');
  await choose('reviewer', 'deadlines');
  await plan('reviewer', 'news');
  await plan('reviewer', 'due');
  expect(await subjects('reviewer')).toEqual(['Due soon']);
});

it('takes deadlines out of the calendar again that came with others in one mail', async () => {
  review = await world.give(application, 'REV', 'colleague', { by: 'otherPro' });
  await choose('colleague', 'daily');
  await work();
  await newMails('colleague');
  // Two of one assignment: its entry is one.
  await plan('colleague', 'entry');
  await plan('colleague', 'entry');
  app.clock.set('2026-11-27T06:05:00.000Z');
  await planDigests(app.platform);
  await work();
  expect(await subjects('colleague')).toEqual(['Clearcall: 2 messages']);
  const refused = await world.as('colleague', 'PUT', `/v2/assignments/${review}/accept`, {
    accepted: false,
    reason: 'No time.',
  });
  expect(refused.status).toBe(200);
  await work();
  expect(await subjects('colleague')).toEqual([
    expect.stringMatching(/^A deadline in the call Call \d+ is no longer yours$/),
  ]);
});
