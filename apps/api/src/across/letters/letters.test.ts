import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Draft } from '../../testing/factories.ts';
import { createReviewWorld, type Player, partitions, type ReviewWorld } from '../../testing/review-world.ts';
import { tablesHash } from '../../testing/tables-hash.ts';
import { allWork } from '../work.ts';

/** Staff send reminders, preview emails, and read which were sent. */

const templates = [
  {
    id: 'yes',
    use: 'approved',
    subject: '{{project_id}} was awarded',
    body: 'Dear {{recipient_name}},\n{{awards}}.',
  },
  { id: 'shut', subject: 'The reply of {{project_id}} is closed', body: 'What you wrote was kept.' },
];

/** An award lets its applicant reply. */
const automations = [
  { id: 'unlock', on: { event: 'released', step: 'FIN' }, do: 'unlock', step: 'REPLY' },
  {
    id: 'reply',
    on: { event: 'unlocked', step: 'REPLY' },
    do: 'assign',
    step: 'REPLY',
    to: 'application_owner',
  },
  {
    id: 'shut',
    on: { event: 'locked', step: 'REPLY' },
    do: 'notify',
    recipients: ['application_owner'],
    template: 'shut',
  },
];

let app: TestApp;
let world: ReviewWorld;
let application: Draft;
const work = () => workOff(app.platform, allWork(app.platform));

beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app, (small) => ({ ...small, templates, automations }));
});
afterAll(() => app.close());
beforeEach(async () => {
  application = await world.submitted();
  await work();
  await newMails();
});

const read = new Set<string>();
async function newMails(): Promise<{ to: string; subject: string; text: string; html: string }[]> {
  const { body } = await app.call('GET', '/demo/mails');
  const fresh = body.filter(({ id }: { id: string }) => !read.has(id));
  for (const { id } of fresh) read.add(id);
  return fresh;
}

const deliveries = async () =>
  (
    await app.db
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'deliveries.event_id')
      .select(['template', 'state', 'deliveries.error'])
      .where('application_id', '=', application.id)
      .orderBy('deliveries.id', 'desc')
      .execute()
  ).map(({ template, state, error }) => [template, state, error]);

