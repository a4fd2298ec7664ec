import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../../testing/factories.ts';
import { tablesHash } from '../../../testing/tables-hash.ts';
import { runDuePublications } from './publish.ts';

const now = '2026-11-21T12:00:00.000Z';
const end = '2026-12-01T09:00:00.000Z';
const later = '2026-12-03T09:00:00.000Z';

let app: TestApp;
let ada: SignedIn;
let owner: SignedIn;
/** A call whose only cut-off is open until 1 December. */
let call: { id: number; cutoff: string };

beforeAll(async () => {
  app = await buildTestApp({ now });
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  ada = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
  owner = await app.login();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(now);
  const { id, cutoffIds } = await createCall(app);
  call = { id, cutoff: String(cutoffIds[0]) };
});

const ask = (method: string, path: string, body?: object, by = ada) =>
  app.call(method, `/admin/calls/${call.id}${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
const close = (by = ada) => ask('POST', '/close', {}, by);
const set = (at: string[], value: unknown) => ({ do: 'set', at, value });
const ending = (value: string) => set(['cutoffs', call.cutoff, 'end'], value);
const edit = async (...changes: object[]): Promise<number> => {
  const base = (await ask('GET', '/draft')).body.revision;
  const { status, body } = await ask('POST', '/changes', { base, changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.revision;
};
const apply = async () => {
  const made = await app.call('POST', '/v2/applications', {
    token: owner.token,
    body: { callId: call.id },
  });
  expect(made.status).toBe(200);
  return made.body;
};
const draft = async () => (await ask('GET', '/draft')).body;
const history = async () => (await ask('GET', '/history')).body;
const live = async () => (await app.call('GET', `/v2/calls/${call.id}`, { token: owner.token })).body;
const minuteLater = () => app.clock.set('2026-11-21T12:01:00Z');
const eventsOfCall = async () => {
  const rows = await app.db.selectFrom('events').select(['type', 'detail']).execute();
  return rows.filter(({ detail }) => detail.callId === call.id);
};

it('tells what closing a call would do', async () => {
  const would = { cutoffs: [call.cutoff], drafts: null, opensAgain: null };
  expect(await ask('GET', '/close')).toMatchObject({ status: 200, body: would });
  for (let n = 0; n < 5; n += 1) await apply();
  expect((await ask('GET', '/close')).body).toEqual({ ...would, drafts: 5 });
});

it('closes a call: rows, history, log and no email', async () => {
  await apply();
  const sent = await app.db.selectFrom('deliveries').select('id').execute();
  expect(await close()).toMatchObject({ status: 200, body: { number: 1 } });
  minuteLater();
  expect(await live()).toMatchObject({ state: 'closed', cutoffs: [{ end: now }] });
  const frames = await app.db
    .selectFrom('timeframes')
    .select('ends_at')
    .where('cutoff_id', '=', Number(call.cutoff))
    .where('ends_at', '=', new Date(now))
    .execute();
  expect(frames).toHaveLength(1);
  expect(await draft()).toMatchObject({ revision: 1, draft: null });
  expect(await history()).toMatchObject({
    edits: [
      {
        revision: 1,
        by: 'Ada Zuse',
        publication: 1,
        isInDraft: false,
        differences: [{ change: ending(now), before: end }],
      },
    ],
    publications: [{ number: 1, by: 'Ada Zuse', note: '', revision: 1, at: now }],
  });
  const log = await app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject_kind', '=', 'call')
    .where('subject_id', '=', String(call.id))
    .execute();
  expect(log).toEqual([
    { actor_id: ada.userId, action: 'call_closed', before: null, after: { number: 1, revision: 1 } },
  ]);
  await workOff(app.platform, allWork(app.platform));
  expect(await eventsOfCall()).toEqual([]);
  expect(await app.db.selectFrom('deliveries').select('id').execute()).toEqual(sent);
});

it('refuses drafts from then on, as after any cut-off', async () => {
  const { uid } = await apply();
  const { assignmentId } = await app.db
    .selectFrom('assignments as a')
    .innerJoin('applications as ap', 'ap.id', 'a.application_id')
    .select('a.id as assignmentId')
    .where('ap.uid', '=', uid)
    .executeTakeFirstOrThrow();
  await close();
  minuteLater();
  const save = await app.call('PUT', `/v2/assignments/${assignmentId}/save`, {
    token: owner.token,
    body: { data: [] },
  });
  expect(save).toMatchObject({ status: 409, body: { code: 'deadline_passed' } });
  expect(
    await app.call('POST', '/v2/applications', { token: owner.token, body: { callId: call.id } }),
  ).toMatchObject({ status: 409, body: { code: 'call_closed' } });
});

it('closes the draft too, whose publication does not open the call again', async () => {
  await edit(set(['title', 'en'], 'New'), ending(later));
  expect(await close()).toMatchObject({ status: 200 });
  minuteLater();
  expect(await draft()).toMatchObject({
    revision: 2,
    draft: { by: 'Ada Zuse' },
    definition: { title: { en: 'New' }, cutoffs: [{ end: now }] },
    live: { cutoffs: [{ end: now }] },
  });
  expect((await live()).title).toMatch(/^Call /);
  expect(await ask('POST', '/publish', { revision: 2 })).toMatchObject({ status: 200, body: { number: 2 } });
  expect(await live()).toMatchObject({ title: 'New', state: 'closed', cutoffs: [{ end: now }] });
  expect((await history()).edits).toMatchObject([
    { revision: 2, publication: 1 },
    { revision: 1, publication: 2 },
  ]);
});

it('closes a cut-off that the draft has removed', async () => {
  const { cutoffs } = (await draft()).definition;
  const other = { ...cutoffs[0], id: 'new', start: '2027-01-01T09:00:00.000Z', end: null };
  await edit(
    { do: 'add', to: ['cutoffs'], after: call.cutoff, thing: other },
    { do: 'remove', at: ['cutoffs', call.cutoff] },
  );
  expect(await close()).toMatchObject({ status: 200 });
  expect(await draft()).toMatchObject({ revision: 1, definition: { cutoffs: [{ id: 'new' }] } });
  expect((await history()).publications).toHaveLength(1);
});

it('extends a closed cut-off again, with an email to the owners of drafts', async () => {
  await apply();
  await close();
  minuteLater();
  const revision = await edit(ending(later));
  expect((await ask('GET', '/check')).body).toMatchObject({
    findings: [],
    effect: { opens: 'now', extended: [{ cutoff: call.cutoff, from: now, until: later }] },
  });
  expect(await ask('POST', '/publish', { revision })).toMatchObject({ status: 200 });
  app.clock.set('2026-11-21T12:20:00Z');
  await runDuePublications(app.platform);
  expect(await live()).toMatchObject({ state: 'open', cutoffs: [{ end: later }] });
  expect(await eventsOfCall()).toMatchObject([{ type: 'cutoff_extended', detail: { from: now } }]);
  // It is a usual cut-off again: once its end has passed, the end stays.
  app.clock.set('2026-12-04T09:00:00Z');
  await edit(ending('2026-12-05T09:00:00.000Z'));
  expect((await ask('GET', '/check')).body.findings).toMatchObject([{ rule: 'cutoffPassed' }]);
});

it('remembers that it was closed when something else is published', async () => {
  await close();
  minuteLater();
  await ask('POST', '/publish', { revision: await edit(set(['title', 'en'], 'New')) });
  await edit(ending(later));
  expect((await ask('GET', '/check')).body.findings).toEqual([]);
});

it('closes a call once, however many ask for it at the same moment', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => close()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'call_closed' } });
  expect((await history()).publications).toHaveLength(1);
});

it('refuses a call that is not open, a role without the right, and a publication that waits', async () => {
  const refused = async (by: SignedIn, status: number, code: string) => {
    const before = await tablesHash(app.db);
    expect(await close(by)).toMatchObject({ status, body: { code } });
    expect(await tablesHash(app.db)).toBe(before);
  };
  await refused(await app.login({ role: 'pro', app: 'admin_portal' }), 403, 'forbidden');
  const revision = await edit(ending(later));
  await ask('POST', '/publish', { revision });
  await refused(ada, 409, 'publication_planned');
  await ask('DELETE', '/planned-publication', {});
  app.clock.set('2026-12-02T12:00:00Z');
  await refused(ada, 409, 'call_closed');
  expect(await ask('GET', '/close')).toMatchObject({ status: 409, body: { code: 'call_closed' } });
});

it('leaves nothing half done, whatever statement is the last one', async () => {
  await edit(set(['title', 'en'], 'New'));
  const { db } = app.platform;
  const before = await tablesHash(app.db);
  let nth = 0;
  for (let closed = false; !closed && nth < 100; nth += 1) {
    let statements = 0;
    app.platform.db = db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        if (statements === nth + 1) throw new Error('killed');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const { status } = await close();
    app.platform.db = db;
    closed = status === 200;
    if (!closed) expect(await tablesHash(app.db), `after statement ${nth}`).toBe(before);
  }
  expect(nth).toBeGreaterThan(15);
  expect(nth).toBeLessThan(100);
});
