import { copiedParts } from '@clearcall/domain/calls/definition/copy-call.ts';
import { callTemplates } from '@clearcall/domain/calls/definition/new-call.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createCallDocument, createSurroundings } from '../../../testing/factories.ts';
import { runDuePublications } from '../definition/publish.ts';

let app: TestApp;
let ada: SignedIn;
let pro: SignedIn;
let owner: SignedIn;

const standardLists = [
  'ai_techniques eligible_countries funding genders licences nationalities organisation_types research_fields',
  'research_subfields submission_kinds titles tracks yes_no',
].flatMap((tags) => tags.split(' '));

beforeAll(async () => {
  app = await buildTestApp();
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  await app.db
    .insertInto('option_groups')
    .values(standardLists.map((tag, nth) => ({ id: 500 + nth, tag, title: tag })))
    .execute();
  ada = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
  pro = await app.login({ role: 'pro', app: 'admin_portal' });
  owner = await app.login();
});
afterAll(() => app.close());

const ask = (method: string, path: string, body?: object, by = ada) =>
  app.call(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });
const named = (over: object = {}) => ({ title: 'Benchmark Access', code: 'BEN', year: 2027, ...over });
const create = (over: object = {}, by = ada) =>
  ask(
    'POST',
    '/admin/calls',
    { from: { kind: 'template', template: 'technical_check' }, ...named(over) },
    by,
  );
/** What opens a call goes live ten minutes later. */
async function publish(id: number, revision: number): Promise<void> {
  const asked = await ask('POST', `/admin/calls/${id}/publish`, { revision, note: '' });
  expect([asked.status, asked.body.number]).toEqual([200, null]);
  const now = app.platform.now();
  app.clock.set(asked.body.dueAt);
  expect(await runDuePublications(app.platform)).toMatchObject({ published: 1 });
  app.clock.set(now.toISOString());
}
const calls = () =>
  app.db.selectFrom('calls').select(['code', 'year', 'number', 'title', 'published']).orderBy('id').execute();

it('lists the templates with their steps', async () => {
  const { body } = await ask('GET', '/admin/call-templates', undefined, pro);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(callTemplates);
  expect(body.data.at(-1)).toEqual({ id: 'empty', steps: ['applicant', 'other'], forms: 2 });
  expect(body.data[3]).toEqual({
    id: 'technical_check',
    steps: ['applicant', 'other', 'review', 'other', 'other', 'applicant', 'other'],
    forms: 12,
  });
});

it('creates a call with its draft, and nothing of it is public', async () => {
  const { status, body } = await create();
  expect(status).toBe(200);
  const { id } = body;
  expect(await app.db.selectFrom('calls').selectAll().where('id', '=', id).execute()).toMatchObject([
    {
      code: 'BEN',
      year: 2027,
      number: 1,
      title: 'Benchmark Access',
      published: false,
      in_languages: null,
      counter: 0,
    },
  ]);
  for (const table of ['flow_versions', 'cutoffs', 'call_documents', 'publications'] as const)
    expect(await app.db.selectFrom(table).selectAll().where('call_id', '=', id).execute()).toEqual([]);
  const draft = await ask('GET', `/admin/calls/${id}/draft`);
  expect(draft.body).toMatchObject({
    revision: 1,
    draft: { by: 'Ada Zuse' },
    definition: {
      code: 'BEN',
      published: true,
      cutoffs: [],
      documents: [{ id: 'terms-of-reference', file: null }],
      links: { termsOfReference: 'document:terms-of-reference' },
    },
  });
  expect(draft.body.definition.documents[0].title).toEqual({
    en: 'Terms of reference',
    de: 'Teilnahmebedingungen',
    fr: expect.any(String),
  });
  expect(draft.body.definition.flow.steps[0].title.de).toBe('Antrag');

  expect((await app.call('GET', `/v2/calls/${id}`)).status).toBe(404);
  expect((await app.call('GET', `/v2/calls/${id}`, { token: owner.token })).status).toBe(404);
  const list = await ask('GET', '/admin/calls', undefined, pro);
  expect(list.body.data).toMatchObject([{ id, standing: 'draft', version: null, cutoffs: [] }]);
  expect(
    await app.db
      .selectFrom('configuration_changes')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('subject_kind', '=', 'call')
      .where('subject_id', '=', String(id))
      .execute(),
  ).toEqual([
    {
      actor_id: ada.userId,
      action: 'created',
      before: null,
      after: { name: 'Benchmark Access', code: 'BEN', year: 2027, number: 1 },
    },
  ]);
});