/** The result is recorded, and nobody works on anything that the release waits for. */
async function decided(one: Draft, outcome: 'awarded' | 'rejected'): Promise<void> {
  const rows = partitions.map((partitionId) => ({
    partitionId,
    outcome,
    amount: outcome === 'awarded' ? '100' : null,
  }));
  const answer = await world.as('pro', 'POST', `/v2/applications/${one.id}/outcome`, { rows });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

const release = (who: Player, applicationIds: number[], more: object = {}) =>
  world.as(who, 'POST', `/v2/calls/${world.callId}/release`, {
    flowElementId: 'FIN',
    applicationIds,
    ...more,
  });

describe('reminding by hand', () => {
  it('shows the letter, sends it once a day, and says why it does not', async () => {
    const review = await world.give(application, 'REV', 'reviewer');
    await work();
    await newMails();
    const path = `/v2/assignments/${review}/reminder`;
    const before = await tablesHash(app.db);
    const preview = await world.as('pro', 'GET', path);
    expect(preview).toMatchObject({
      status: 200,
      body: { uid: application.uid, recipient: world.people.reviewer.email },
    });
    expect(preview.body.subject).toBe(`Reminder to accept or reject: REV of ${application.uid}`);
    expect(await tablesHash(app.db)).toBe(before);

    expect(await world.as('pro', 'POST', path, {})).toMatchObject({
      status: 200,
      body: { recipient: world.people.reviewer.email },
    });
    await work();
    const [mail, ...more] = await newMails();
    expect([mail?.subject, mail?.text, more]).toEqual([preview.body.subject, preview.body.text, []]);
    for (const answer of [await world.as('otherPro', 'POST', path, {}), await world.as('pro', 'GET', path)])
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        409,
        'reminded_today',
        'You can send one reminder a day. Send the next one tomorrow.',
      ]);
    app.clock.advance(24 * 3_600_000);
    // Two of the staff at once.
    const both = await Promise.all([
      world.as('pro', 'POST', path, {}),
      world.as('otherPro', 'POST', path, {}),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('carries words of staff, marked as theirs, and logs them', async () => {
    const review = await world.give(application, 'REV', 'reviewer');
    await work();
    await newMails();
    const path = `/v2/assignments/${review}/reminder`;
    const tooLong = await world.as('pro', 'POST', path, { words: 'w'.repeat(3_001) });
    expect([tooLong.status, await newMails()]).toEqual([400, []]);
    const sent = await world.as('pro', 'POST', path, {
      words: '  The panel meets on Friday.\r\nPlease <b>answer</b> by\u0000 Thursday. ',
    });
    expect(sent.status).toBe(200);
    await work();
    const [mail] = await newMails();
    expect(mail?.text).toContain(
      'A message from the office\n\nThe panel meets on Friday.\nPlease <b>answer</b> by Thursday.\n',
    );
    expect(mail?.html).toContain('Please &lt;b&gt;answer&lt;/b&gt; by Thursday.');
    const { body } = await world.as('pro', 'GET', `/v2/applications/${application.id}/events`);
    expect(body.data[0]).toMatchObject({
      type: 'reminded',
      reason: 'The panel meets on Friday.\nPlease <b>answer</b> by Thursday.',
    });
    app.clock.advance(24 * 3_600_000);
    expect((await world.as('pro', 'POST', path, { words: '' })).status).toBe(200);
    await work();
    expect((await newMails())[0]?.text).not.toContain('A message from');
  });

  it('is for staff who may deal with the application, of work that somebody still has to do', async () => {
    const review = await world.give(application, 'REV', 'reviewer');
    const nobodys = await world.give(application, 'TECH', null, { partitionId: 'aurora-cpu' });
    const code = async (who: Player, id: string) =>
      (await world.as(who, 'POST', `/v2/assignments/${id}/reminder`, {})).body.code;
    expect([
      await code('reviewer', review),
      await code('owner', review),
      await code('stranger', review),
      await code('pro', nobodys),
    ]).toEqual(['not_found', 'not_found', 'not_found', 'nothing_to_remind']);
    await world.as('pro', 'PUT', `/v2/assignments/${review}/revoke`, { reason: 'No.' });
    expect(await code('pro', review)).toBe('nothing_to_remind');
    const { userId } = world.people.otherPro;
    await world.as('pro', 'PUT', `/v2/applications/${application.id}/conflicts/${userId}`, {
      reason: 'Kin.',
    });
    expect(await code('otherPro', review)).toBe('not_found');
  });

  it('does not reach whoever has lost the work before it is sent', async () => {
    const check = await world.give(application, 'CHECK', 'otherPro');
    await world.as('otherPro', 'PUT', `/v2/assignments/${check}/accept`, { accepted: true, agreed: true });
    await work();
    await newMails();
    await world.as('pro', 'POST', `/v2/assignments/${check}/reminder`, {});
    await world.as('pro', 'PUT', `/v2/assignments/${check}/revoke`, { reason: 'No.' });
    await work();
    expect([await newMails(), (await deliveries())[0]]).toEqual([
      [],
      ['assignment_reminder', 'dropped', null],
    ]);
  });
});

describe('the letters of a release', () => {
  it('can be read before, as each applicant would get them, and nothing is released by looking', async () => {
    const other = await world.submitted();
    await decided(application, 'awarded');
    await decided(other, 'rejected');
    await work();
    const before = await tablesHash(app.db);
    const preview = (who: Player) =>
      world.as(who, 'POST', `/v2/calls/${world.callId}/release/preview`, {
        flowElementId: 'FIN',
        applicationIds: [application.id, other.id],
      });
    const { status, body } = await preview('pro');
    expect(status).toBe(200);
    expect(await tablesHash(app.db)).toBe(before);
    expect(
      body.letters.map(({ uid, recipient, subject }: Record<string, string>) => [uid, recipient, subject]),
    ).toEqual([
      [application.uid, world.people.owner.email, `${application.uid} was awarded`],
      [other.uid, world.people.owner.email, `${other.uid}: the result of your application`],
    ]);
    expect(body.letters[0].text).toMatch(/^Hello,\n/);
    expect(body.letters[0].text).not.toContain('Dear');
    expect(body.letters[0].text).toContain('Aurora CPU: Awarded, 100');
    expect(body.letters[1].text).toContain('was rejected');
    expect((await preview('owner')).status).toBe(404);
    // The decision is read by the applicant whatever the rules say.
    expect(body.readers).toEqual(['applicant']);
    // The rejected one ends.
    expect(body.starts).toEqual([
      {
        step: 'REPLY',
        told: {},
        role: 'applicant',
        start: null,
        deadline: null,
        timeZone: 'Europe/Brussels',
        applications: 1,
      },
    ]);

    // Unlocking the reply by hand would start the same work.
    const unlocked = (who: Player, flowElementId: string) =>
      world.as(who, 'POST', `/v2/calls/${world.callId}/release/preview`, {
        command: 'unlock',
        flowElementId,
        applicationIds: [application.id],
      });
    expect((await unlocked('pro', 'REPLY')).body).toEqual({ letters: [], starts: body.starts, readers: [] });
    expect((await unlocked('pro', 'FIN')).body).toEqual({ letters: [], starts: [], readers: [] });
    expect(await tablesHash(app.db)).toBe(before);

    // What is released is what was shown.
    await newMails();
    await release('pro', [application.id, other.id]);
    await work();
    const sent = (await newMails()).map(({ subject, text }) => ({ subject, text }));
    expect(sent.sort((one, two) => one.subject.localeCompare(two.subject))).toEqual(
      body.letters
        .map(({ subject, text }: Record<string, string>) => ({ subject, text }))
        .sort((one: { subject: string }, two: { subject: string }) => one.subject.localeCompare(two.subject)),
    );

    // The emails of locking the reply are shown as well.
    const locked = async () =>
      (
        await world.as('pro', 'POST', `/v2/calls/${world.callId}/release/preview`, {
          command: 'lock',
          flowElementId: 'REPLY',
          applicationIds: [application.id],
        })
      ).body.letters.map(({ recipient, subject }: Record<string, string>) => [recipient, subject]);
    expect(await locked()).toEqual([[world.people.owner.email, `The reply of ${application.uid} is closed`]]);
  });
});

it('lists the mails of an application for staff who may deal with it, with what became of each', async () => {
  const { body } = await world.as('pro', 'GET', `/v2/applications/${application.id}/mails`);
  expect(body).toEqual({
    data: [
      {
        id: expect.any(String),
        recipient: world.people.owner.email,
        subject: expect.stringMatching(new RegExp(`^${application.uid} was submitted to Call \\d+$`)),
        template: 'application_submitted',
        state: 'sent',
        plannedAt: expect.any(String),
        sentAt: expect.any(String),
        goesAt: null,
        attempts: 1,
        error: null,
      },
    ],
    next: null,
  });
  const status = async (who: Player) =>
    (await world.as(who, 'GET', `/v2/applications/${application.id}/mails`)).status;
  const { userId } = world.people.otherPro;
  await world.as('pro', 'PUT', `/v2/applications/${application.id}/conflicts/${userId}`, { reason: 'Kin.' });
  expect([await status('owner'), await status('reviewer'), await status('otherPro')]).toEqual([
    404, 404, 404,
  ]);
  await app.db
    .updateTable('deliveries')
    .set({ state: 'failed', error: '550 no such address' })
    .where('id', '=', body.data[0].id)
    .execute();
  const again = await world.as('pro', 'GET', `/v2/applications/${application.id}/mails?limit=1`);
  expect(again.body.data[0]).toMatchObject({ state: 'failed', error: '550 no such address' });
});
