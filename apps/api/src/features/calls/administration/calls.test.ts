import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyChanges } from '../../../platform/audit/verify-changes.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createCallDocument, createSurroundings } from '../../../testing/factories.ts';

let app: TestApp;
let admin: SignedIn;
let owner: SignedIn;

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
  await createSurroundings(app.db);
  admin = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
  owner = await app.login();
});
afterAll(() => app.close());

const ask = (method: string, path: string, body?: object, by = admin) =>
  app.call(method, `/admin/calls${path}`, { token: by.token, ...(body === undefined ? {} : { body }) });
const done = { status: 200, body: { done: true } };
const window = (start: string, end: string | null) => ({
  start: `${start}T09:00:00Z`,
  end: end && `${end}T09:00:00Z`,
});

let numbers = 0;
/** Stores a number of applications of a call, each as it is after a submission at the moment. */
async function apply(
  call: { id: number; flowVersionId: number },
  n: number,
  { cutoffId, at, status = 'submitted' }: { cutoffId: number; at: string; status?: 'submitted' | 'draft' },
) {
  for (let left = n; left > 0; left -= 1) {
    numbers += 1;
    await app.db
      .insertInto('applications')
      .values({
        uid: `N-${numbers}`,
        call_id: call.id,
        flow_version_id: call.flowVersionId,
        cutoff_id: cutoffId,
        owner_id: owner.userId,
        status,
        created_at: at,
        submitted_at: status === 'draft' ? null : at,
        updated_at: at,
      })
      .execute();
  }
  await app.db
    .updateTable('calls')
    .set((row) => ({ counter: row('counter', '+', n) }))
    .where('id', '=', call.id)
    .execute();
}

beforeEach(async () => {
  await app.db.deleteFrom('applications').execute();
  await app.db.deleteFrom('calls').execute();
});

const row = async (id: number) => {
  const { body } = await ask('GET', '');
  return body.data.find((call: { id: number }) => call.id === id);
};

it('lists every call in its state, the next cut-off first, past calls last', async () => {
  const calls = {
    old: await createCall(app, { code: 'OLD', cutoffs: [window('2025-01-01', '2025-02-01')] }),
    older: await createCall(app, { code: 'OLDER', cutoffs: [window('2024-01-01', '2024-02-01')] }),
    soon: await createCall(app, { code: 'SOON', cutoffs: [window('2026-12-24', '2027-01-31')] }),
    always: await createCall(app, { code: 'ALWAYS', cutoffs: [window('2026-01-01', null)] }),
    open: await createCall(app, { code: 'OPEN' }),
    draft: await createCall(app, { code: 'DRAFT', published: false }),
    bare: await createCall(app, { code: 'BARE', published: false, cutoffs: [] }),
    gone: await createCall(app, { code: 'GONE', cutoffs: [window('2025-01-01', '2025-02-01')] }),
  };
  await app.db
    .updateTable('calls')
    .set({ archived_at: '2026-11-01T00:00:00Z' })
    .where('id', '=', calls.gone.id)
    .execute();
  await app.db.deleteFrom('flow_versions').where('call_id', '=', calls.bare.id).execute();
  const { status, body } = await ask('GET', '');
  expect(status).toBe(200);
  expect(body.data.map(({ code, standing }: Record<string, string>) => [code, standing])).toEqual([
    ['OPEN', 'open'],
    ['ALWAYS', 'open'],
    ['SOON', 'opening_soon'],
    ['DRAFT', 'draft'],
    ['BARE', 'draft'],
    ['OLD', 'closed'],
    ['OLDER', 'closed'],
    ['GONE', 'archived'],
  ]);
  expect(await row(calls.open.id)).toEqual({
    id: calls.open.id,
    code: 'OPEN',
    draft: null,
    documentCount: 0,
    year: 2026,
    number: 1,
    title: expect.any(String),
    told: {},
    standing: 'open',
    version: 1,
    timeZone: 'Europe/Brussels',
    draftCutoffs: [],
    cutoffs: [
      { id: calls.open.cutoffIds[0], start: '2026-11-01T09:00:00.000Z', end: '2026-12-01T09:00:00.000Z' },
    ],
    planned: null,
    submitted: 0,
  });
  expect(await row(calls.bare.id)).toMatchObject({ version: null, cutoffs: [] });
  expect((await row(calls.always.id)).cutoffs).toMatchObject([{ end: null }]);
});