it('lists the cut-offs of the draft of a call that was never live', async () => {
  const { id } = (await create()).body;
  const window = (start: string, end: string | null) => ({ start: `${start}T09:00:00.000Z`, end });
  const thing = { amounts: [], timeframes: [] };
  const add = (cutoff: object) => ({
    do: 'add',
    to: ['cutoffs'],
    after: null,
    thing: { ...thing, ...cutoff },
  });
  const [first, second] = [window('2027-02-01', '2027-03-01T09:00:00.000Z'), window('2027-04-01', null)];
  const path = `/admin/calls/${id}/changes`;
  expect((await ask('POST', path, { base: 1, changes: [add({ id: 'a', ...first })] })).status).toBe(200);
  expect((await ask('POST', path, { base: 2, changes: [add({ id: 'b', ...second })] })).status).toBe(200);
  const row = async () =>
    (await ask('GET', '/admin/calls', undefined, pro)).body.data.find((one: { id: number }) => one.id === id);
  expect(await row()).toMatchObject({ cutoffs: [], draftCutoffs: [first, second] });
  await app.db
    .insertInto('flow_versions')
    .values({ call_id: id, version: 1, document: JSON.stringify({ version: 1, steps: [] }) })
    .execute();
  expect(await row()).toMatchObject({ draftCutoffs: [] });
});

it.each(callTemplates)(
  'makes a call of the template %s that lacks only dates and files',
  async (template) => {
    const code = template.toUpperCase().replaceAll('_', '-').slice(0, 20);
    const { id } = (await create({ code, from: { kind: 'template', template } })).body;
    const { findings } = (await ask('GET', `/admin/calls/${id}/check`)).body;
    const rules = new Set(findings.map(({ rule }: { rule: string }) => rule));
    rules.delete('documentFile');
    expect([...rules]).toEqual(['cutoffNone']);
  },
);

it('publishes an empty call that got a cut-off, which takes applications', async () => {
  const { id } = (await create({ code: 'FIRST', year: 2026, from: { kind: 'template', template: 'empty' } }))
    .body;
  const amounts = { disabled: false, min: null, max: null, fixed: '500', pool: null };
  const cutoff = {
    id: 'new',
    start: '2026-11-01T09:00:00.000Z',
    end: '2026-12-01T09:00:00.000Z',
    amounts: [{ id: 'aurora-cpu', ...amounts }],
    timeframes: [],
  };
  const changes = [{ do: 'add', to: ['cutoffs'], after: null, thing: cutoff }];
  expect((await ask('POST', `/admin/calls/${id}/changes`, { base: 1, changes })).status).toBe(200);
  await publish(id, 2);
  const made = await app.call('POST', '/v2/applications', { token: owner.token, body: { callId: id } });
  expect(made.status).toBe(200);
});

it('publishes a call of a template with the partitions of its own organisation', async () => {
  const from = { kind: 'template', template: 'technical_check' };
  const { id } = (await create({ code: 'OWN', year: 2026, from })).body;
  const amounts = { disabled: false, min: null, max: null, fixed: '500', pool: null };
  const cutoff = {
    id: 'new',
    start: '2026-11-01T09:00:00.000Z',
    end: '2026-12-01T09:00:00.000Z',
    amounts: [{ id: 'aurora-cpu', ...amounts }],
    timeframes: [],
  };
  // The terms of reference are on a page of the organisation.
  const changes = [
    { do: 'add', to: ['cutoffs'], after: null, thing: cutoff },
    { do: 'set', at: ['documents'], value: [] },
    { do: 'set', at: ['links', 'termsOfReference'], value: '/terms' },
  ];
  expect((await ask('POST', `/admin/calls/${id}/changes`, { base: 1, changes })).status).toBe(200);
  await publish(id, 2);
  const made = await app.call('POST', '/v2/applications', { token: owner.token, body: { callId: id } });
  expect([made.status, made.body.uid]).toEqual([200, expect.stringMatching(/-OWN-2026-01-001$/)]);
});

it('gives each call of a code the next free number of its year, also to two at once', async () => {
  const made = await Promise.all([create({ code: 'NUM' }), create({ code: 'NUM' }), create({ code: 'NUM' })]);
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
  await create({ code: 'NUM', number: 7 });
  await create({ code: 'NUM' });
  await create({ code: 'NUM', year: 2028 });
  const numbers = (await calls()).filter(({ code }) => code === 'NUM').map((c) => `${c.year} ${c.number}`);
  expect(numbers).toEqual(['2027 1', '2027 2', '2027 3', '2027 7', '2027 8', '2028 1']);
});

it('refuses a name that is taken, and writes nothing', async () => {
  await create({ code: 'TWICE', number: 99 });
  const before = await calls();
  expect(await create({ code: 'TWICE', number: 99 })).toMatchObject({
    status: 409,
    body: { code: 'call_exists' },
  });
  expect(await create({ code: 'TWICE' })).toMatchObject({ status: 409, body: { code: 'call_numbers_used' } });
  expect(await calls()).toEqual(before);
});

it.each([
  ['a code in small letters', { code: 'reg' }, /capital letters/],
  ['a code with a space', { code: 'R G' }, /capital letters/],
  ['a year in words', { year: 'next' }, /between 2000 and 2200/],
  ['a year of another age', { year: 1812 }, /between 2000 and 2200/],
  ['a number above 99', { number: 100 }, /between 1 and 99/],
  ['no title', { title: '   ' }, /Enter a title/],
])('refuses %s', async (_what, over, sentence) => {
  const { status, body } = await create(over);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(sentence);
});

