import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { type Draft, itemOf } from '../../../testing/factories.ts';
import {
  createReviewWorld,
  type Player,
  partitions,
  type ReviewWorld,
} from '../../../testing/review-world.ts';
import { tablesHash } from '../../../testing/tables-hash.ts';

/** A release takes effect ten minutes after it was given; until then staff can stop it and others see nothing. */

const minuteMs = 60_000;
const templates = [
  { id: 'yes', use: 'approved', subject: '{{project_id}} was awarded', body: 'Congratulations.' },
  { id: 'reply', subject: 'You may reply', body: 'The reviews of {{project_id}} are there.' },
];

/** The release of the reviews lets the applicant reply; the last of the reviews is released by the flow. */
const automations = [
  { id: 'unlock', on: { event: 'released', step: 'REV' }, do: 'unlock', step: 'REPLY' },
  { id: 'give', on: { event: 'unlocked' }, do: 'assign', step: 'REPLY', to: 'application_owner' },
  {
    id: 'tell',
    on: { event: 'draft', step: 'REPLY' },
    do: 'notify',
    recipients: ['application_owner'],
    template: 'reply',
  },
  { id: 'release', on: { event: 'all_submitted', step: 'TECH' }, do: 'change_visibility', step: 'TECH' },
];

let app: TestApp;
let world: ReviewWorld;
let application: Draft;
const work = () => workOff(app.platform, allWork(app.platform));
/** Runs the tasks of the worker's minute. */
async function tick(): Promise<void> {
  await allWork(app.platform).tasks.let_time_pass?.({}, { id: 1, attempt: 1, isLastAttempt: false });
  await work();
}
async function pass(minutes: number): Promise<void> {
  app.clock.advance(minutes * minuteMs);
  await tick();
}

const read = new Set<string>();
async function newMails(): Promise<{ to: string; subject: string }[]> {
  const { body } = await app.call('GET', '/demo/mails');
  const fresh = body.filter(({ id }: { id: string }) => !read.has(id));
  for (const { id } of fresh) read.add(id);
  return fresh.map(({ to, subject }: { to: string; subject: string }) => ({ to, subject }));
}

beforeAll(async () => {
  app = await buildTestApp({ releasesWait: true });
  world = await createReviewWorld(app, (small) => ({ ...small, templates, automations }));
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('waiting_releases').execute();
  application = await world.submitted();
  await work();
  await newMails();
});

const rowsOf = (outcome: 'awarded' | 'rejected') =>
  partitions.map((partitionId) => ({
    partitionId,
    outcome,
    amount: outcome === 'awarded' ? '100' : null,
    reason: 'It was decided.',
  }));
const record = (one: Draft, outcome: 'awarded' | 'rejected', reason = '') =>
  world.as('pro', 'POST', `/v2/applications/${one.id}/outcome`, { rows: rowsOf(outcome), reason });
async function decided(one: Draft, outcome: 'awarded' | 'rejected' = 'awarded'): Promise<void> {
  expect((await record(one, outcome)).status).toBe(200);
}

const release = (one: Draft, flowElementId = 'FIN', who: Player = 'pro') =>
  world.as(who, 'POST', `/v2/applications/${one.uid}/release`, { flowElementId });
const releaseMany = (applications: Draft[], more: object = {}) =>
  world.as('pro', 'POST', `/v2/calls/${world.callId}/release`, {
    flowElementId: 'FIN',
    applicationIds: applications.map(({ id }) => id),
    ...more,
  });
const waiting = async (who: Player, one?: Draft) =>
  (await world.as(who, 'GET', `/v2/releases/waiting${one === undefined ? '' : `?applicationId=${one.id}`}`))
    .body;
const stop = (who: Player, releaseId: string, body: object = {}) =>
  world.as(who, 'POST', `/v2/releases/${releaseId}/stop`, body);