it('counts submitted applications of the open cut-off, otherwise of this year, and tells no small number', async () => {
  const windows = [window('2026-01-01', '2026-02-01'), window('2026-11-01', '2026-12-01')];
  const open = await createCall(app, { cutoffs: windows });
  const [past = 0, current = 0] = open.cutoffIds;
  await apply(open, 6, { cutoffId: past, at: '2026-01-20T10:00:00Z' });
  expect(await row(open.id)).toMatchObject({ submitted: null });
  await apply(open, 5, { cutoffId: current, at: '2026-11-20T10:00:00Z' });
  // Drafts are not counted.
  await apply(open, 5, { cutoffId: current, at: '2026-11-20T10:00:00Z', status: 'draft' });
  expect(await row(open.id)).toMatchObject({ submitted: 5 });

  const always = await createCall(app, { cutoffs: [window('2020-01-01', null)] });
  const [ever = 0] = always.cutoffIds;
  // In the zone of the call, Brussels, the year began an hour earlier than in Greenwich.
  await apply(always, 3, { cutoffId: ever, at: '2025-12-31T22:59:59Z' });
  await apply(always, 4, { cutoffId: ever, at: '2025-12-31T23:00:00Z' });
  expect(await row(always.id)).toMatchObject({ submitted: null });
  await apply(always, 1, { cutoffId: ever, at: '2026-11-20T10:00:00Z' });
  expect(await row(always.id)).toMatchObject({ submitted: 5 });

  const closed = await createCall(app, { cutoffs: [window('2026-01-01', '2026-02-01')] });
  await apply(closed, 7, { cutoffId: closed.cutoffIds[0] ?? 0, at: '2026-01-20T10:00:00Z' });
  expect(await row(closed.id)).toMatchObject({ standing: 'closed', submitted: 7 });
});

it('opens one call with its texts, amounts, timeframes, rights and documents', async () => {
  const call = await createCall(app, {
    code: 'REG',
    published: false,
    cutoffs: [window('2026-11-01', '2026-12-01'), window('2027-11-01', null)],
  });
  const [first = 0] = call.cutoffIds;
  await createCallDocument(app, call.id);
  await app.db
    .insertInto('timeframes')
    .values({
      call_id: call.id,
      step_id: 'review',
      cutoff_id: first,
      starts_at: '2026-12-02T00:00:00Z',
      ends_at: '2026-12-20T00:00:00Z',
    })
    .execute();
  const { body } = await ask('GET', `/${call.id}`);
  const limits = { disabled: false, min: null, max: null, fixed: null, pool: null };
  expect(body).toMatchObject({
    standing: 'draft',
    info: '<p>How it goes</p>',
    facts: { duration: '1 year' },
    unit: 'node hours',
    uidPattern: 'REG-{YYYY}R{NN}-{SEQ3}',
    archivedAt: null,
    links: { termsOfReference: '/tor.pdf' },
    documents: [{ name: 'plan', title: 'The plan', mediaType: expect.any(String) }],
    rights: {
      see: ['super_admin', 'admin', 'eurohpc_admin', 'pro'],
      download: ['pro'],
      release: ['pro'],
    },
    whyNot: { archive: null, delete: null },
    changes: [],
  });
  expect(body.cutoffs).toEqual([
    {
      id: first,
      start: '2026-11-01T09:00:00.000Z',
      end: '2026-12-01T09:00:00.000Z',
      closed: false,
      partitions: [
        { ...limits, partitionId: 'aurora-cpu', min: '100', max: '50000.5', pool: '1000000' },
        { ...limits, partitionId: 'aurora-gpu', fixed: '2000' },
        { ...limits, partitionId: 'old-cpu', disabled: true, min: '1', max: '9999999' },
      ],
      timeframes: [{ stepId: 'review', start: '2026-12-02T00:00:00.000Z', end: '2026-12-20T00:00:00.000Z' }],
    },
    expect.objectContaining({ end: null, timeframes: [] }),
  ]);
  expect(body.partitions.map(({ id }: { id: string }) => id).sort()).toEqual([
    'aurora-cpu',
    'aurora-gpu',
    'old-cpu',
  ]);
  expect(body.steps[0]).toMatchObject({ ownerRole: 'applicant', assignedBy: [] });
  // The page says what the officer may not do.
  const pro = await app.login({ role: 'pro', app: 'admin_portal' });
  expect((await ask('GET', `/${call.id}`, undefined, pro)).body.whyNot).toEqual({
    archive: 'forbidden',
    delete: 'forbidden',
  });
  expect((await ask('PUT', `/${call.id}/archived`, { archived: true }, pro)).status).toBe(403);
});

it('tells administrators a call in their language', async () => {
  const { id } = await createCall(app, { title: 'Regular Access' });
  await app.db
    .updateTable('calls')
    .set({ in_languages: JSON.stringify({ de: { title: 'Regulärer Zugang', description: 'Für alle' } }) })
    .where('id', '=', id)
    .execute();
  const headers = { 'accept-language': 'de' };
  const inGerman = (path: string) => app.call('GET', `/admin/calls${path}`, { token: admin.token, headers });
  expect((await inGerman('')).body.data).toMatchObject([
    { title: 'Regulärer Zugang', told: { title: 'de' } },
  ]);
  expect((await inGerman(`/${id}`)).body).toMatchObject({
    title: 'Regulärer Zugang',
    description: 'Für alle',
    told: { title: 'de', description: 'de' },
  });
  expect(await row(id)).toMatchObject({ title: 'Regular Access', told: {} });
});