it('refuses unknown templates and properties', async () => {
  for (const over of [
    { from: { kind: 'template', template: 'chess' } },
    { from: { kind: 'magic' } },
    { from: null },
    { published: true },
  ])
    expect((await create(over)).status).toBe(400);
});

it('is for administrators alone', async () => {
  const before = await calls();
  for (const by of [pro, owner]) expect((await create({ code: 'NOT' }, by)).status).toBe(403);
  expect((await ask('GET', '/admin/call-templates', undefined, owner)).status).toBe(403);
  const bo = await app.login({ role: 'eurohpc_admin' });
  expect(await calls()).toEqual(before);
  expect((await create({ code: 'BO' }, bo)).status).toBe(200);
});

/** A published call with a document and a draft, whose changes no copy may have. */
async function published(): Promise<number> {
  const { id } = await createCall(app);
  await createCallDocument(app, id);
  const changes = [{ do: 'set', at: ['description', 'en'], value: 'Of the draft' }];
  expect((await ask('POST', `/admin/calls/${id}/changes`, { base: 0, changes })).status).toBe(200);
  return id;
}
const draftOf = async (id: number) => (await ask('GET', `/admin/calls/${id}/draft`)).body.definition;
const copy = async (call: number, parts: readonly string[], over: object = {}) =>
  create({ code: `COPY-${call}`, year: 2027, from: { kind: 'copy', call, parts }, ...over });

it('copies the published version of a call, not its draft, with files of its own', async () => {
  const source = await published();
  const { status, body } = await copy(source, copiedParts);
  expect([status, body.leftOut]).toEqual([200, ['uid_pattern']]);
  const [{ description: _draft, ...live }, copied] = [await draftOf(source), await draftOf(body.id)];
  expect(copied).toEqual({
    ...live,
    code: `COPY-${source}`,
    year: 2027,
    title: { en: 'Benchmark Access' },
    description: {},
    uidPattern: expect.stringContaining(`COPY-${source}-{YYYY}-{NN}-{SEQ3}`),
    cutoffs: [
      {
        ...live.cutoffs[0],
        id: 'copy-1',
        // From Sunday, 1 November and Tuesday, 1 December 2026.
        start: '2027-10-31T09:00:00.000Z',
        end: '2027-11-30T09:00:00.000Z',
      },
    ],
    flow: { ...live.flow, version: 0 },
  });
  const files = await app.db
    .selectFrom('call_documents')
    .select(['storage_key', 'filename', 'sha256'])
    .where('call_id', 'in', [source, body.id])
    .execute();
  expect(files).toHaveLength(2);
  expect(files[0]?.sha256).toEqual(files[1]?.sha256);
  expect(files[0]?.storage_key).not.toBe(files[1]?.storage_key);
  const file = await app.platform.files.open(files[1]?.storage_key ?? '');
  expect(file?.sizeBytes).toBeGreaterThan(0);
  file?.stream.destroy();

  expect((await ask('GET', `/admin/calls/${body.id}/check`)).body.findings).toEqual([]);
  await publish(body.id, 1);
});

it('copies only the chosen parts, and names the others', async () => {
  const source = await published();
  const { body } = await copy(source, []);
  expect(body.leftOut).toEqual(['forms', 'amounts', 'dates', 'rights', 'documents', 'uid_pattern']);
  expect(await draftOf(body.id)).toMatchObject({
    links: {},
    documents: [],
    cutoffs: [],
    flow: { steps: [] },
    facts: { duration: { en: '1 year' } },
  });
});

it('copies nothing of what is not there or was never published', async () => {
  const before = await calls();
  expect((await copy(999_999, copiedParts)).body).toMatchObject({ code: 'not_found' });
  const never = before.findIndex(({ code }) => code === 'BEN') + 1;
  expect((await copy(never, copiedParts)).body).toMatchObject({ code: 'call_never_published' });
  expect(await calls()).toEqual(before);
});

it('counts the findings of each call, and later only of calls that changed', async () => {
  const checks = async () => {
    const counted = [];
    for (;;) {
      const { body } = await ask('GET', '/admin/call-checks', undefined, pro);
      counted.push(...body.data);
      if (!body.more) return new Map(counted.map((one) => [one.id, [one.errors, one.warnings]]));
    }
  };
  const { id } = (await create({ code: 'CHECKS' })).body;
  const good = await createCall(app);
  const found = await checks();
  // No cut-off, and no file of the terms of reference.
  expect([found.get(id), found.get(good.id)]).toEqual([
    [2, 0],
    [0, 0],
  ]);
  const idle = await app.sqlCount(checks);
  const changes = [{ do: 'set', at: ['documents'], value: [] }];
  await ask('POST', `/admin/calls/${id}/changes`, { base: 1, changes });
  const again = await app.sqlCount(checks);
  expect((await checks()).get(id)).toEqual([2, 0]);
  expect(again - idle).toBeGreaterThan(0);
  expect(again - idle).toBeLessThanOrEqual(5);

  const list = await ask('GET', '/admin/calls', undefined, pro);
  const row = list.body.data.find((one: { id: number }) => one.id === id);
  expect(row).toMatchObject({ draft: { edits: 2 }, documentCount: 0, version: null });
});