const asOwner = async (one: Draft) => {
  const { body } = await world.as('owner', 'GET', `/v2/applications/${one.id}`);
  return { status: body.status, decisions: body.decisions.length };
};
const released = { status: 'approved', decisions: partitions.length };
const hidden = { status: 'submitted', decisions: 0 };
const logged = async (one: Draft) => {
  const { body } = await world.as('pro', 'GET', `/v2/applications/${one.id}/events?limit=200`);
  return body.data
    .map(({ words, step, by }: { words: string; step: string | null; by: { firstName: string } | null }) => [
      words,
      step,
      by?.firstName ?? null,
    ])
    .filter(([words]: [string]) => /release/i.test(words))
    .toReversed();
};

describe('one release', () => {
  it('waits ten minutes, in which no applicant sees anything and no email leaves, and takes effect by itself', async () => {
    await decided(application);
    const dueAt = new Date(app.platform.now().getTime() + 10 * minuteMs).toISOString();
    const answer = await release(application);
    expect(answer).toMatchObject({ status: 200, body: { waiting: { dueAt } } });
    // The same again changes nothing and answers alike.
    expect((await release(application)).body).toEqual(answer.body);
    await pass(9);
    expect([await asOwner(application), await newMails()]).toEqual([hidden, []]);
    const { releaseId } = answer.body.waiting;
    expect(await waiting('otherPro', application)).toEqual([
      {
        id: releaseId,
        step: 'FIN',
        title: 'FIN',
        told: {},
        dueAt,
        releasedBy: { id: world.people.pro.userId, firstName: 'pro', lastName: expect.any(String) },
        applications: 1,
      },
    ]);
    await pass(1);
    expect([await asOwner(application), await newMails(), await waiting('pro', application)]).toEqual([
      released,
      [{ to: world.people.owner.email, subject: `${application.uid} was awarded` }],
      [],
    ]);
    expect(await logged(application)).toEqual([
      ['Release scheduled', 'FIN', 'pro'],
      ['Step released', 'FIN', 'pro'],
    ]);
    expect((await release(application)).body).toEqual({ waiting: null });
    await pass(11);
    expect(await newMails()).toEqual([]);
  });

  it('is stopped wholly by staff who may deal with the application, and can be given again', async () => {
    await decided(application);
    const { releaseId } = (await release(application)).body.waiting;
    const { otherPro } = world.people;
    const conflict = `/v2/applications/${application.id}/conflicts/${otherPro.userId}`;
    await world.as('pro', 'PUT', conflict, { reason: 'Kin.' });
    expect([await waiting('otherPro', application), (await stop('otherPro', releaseId)).status]).toEqual([
      [],
      404,
    ]);
    for (const who of ['owner', 'reviewer', 'stranger'] as const)
      expect([(await waiting(who)).statusCode, (await stop(who, releaseId)).status]).toEqual([404, 404]);
    await app.db.deleteFrom('conflicts').where('application_id', '=', application.id).execute();
    expect(await stop('otherPro', releaseId)).toMatchObject({ status: 200, body: { stopped: 1 } });
    const again = await stop('otherPro', releaseId);
    expect([again.status, again.body.code]).toEqual([404, 'release_done']);
    await pass(11);
    expect([await asOwner(application), await newMails(), await waiting('pro', application)]).toEqual([
      hidden,
      [],
      [],
    ]);
    expect(await logged(application)).toEqual([
      ['Release scheduled', 'FIN', 'pro'],
      ['Scheduled release stopped', 'FIN', 'otherPro'],
    ]);
    await release(application);
    await pass(10);
    expect(await asOwner(application)).toEqual(released);
    expect((await stop('pro', releaseId)).status).toBe(404);
  });

  it('is refused for one and for many while one of two members still works on the decision', async () => {
    await world.give(application, 'FIN', 'acChair');
    await decided(application);
    const one = await release(application);
    expect([one.status, one.body.code]).toEqual([409, 'step_not_done']);
    const many = await releaseMany([application]);
    expect(many.body).toMatchObject({
      done: [],
      notReady: [{ uid: application.uid, code: 'step_not_done' }],
    });
    const { body } = await world.as('pro', 'GET', `/v2/applications/${application.id}`);
    expect(body.commands).toContainEqual({ command: 'release', stepId: 'FIN', refusal: 'step_not_done' });
    await pass(11);
    expect(await asOwner(application)).toEqual(hidden);
  });

  it('shows nothing that staff did not see: a result that was changed meanwhile is not released', async () => {
    await decided(application);
    await release(application);
    app.clock.advance(minuteMs);
    expect((await record(application, 'rejected', 'A mistake.')).status).toBe(200);
    await pass(10);
    expect([await asOwner(application), await newMails(), await logged(application)]).toEqual([
      hidden,
      [],
      [
        ['Release scheduled', 'FIN', 'pro'],
        ['Scheduled release refused', 'FIN', 'pro'],
      ],
    ]);
    await release(application);
    await pass(10);
    expect((await asOwner(application)).status).toBe('rejected');
  });

  it('is not carried out for an application that was withdrawn or is worked on again meanwhile', async () => {
    const other = await world.submitted();
    for (const one of [application, other]) {
      await decided(one);
      await release(one);
    }
    app.clock.advance(minuteMs);
    expect((await world.as('owner', 'POST', `/v2/applications/${application.id}/withdraw`, {})).status).toBe(
      200,
    );
    await world.give(other, 'FIN', 'acChair');
    await work();
    await newMails();
    await pass(10);
    expect([await asOwner(application), await asOwner(other), await newMails()]).toEqual([
      { status: 'withdrawn', decisions: 0 },
      hidden,
      [],
    ]);
  });
});