const publicIds = async () =>
  (await app.call('GET', '/v2/calls/published')).body.data.map(({ id }: { id: number }) => id);
const logOf = (id: number) =>
  app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject_kind', '=', 'call')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();

it('archives a call out of the lists, keeps its page and applications, takes it back, and logs both', async () => {
  const call = await createCall(app, { cutoffs: [window('2026-01-01', '2026-02-01')] });
  await apply(call, 1, { cutoffId: call.cutoffIds[0] ?? 0, at: '2026-01-20T10:00:00Z' });
  const archive = (archived: boolean) => ask('PUT', `/${call.id}/archived`, { archived });
  expect(await publicIds()).toEqual([call.id]);
  // Twice changes nothing more.
  for (const _time of [1, 2]) expect(await archive(true)).toMatchObject(done);
  expect(await publicIds()).toEqual([]);
  expect((await app.call('GET', `/v2/calls/${call.id}`)).status).toBe(200);
  expect(await app.call('GET', `/v2/applications/count/${call.id}`, { token: owner.token })).toMatchObject({
    status: 200,
    body: { total: 1, submitted: 1 },
  });
  expect((await ask('GET', `/${call.id}`)).body).toMatchObject({
    standing: 'archived',
    archivedAt: '2026-11-21T12:00:00.000Z',
    changes: [
      {
        action: 'call_archived',
        by: 'Ada Zuse',
        subject: { kind: 'call', id: String(call.id), name: expect.stringContaining('Call ') },
      },
    ],
  });
  for (const _time of [1, 2]) expect(await archive(false)).toMatchObject(done);
  expect(await publicIds()).toEqual([call.id]);
  const by = { actor_id: admin.userId, before: null, after: null };
  expect(await logOf(call.id)).toEqual([
    { ...by, action: 'call_archived' },
    { ...by, action: 'call_restored' },
  ]);
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
});

it('refuses to archive a call that is open or opens later, until its last cut-off is over', async () => {
  const open = await createCall(app, {});
  const soon = await createCall(app, { cutoffs: [window('2026-12-24', '2027-01-31')] });
  for (const { id } of [open, soon]) {
    expect((await ask('GET', `/${id}`)).body.whyNot.archive).toBe('call_open');
    const refused = await ask('PUT', `/${id}/archived`, { archived: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'call_open' } });
    expect(refused.body.message).toContain('after its last cut-off');
    expect(await logOf(id)).toEqual([]);
  }
  const draft = await createCall(app, { published: false });
  expect(await ask('PUT', `/${draft.id}/archived`, { archived: true })).toMatchObject(done);
});

it('deletes a call that nobody used, with everything that belongs to it, and no other', async () => {
  const call = await createCall(app, { code: 'GONE', title: 'Gone Access' });
  const other = await createCall(app);
  await createCallDocument(app, call.id);
  const { storage_key: key } = await app.db
    .selectFrom('call_documents')
    .select('storage_key')
    .where('call_id', '=', call.id)
    .executeTakeFirstOrThrow();
  expect(await ask('DELETE', `/${call.id}`)).toMatchObject(done);
  expect((await ask('GET', `/${call.id}`)).status).toBe(404);
  expect((await ask('DELETE', `/${call.id}`)).status).toBe(404);
  for (const table of ['cutoffs', 'flow_versions', 'timeframes', 'call_documents'] as const)
    expect(await app.db.selectFrom(table).select('call_id').where('call_id', '=', call.id).execute()).toEqual(
      [],
    );
  expect(await app.db.selectFrom('abandoned_files').select('storage_key').execute()).toEqual([
    { storage_key: key },
  ]);
  expect(await logOf(call.id)).toEqual([
    {
      actor_id: admin.userId,
      action: 'deleted',
      before: { name: 'Gone Access', code: 'GONE', year: 2026, number: 1, cutoffs: 1, documents: 1 },
      after: null,
    },
  ]);
  expect(await publicIds()).toEqual([other.id]);
});

it('refuses to delete a call that had an application, even if that was a draft and is gone', async () => {
  const call = await createCall(app);
  await apply(call, 1, {
    cutoffId: call.cutoffIds[0] ?? 0,
    at: '2026-11-20T10:00:00Z',
    status: 'draft',
  });
  const refused = async () => {
    expect((await ask('GET', `/${call.id}`)).body.whyNot.delete).toBe('call_used');
    expect(await ask('DELETE', `/${call.id}`)).toMatchObject({ status: 409, body: { code: 'call_used' } });
    expect((await ask('GET', `/${call.id}`)).status).toBe(200);
  };
  await refused();
  await app.db.deleteFrom('applications').where('call_id', '=', call.id).execute();
  await refused();
});
