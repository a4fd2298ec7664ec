import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { readOrganisation } from '../../platform/settings.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  pdfOf,
  rowsOfApplications,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';
import { allWork } from '../work.ts';
import { expireDrafts } from './expire-drafts.ts';

const born = '2026-11-21T12:00:00.000Z';

let test: TestApp;
let draft: Draft;
beforeEach(async () => {
  test = await buildTestApp({ now: born });
  await createSurroundings(test.db);
  const call = await createCall(test, { cutoffs: [{ start: '2026-11-01T09:00:00Z', end: null }] });
  draft = await createDraft(test, call.id);
});
afterEach(() => test.close());

/** The daily job on a day, and what comes of it. */
async function dayOf(now: string): Promise<Record<string, number>> {
  test.clock.set(now);
  const done = await expireDrafts(test.platform);
  await workOff(test.platform, allWork(test.platform));
  return done;
}

const nothing = { warned: 0, lastWarned: 0, deleted: 0, unreachable: 0 };

const mails = async (): Promise<{ to: string; subject: string; text: string; sentAt: string }[]> =>
  (await test.call('GET', '/demo/mails')).body;

/** When the draft will be deleted, as its page and the dashboard say alike. */
async function shown(): Promise<string | null> {
  const page = await test.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token });
  const dashboard = await test.call('POST', '/v2/applications/dashboard', { token: draft.token, body: {} });
  expect(dashboard.body.data[0].draftExpiresAt).toBe(page.body.draftExpiresAt);
  return page.body.draftExpiresAt;
}

it('warns at nine months, again a week before, and deletes after a year, each once', async () => {
  const uploaded = await uploadChecked(test, draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200);
  const { storage_key: key } = await test.db
    .selectFrom('documents')
    .select('storage_key')
    .executeTakeFirstOrThrow();

  expect(await dayOf('2027-08-21T11:59:59Z')).toEqual(nothing);
  expect(await shown()).toBe(null);
  expect(await dayOf('2027-08-21T12:00:00Z')).toEqual({ ...nothing, warned: 1 });
  expect(await shown()).toBe('2027-11-21T12:00:00.000Z');
  expect(await dayOf('2027-08-21T12:00:00Z')).toEqual(nothing);
  expect(await dayOf('2027-11-14T11:00:00Z')).toEqual(nothing);
  expect(await dayOf('2027-11-14T12:00:00Z')).toEqual({ ...nothing, lastWarned: 1 });
  // Twice at the same time, in two processes.
  test.clock.set('2027-11-15T12:00:00Z');
  expect(await Promise.all([expireDrafts(test.platform), expireDrafts(test.platform)])).toEqual([
    nothing,
    nothing,
  ]);
  expect(await dayOf('2027-11-21T11:59:59Z')).toEqual(nothing);
  expect(await mails()).toMatchObject([
    {
      subject: `DRAFT-${draft.id} will be deleted in 7 days`,
      text: expect.stringContaining('Deleted after: 21-11-2027 13:00 (Brussels time)'),
      sentAt: '2027-11-14T12:00:00.000Z',
    },
    {
      subject: `DRAFT-${draft.id} will be deleted if it stays a draft`,
      text: expect.stringContaining(`http://localhost:3000/applications/${draft.uid}`),
      sentAt: '2027-08-21T12:00:00.000Z',
    },
  ]);
  expect(await shown()).toBe('2027-11-21T12:00:00.000Z');

  expect(await dayOf('2027-11-21T12:00:00Z')).toEqual({ ...nothing, deleted: 1 });
  expect(await dayOf('2027-11-21T12:00:00Z')).toEqual(nothing);
  const { events, abandoned, counters, ...left } = await rowsOfApplications(test);
  expect(Object.values(left).flat()).toEqual([]);
  await allWork(test.platform).tasks.remove_abandoned_files?.(
    {},
    { id: 0, attempt: 1, isLastAttempt: false },
  );
  expect(await test.platform.files.open(key)).toBeNull();
  expect(abandoned.map(({ storage_key }) => storage_key)).toEqual([key]);
  expect(counters).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({
    type: 'application_deleted',
    application_id: draft.id,
    user_id: draft.userId,
    actor_id: null,
    detail: { uid: draft.uid, files: 1, reason: 'expired', createdAt: born },
  });
  expect(await mails()).toHaveLength(2);
});

it('never deletes what was not warned about a week before, however long the portal slept', async () => {
  expect(await dayOf('2028-05-01T00:00:00Z')).toEqual({ ...nothing, lastWarned: 1 });
  const [mail] = await mails();
  expect(mail).toMatchObject({
    text: expect.stringContaining('Deleted after: 08-05-2028 02:00 (Brussels time)'),
  });
  test.clock.set('2028-05-03T00:00:00Z');
  expect(await shown()).toBe('2028-05-08T00:00:00.000Z');
  expect(await dayOf('2028-05-07T23:00:00Z')).toEqual(nothing);
  expect(await dayOf('2028-05-08T00:00:00Z')).toEqual({ ...nothing, deleted: 1 });
});

it('waits for the mail that waits for its server, and asks again where an address refused it', async () => {
  await dayOf('2027-11-14T12:00:00Z');
  const set = (state: 'planned' | 'failed', sent_at: null) =>
    test.db.updateTable('deliveries').set({ state, sent_at }).execute();
  await set('planned', null);
  expect(await dayOf('2028-02-01T00:00:00Z')).toEqual(nothing);
  await set('failed', null);
  test.clock.set('2027-12-01T00:00:00Z');
  expect(await expireDrafts(test.platform)).toEqual({ ...nothing, unreachable: 1 });
  expect(await dayOf('2028-02-01T00:00:00Z')).toEqual({ ...nothing, lastWarned: 1 });
});

it('leaves alone what somebody works on, and what is no draft', async () => {
  await dayOf('2027-11-14T12:00:00Z');
  test.clock.set('2027-11-20T12:00:00Z');
  const saved = await test.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
    token: draft.token,
    body: { data: [itemOf('title', ['Tides'])] },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await dayOf('2027-12-01T00:00:00Z')).toEqual(nothing);
  expect(await shown()).toBe('2028-02-20T12:00:00.000Z');
  // The same draft is old again: it gets a last mail of its own.
  expect(await dayOf('2028-02-13T12:00:00Z')).toEqual({ ...nothing, lastWarned: 1 });

  for (const [application, assignment] of [
    ['submitted', 'submitted'],
    ['changes_requested', 'changes_requested'],
    // What the first step says counts as well.
    ['draft', 'changes_requested'],
  ] as const) {
    await test.db.updateTable('applications').set({ status: application }).execute();
    await test.db.updateTable('assignments').set({ status: assignment }).execute();
    expect(await dayOf('2029-01-01T00:00:00Z')).toEqual(nothing);
  }
});

it('keeps to the periods of the organisation', async () => {
  const retention = {
    ...defaultOrganisation.retention,
    draftWarningMonths: 2,
    draftMonths: 3,
    draftLastMailDays: 14,
  };
  await test.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify({ ...defaultOrganisation, retention }) })
    .execute();
  // What was read before is known for a second.
  test.platform.organisation = readOrganisation(test.platform.databases.pool, test.platform.log);
  expect(await dayOf('2027-01-21T12:00:00Z')).toEqual({ ...nothing, warned: 1 });
  expect(await dayOf('2027-02-07T12:00:00Z')).toEqual({ ...nothing, lastWarned: 1 });
  expect(await dayOf('2027-02-21T12:00:00Z')).toEqual({ ...nothing, deleted: 1 });
});