describe('a release of many', () => {
  it('counts truly, in the question and in the answer: released, released before, waiting, not ready', async () => {
    const [before, waits, open, nothing, ready] = [
      application,
      await world.submitted(),
      await world.submitted(),
      await world.submitted(),
      await world.submitted(),
    ];
    for (const one of [before, waits, open, ready]) await decided(one);
    await world.give(open, 'FIN', 'acChair');
    await release(before);
    await pass(10);
    await release(waits);
    const all = [before, waits, open, nothing, ready];
    const { body: asked } = await world.as('pro', 'POST', '/v2/applications/survey', {
      applicationIds: all.map(({ id }) => id),
    });
    const step = asked.calls[0].steps.find(
      ({ flowElementId }: { flowElementId: string }) => flowElementId === 'FIN',
    );
    expect(step).toMatchObject({ ready: 1, releasedBefore: 1, waiting: 1 });
    expect((await releaseMany(all)).body).toEqual({
      done: [ready.uid],
      waiting: [waits.uid],
      releasedBefore: [before.uid],
      notReady: [
        { uid: open.uid, code: 'step_not_done', message: expect.any(String) },
        { uid: nothing.uid, code: 'nothing_to_release', message: expect.any(String) },
      ],
    });
    await pass(10);
    expect(await asOwner(ready)).toEqual(released);
  });

  it('skips a release that nobody awaits, which staff can still give for one application', async () => {
    const before = await tablesHash(app.db);
    expect((await releaseMany([application], { flowElementId: 'APP' })).body).toEqual({
      done: [],
      waiting: [],
      releasedBefore: [],
      notReady: [{ uid: application.uid, code: 'release_not_awaited', message: expect.any(String) }],
    });
    expect(await tablesHash(app.db)).toBe(before);
    expect((await release(application, 'APP')).body.waiting).not.toBeNull();
  });

  it('is stopped for all parts together, or for one application of it', async () => {
    const [one, other] = [await world.submitted(), await world.submitted()];
    for (const each of [application, one, other]) await decided(each);
    await work();
    await newMails();
    const releaseId = app.platform.newId();
    await releaseMany([application, one], { releaseId });
    await releaseMany([other], { releaseId });
    const ofRelease = async () =>
      (await waiting('otherPro')).find(({ id }: { id: string }) => id === releaseId)?.applications;
    expect(await ofRelease()).toBe(3);
    expect((await stop('otherPro', releaseId, { applicationId: one.id })).body).toEqual({ stopped: 1 });
    expect(await ofRelease()).toBe(2);
    expect((await stop('pro', releaseId)).body).toEqual({ stopped: 2 });
    await pass(11);
    for (const each of [application, one, other]) expect(await asOwner(each)).toEqual(hidden);
    expect(await newMails()).toEqual([]);
  });

  it('is read before as each recipient would get it, and what waits already is not in it', async () => {
    const other = await world.submitted();
    for (const one of [application, other]) await decided(one);
    await release(other);
    const before = await tablesHash(app.db);
    const { body } = await world.as('pro', 'POST', `/v2/calls/${world.callId}/release/preview`, {
      flowElementId: 'FIN',
      applicationIds: [application.id, other.id],
    });
    expect(body.letters.map(({ uid, subject }: Record<string, string>) => [uid, subject])).toEqual([
      [application.uid, `${application.uid} was awarded`],
    ]);
    expect(await tablesHash(app.db)).toBe(before);
  });
});

describe('automations', () => {
  it('do what follows from a release once it takes effect, and nothing of it if it is stopped', async () => {
    const other = await world.submitted();
    const releases: string[] = [];
    for (const one of [application, other]) {
      const review = await world.give(one, 'REV', 'reviewer');
      const path = `/v2/assignments/${review}`;
      await world.as('reviewer', 'PUT', `${path}/accept`, { accepted: true, agreed: true });
      await world.as('reviewer', 'PUT', `${path}/submit`, { data: [itemOf('score', ['7'])], newGroups: [] });
      await work();
      releases.push((await release(one, 'REV')).body.waiting.releaseId);
    }
    await newMails();
    const replies = async (one: Draft) =>
      (
        await app.db
          .selectFrom('assignments')
          .select('id')
          .where('application_id', '=', one.id)
          .where('step_id', '=', 'REPLY')
          .execute()
      ).length;
    await pass(9);
    expect([await replies(application), await replies(other), await newMails()]).toEqual([0, 0, []]);
    await stop('pro', releases[0] ?? '');
    await pass(1);
    expect([await replies(application), await replies(other), await newMails()]).toEqual([
      0,
      1,
      [{ to: world.people.owner.email, subject: 'You may reply' }],
    ]);
  });

  it('wait with what they release as well, and staff can stop it', async () => {
    const other = await world.submitted();
    for (const one of [application, other])
      for (const partitionId of partitions) {
        const technical = await world.give(one, 'TECH', 'centre', { partitionId });
        const path = `/v2/assignments/${technical}`;
        await world.as('centre', 'PUT', `${path}/accept`, { accepted: true, agreed: true });
        await world.as('centre', 'PUT', `${path}/submit`, { data: [itemOf('fits', ['yes'])], newGroups: [] });
      }
    await work();
    const releasedAt = async () =>
      (
        await sql<{ id: number }>`select application_id as id from step_states
          where step_id = 'TECH' and released_at is not null`.execute(app.db)
      ).rows.map(({ id }) => id);
    expect(await releasedAt()).toEqual([]);
    const [found] = await waiting('pro', application);
    expect(found).toMatchObject({ step: 'TECH', releasedBy: null, applications: 1 });
    expect((await stop('pro', found.id)).body).toEqual({ stopped: 1 });
    await pass(10);
    expect(await releasedAt()).toEqual([other.id]);
    const { rows } = await sql`select detail from events
      where application_id = ${other.id} and type = 'released'`.execute(app.db);
    expect(rows).toEqual([{ detail: { step: 'TECH', cause: expect.any(Number), depth: 1 } }]);
  });
});

it('lets staff act on many applications of a call that is no longer published', async () => {
  await decided(application);
  const chosen = { flowElementId: 'FIN', applicationIds: [application.id] };
  const assigned = {
    flowElementId: 'REV',
    role: 'scientific_reviewer',
    pairs: [{ applicationId: application.id, userId: world.people.pro.userId }],
  };
  await app.db.updateTable('calls').set({ published: false }).where('id', '=', world.callId).execute();
  try {
    const many = (what: string, body: object) =>
      world.as('pro', 'POST', `/v2/calls/${world.callId}/${what}`, body);
    const emails = await many('release/preview', chosen);
    expect(emails.body.letters.map(({ subject }: { subject: string }) => subject)).toEqual([
      `${application.uid} was awarded`,
    ]);
    expect((await many('deadlines', { ...chosen, deadline: null })).status).toBe(200);
    expect((await many('assign/preview', assigned)).status).toBe(200);
    expect((await releaseMany([application])).body.done).toEqual([application.uid]);
  } finally {
    await app.db.updateTable('calls').set({ published: true }).where('id', '=', world.callId).execute();
  }
});
