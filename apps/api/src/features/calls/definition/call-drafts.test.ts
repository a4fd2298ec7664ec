import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyChanges } from '../../../platform/audit/verify-changes.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createCallDocument, createSurroundings } from '../../../testing/factories.ts';

let app: TestApp;
let ada: SignedIn;
let bo: SignedIn;
let pro: SignedIn;
let owner: SignedIn;
/** A call whose only cut-off is open, with a document. */
let call: { id: number; cutoff: string };

beforeAll(async () => {
  app = await buildTestApp();
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  ada = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
  bo = await app.login({ role: 'eurohpc_admin', firstName: 'Bo', lastName: 'Lie' });
  pro = await app.login({ role: 'pro', app: 'admin_portal' });
  owner = await app.login();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { id, cutoffIds } = await createCall(app);
  await createCallDocument(app, id);
  call = { id, cutoff: String(cutoffIds[0]) };
});

const ask = (method: string, path: string, body?: object, by = ada) =>
  app.call(method, `/admin/calls/${call.id}${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
const send = (base: number, changes: object[], by = ada) => ask('POST', '/changes', { base, changes }, by);
const open = async (by = ada) => (await ask('GET', '/draft', undefined, by)).body;
const publish = (revision: number, note = '') => ask('POST', '/publish', { revision, note });
const set = (at: string[], value?: unknown) => ({ do: 'set', at, ...(value !== undefined && { value }) });
const end = (value: string | null) => set(['cutoffs', call.cutoff, 'end'], value);

const apply = async () => {
  const made = await app.call('POST', '/v2/applications', { token: owner.token, body: { callId: call.id } });
  expect(made.status).toBe(200);
};
const rowsOf = async (table: 'call_drafts' | 'call_changes' | 'publications' | 'flow_versions' | 'cutoffs') =>
  app.db.selectFrom(table).selectAll().where('call_id', '=', call.id).execute();
const audited = async () =>
  app.db
    .selectFrom('configuration_changes')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject_kind', '=', 'call')
    .where('subject_id', '=', String(call.id))
    .orderBy('id')
    .execute();

it('opens what is live without beginning a draft', async () => {
  const { definition, revision, draft } = await open();
  expect({ revision, draft }).toEqual({ revision: 0, draft: null });
  expect(definition).toMatchObject({
    year: 2026,
    info: { en: '<p>How it goes</p>' },
    facts: { duration: { en: '1 year' } },
    links: { termsOfReference: '/tor.pdf' },
    documents: [{ id: 'plan', title: { en: 'The plan' }, file: { filename: 'plan.docx' } }],
    cutoffs: [
      {
        id: call.cutoff,
        start: '2026-11-01T09:00:00.000Z',
        end: '2026-12-01T09:00:00.000Z',
        amounts: [
          { id: 'aurora-cpu', min: '100', max: '50000.5', fixed: null, pool: '1000000', disabled: false },
          { id: 'aurora-gpu', min: null, max: null, fixed: '2000', pool: null, disabled: false },
          { id: 'old-cpu', disabled: true },
        ],
      },
    ],
  });
  expect(await rowsOf('call_drafts')).toEqual([]);
});

it('is changed by administrators, read by staff, and closed to everybody else', async () => {
  expect((await send(0, [set(['title', 'en'], 'New')], bo)).status).toBe(200);
  expect(await open(pro)).toMatchObject({
    revision: 1,
    draft: { by: 'Bo Lie' },
    definition: { title: { en: 'New' } },
  });
  expect((await send(1, [set(['title', 'en'], 'Newer')], pro)).body).toMatchObject({ code: 'forbidden' });
  expect((await ask('POST', '/publish', { revision: 1 }, pro)).body).toMatchObject({ code: 'forbidden' });
  expect((await ask('GET', '/draft', undefined, owner)).status).toBe(403);
});

it('keeps each edit with its inverse, and the live call as it was', async () => {
  const changes = [set(['title', 'en'], 'New'), set(['title', 'de'], 'Neu'), end(null)];
  expect((await send(0, changes)).body).toEqual({ revision: 1, changes });
  expect(await rowsOf('call_changes')).toMatchObject([
    {
      revision: 1,
      author_id: ada.userId,
      changes,
      inverses: [end('2026-12-01T09:00:00.000Z'), set(['title', 'de']), set(['title', 'en'])],
      undoes: null,
    },
  ]);
  const live = await app.call('GET', `/v2/calls/${call.id}`, { token: owner.token });
  expect(live.body).toMatchObject({ cutoffs: [{ end: '2026-12-01T09:00:00.000Z' }] });
  // A change without effect is no edit.
  expect((await send(1, [set(['title', 'de'], 'Neu')])).body).toEqual({ revision: 1, changes: [] });
});

it('writes small edits alone and the whole draft now and then, and opens them together', async () => {
  for (let nth = 0; nth < 60; nth += 1) await send(nth, [set(['title', 'en'], `Title ${nth}`)]);
  expect(await rowsOf('call_drafts')).toMatchObject([
    { revision: 52, definition: { title: { en: 'Title 51' } } },
  ]);
  expect(await open()).toMatchObject({ revision: 60, definition: { title: { en: 'Title 59' } } });
  const info = `<p>${'x'.repeat(19_990)}</p>`;
  await send(60, [set(['info', 'en'], info), set(['info', 'de'], info)]);
  expect(await rowsOf('call_drafts')).toMatchObject([{ revision: 61, definition: { info: { de: info } } }]);
});

it('opens a draft as another process has stored it', async () => {
  await send(0, [set(['unit'], 'GPU hours')]);
  await open();
  const stored = (unit: string) =>
    app.db
      .updateTable('call_drafts')
      .set({ definition: sql`jsonb_set(definition, '{unit}', ${JSON.stringify(unit)})` })
      .where('call_id', '=', call.id)
      .execute();
  await stored('core hours');
  expect((await open()).definition.unit).toBe('core hours');
  await stored('node hours');
  expect((await open()).definition.unit).toBe('node hours');
});

it('makes all changes of an edit or none, and cleans rich text', async () => {
  const half = await send(0, [set(['title', 'en'], 'New'), { do: 'remove', at: ['cutoffs', 'gone'] }]);
  expect(half).toMatchObject({ status: 409, body: { code: 'place_gone' } });
  const wrong = await send(0, [
    set(['title', 'en'], 'New'),
    set(['cutoffs', call.cutoff, 'end'], '31 February'),
  ]);
  expect(wrong).toMatchObject({
    status: 422,
    body: { code: 'invalid_value', places: [['cutoffs', call.cutoff, 'end']] },
  });
  expect(await rowsOf('call_drafts')).toEqual([]);

  const info = '<p onclick="x()">Read <a href="document:plan">it</a><script>alert(1)</script></p>';
  expect((await send(0, [set(['info', 'en'], info)])).body.changes).toEqual([
    set(['info', 'en'], '<p>Read <a href="document:plan" rel="noopener noreferrer">it</a></p>'),
  ]);
});

it.each([
  ['1 200 000'],
  ['1.200.000'],
  ['1,2e6'],
  ['12345678901234567890'],
  ['-5'],
  ['2026-12-01'],
  [1200000],
])('refuses %j as an amount', async (amount) => {
  const sent = await send(0, [set(['cutoffs', call.cutoff, 'amounts', 'aurora-cpu', 'max'], amount)]);
  expect(sent).toMatchObject({ status: 422, body: { code: 'invalid_value' } });
});

it('merges edits of different places, and asks about one place that both changed', async () => {
  await send(0, [set(['title', 'en'], 'Ada’s')]);
  expect((await send(0, [set(['unit'], 'GPU hours')], bo)).body).toMatchObject({ revision: 2 });
  expect(await send(0, [set(['title', 'en'], 'Bo’s')], bo)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', conflicts: [{ at: ['title', 'en'], now: 'Ada’s' }] },
  });
  expect((await send(2, [set(['title', 'en'], 'Bo’s')], bo)).body).toMatchObject({ revision: 3 });
  expect((await open()).definition).toMatchObject({ unit: 'GPU hours', title: { en: 'Bo’s' } });
});

it('takes edits that come at the same moment one after the other', async () => {
  const languages = ['en', 'de', 'fr'];
  const places = [...languages.map((one) => ['title', one]), ...languages.map((one) => ['info', one])];
  const answers = await Promise.all(places.map((at) => send(0, [set(at, 'New')])));
  expect(answers.map(({ status }) => status)).toEqual(places.map(() => 200));
  expect(answers.map(({ body }) => body.revision).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await open()).definition).toMatchObject({ title: { en: 'New', de: 'New', fr: 'New' } });
});

it('opens a draft together with the live call that it changes', async () => {
  const { definition } = await open();
  await send(0, [set(['title', 'en'], 'New')]);
  expect(await open()).toMatchObject({ definition: { title: { en: 'New' } }, live: definition });
  await app.db.deleteFrom('flow_versions').where('call_id', '=', call.id).execute();
  expect(await open()).toMatchObject({ live: null });
});

it('makes an edit once that is sent again after its answer was lost', async () => {
  const add = {
    do: 'add',
    to: ['documents'],
    after: null,
    thing: { id: 'guide', title: { en: 'Guide' }, file: null },
  };
  const changes = [add, set(['unit'], 'GPU hours')];
  expect((await send(0, changes)).body).toEqual({ revision: 1, changes });
  await send(1, [set(['title', 'en'], 'Bo’s')], bo);
  expect((await send(0, changes)).body).toEqual({ revision: 1, changes });
  expect((await send(0, changes, bo)).body).toMatchObject({ code: 'place_gone' });
  const undone = await ask('POST', '/undo', { revision: 1 });
  expect(undone.body).toMatchObject({ revision: 3 });
  expect((await ask('POST', '/undo', { revision: 1 })).body).toEqual(undone.body);
  expect(await rowsOf('call_changes')).toHaveLength(3);
  // After a redo it is another undo.
  await ask('POST', '/undo', { revision: 3 });
  expect((await ask('POST', '/undo', { revision: 1 })).body).toMatchObject({ revision: 5 });
});

it('undoes an edit as a new one, also that of an undo, and asks about what was changed since', async () => {
  const { definition } = await open();
  await send(0, [set(['unit'], 'GPU hours'), { do: 'remove', at: ['cutoffs', call.cutoff] }]);
  await send(1, [set(['title', 'en'], 'New')], bo);
  expect((await ask('POST', '/undo', { revision: 1 }, bo)).body).toMatchObject({ revision: 3 });
  expect((await open()).definition).toEqual({ ...definition, title: { en: 'New' } });
  await ask('POST', '/undo', { revision: 3 });
  expect((await open()).definition).toMatchObject({ unit: 'GPU hours', cutoffs: [] });
  await send(4, [set(['unit'], 'core hours')], bo);
  expect((await ask('POST', '/undo', { revision: 3 })).body).toMatchObject({ code: 'changed_meanwhile' });
  expect((await ask('POST', '/undo', { revision: 4 })).body).toMatchObject({
    code: 'changed_meanwhile',
    conflicts: [{ at: ['unit'], now: 'core hours' }],
  });
  const edits = (await ask('GET', '/history')).body.edits;
  expect(edits.map((edit: object) => 'undoes' in edit && edit.undoes)).toEqual([null, 3, 1, null, null]);
});

it('discards a draft and goes on counting', async () => {
  await send(0, [set(['title', 'en'], 'New')]);
  expect((await ask('DELETE', '/draft', { revision: 0 })).body).toMatchObject({ code: 'stale_revision' });
  expect((await ask('DELETE', '/draft', { revision: 1 })).status).toBe(200);
  expect((await ask('DELETE', '/draft', { revision: 1 })).body).toMatchObject({ code: 'no_draft' });
  expect(await open()).toMatchObject({ revision: 1, draft: null });
  expect((await ask('POST', '/undo', { revision: 1 })).status).toBe(404);
  expect((await send(1, [set(['title', 'en'], 'Newer')])).body).toMatchObject({ revision: 2 });
  expect((await ask('GET', '/history')).body).toMatchObject({
    edits: [
      { revision: 2, isInDraft: true, publication: null },
      { revision: 1, isInDraft: false, publication: null },
    ],
    publications: [],
  });
  expect(await audited()).toEqual([
    { actor_id: ada.userId, action: 'draft_discarded', before: { revision: 1 }, after: null },
  ]);
});

it('says what prevents a publication, what it would change and whom it concerns', async () => {
  await apply();
  await send(0, [
    set(['unit'], 'GPU hours'),
    end('2026-10-01T09:00:00.000Z'),
    set(['links', 'link1'], {
      title: { en: 'Guide' },
      address: 'javascript:alert(1)',
    }),
  ]);
  const { body } = await ask('GET', '/check');
  expect(
    body.findings.map((finding: { rule: string; at: string[][] }) => [finding.rule, finding.at]),
  ).toEqual([
    ['linkUnsafe', [['links', 'link1', 'address']]],
    ['cutoffOrder', [['cutoffs', call.cutoff, 'end']]],
    ['lockedByApplications', [['unit']]],
  ]);
  expect(body).toMatchObject({
    revision: 1,
    newFlow: false,
    applications: { drafts: null, submitted: null },
    differences: [
      { change: set(['unit'], 'GPU hours'), before: 'node hours' },
      { change: set(['links', 'link1']) },
      { change: end('2026-10-01T09:00:00.000Z'), before: '2026-12-01T09:00:00.000Z' },
    ],
  });
  const refused = await publish(1);
  expect(refused).toMatchObject({ status: 422, body: { code: 'call_has_errors', findings: body.findings } });
  expect(await rowsOf('publications')).toEqual([]);
  const german = await app.call('GET', `/admin/calls/${call.id}/check`, {
    token: ada.token,
    headers: { 'accept-language': 'de' },
  });
  expect(german.body.findings[1].text).toBe(
    'Stichtag 1 endet vor seinem Beginn. Korrigieren Sie den Beginn oder das Ende.',
  );
});

it('takes out what others name, and finds each place that named it', async () => {
  const { definition } = await open();
  const [first] = definition.flow.steps;
  const shown = (element: string) => ({
    effects: [{ effect: 'visible', validations: [[{ ref: element, type: 'non_empty' }]] }],
  });
  const field = (id: string, more: object = {}) => ({ id, type: 'text', title: id, ...more });
  const elements = [
    field('gone'),
    { id: 'rows', type: 'group', title: 'Rows', children: [field('child')] },
    field('reads-field', shown('gone')),
    field('reads-rows', shown('rows')),
  ];
  const view = [{ role: 'applicant', scope: 'own', of: { released: 'GONE' }, audience: ['public'] }];
  const released = {
    on: { event: 'released', step: 'GONE' },
    do: 'notify',
    recipients: ['application_owner'],
  };
  const flow = {
    ...definition.flow,
    steps: [
      { ...first, permissions: { ...first.permissions, view } },
      {
        id: 'GONE',
        title: 'Review',
        order: 9,
        type: 'review',
        ownerRole: 'pro',
        forms: [{ id: 'NEW', title: 'New', order: 1, elements }],
      },
    ],
    automations: [{ id: 'tell', ...released, template: 'gone' }],
    templates: [{ id: 'gone', subject: 'Subject', body: 'Body' }],
  };
  expect((await send(0, [set(['flow'], flow)])).status).toBe(200);
  const findings = async () =>
    (await ask('GET', '/check')).body.findings.flatMap(({ rule, at }: { rule: string; at: string[][] }) =>
      at.map((place) => [rule, ...place].join(' ')),
    );
  const before = await findings();
  const home = ['flow', 'steps', 'GONE', 'forms', 'NEW', 'elements'];
  const removals: [string[], string[]][] = [
    [[...home, 'gone'], [`fieldUnknown ${home.join(' ')} reads-field effects`]],
    [[...home, 'rows'], [`fieldUnknown ${home.join(' ')} reads-rows effects`]],
    [['flow', 'templates', 'gone'], ['emailUnknown flow automations tell template']],
  ];
  let revision = 1;
  const remove = async (at: string[]) => {
    const removed = await send(revision, [{ do: 'remove', at }]);
    expect([at, removed.status]).toEqual([at, 200]);
    revision = removed.body.revision;
    return (await findings()).filter((finding: string) => !before.includes(finding));
  };
  const left: string[] = [];
  for (const [at, named] of removals) {
    left.push(...named);
    expect((await remove(at)).toSorted()).toEqual(left.toSorted());
  }
  expect(await remove(['flow', 'steps', 'GONE'])).toEqual([
    `viewStepUnknown flow steps ${first.id} permissions view`,
    'automationStepUnknown flow automations tell on step',
    'emailUnknown flow automations tell template',
  ]);
  expect((await publish(revision)).body).toMatchObject({ code: 'call_has_errors' });
});

it('publishes everything at once, with a new flow version only if the flow differs', async () => {
  await apply();
  const { definition } = await open();
  const steps = definition.flow.steps as { id: string; title: string }[];
  const [first] = steps;
  const cutoff = {
    id: 'new',
    start: '2026-12-01T09:00:00.000Z',
    end: '2027-03-01T09:00:00.000Z',
    amounts: [{ id: 'aurora-gpu', disabled: false, min: null, max: null, fixed: '3000', pool: null }],
    timeframes: [],
  };
  await send(0, [
    set(['title'], { en: 'Regular', de: 'Regulär' }),
    set(['info', 'en'], '<p><a href="document:plan">plan</a></p>'),
    set(['documents', 'plan', 'title', 'de'], 'Der Plan'),
    set(['cutoffs', call.cutoff, 'amounts', 'aurora-cpu', 'max'], '60000'),
    { do: 'remove', at: ['cutoffs', call.cutoff, 'amounts', 'old-cpu'] },
    { do: 'add', to: ['cutoffs'], after: call.cutoff, thing: cutoff },
    end('2026-12-01T09:00:00.000Z'),
  ]);
  expect((await publish(0)).body).toMatchObject({ code: 'stale_revision' });
  expect((await publish(1, ' Spring ')).body).toMatchObject({ number: 1 });

  const shown = await app.call('GET', `/v2/calls/${call.id}`, {
    token: owner.token,
    headers: { 'accept-language': 'de' },
  });
  expect(shown.body).toMatchObject({
    title: 'Regulär',
    info: `<p><a href="/api/download/call/${call.id}/document/plan" rel="noopener noreferrer">plan</a></p>`,
    documents: [{ name: 'plan', title: 'Der Plan' }],
    partitions: [{ id: 'aurora-cpu', max: '60000' }, { id: 'aurora-gpu' }],
    cutoffs: [{ id: Number(call.cutoff) }, { start: cutoff.start, end: cutoff.end }],
  });
  expect(await rowsOf('flow_versions')).toHaveLength(1);
  expect(await rowsOf('call_drafts')).toEqual([]);
  const [publication] = await rowsOf('publications');
  const opened = await open();
  expect(publication).toMatchObject({ number: 1, note: 'Spring', revision: 1, publisher_id: ada.userId });
  expect(opened).toMatchObject({ revision: 1, draft: null });
  expect(publication && 'definition' in publication && publication.definition).toEqual(opened.definition);
  expect(opened.definition.cutoffs[1].id).toMatch(/^\d+$/);
  expect((await ask('GET', '/check')).body).toMatchObject({ differences: [], newFlow: false });

  // The form changes, and the running application keeps its own.
  await send(1, [set(['flow', 'steps', first?.id ?? '', 'title'], 'A new name')]);
  expect((await ask('GET', '/check')).body).toMatchObject({ newFlow: true, findings: [] });
  expect((await publish(2)).body).toMatchObject({ number: 2 });
  const versions = (await rowsOf('flow_versions')) as { id: number; version: number }[];
  versions.sort((one, other) => one.version - other.version);
  expect(versions.map(({ version }) => version)).toEqual([1, 2]);
  const { flow_version_id } = await app.db
    .selectFrom('applications')
    .select('flow_version_id')
    .where('call_id', '=', call.id)
    .executeTakeFirstOrThrow();
  expect(flow_version_id).toBe(versions[0]?.id);

  expect((await ask('GET', '/history')).body).toMatchObject({
    edits: [
      { revision: 2, publication: 2 },
      { revision: 1, publication: 1, by: 'Ada Zuse' },
    ],
    publications: [{ number: 2 }, { number: 1, note: 'Spring', by: 'Ada Zuse' }],
  });
  expect((await audited()).map(({ action, after }) => [action, after])).toEqual([
    ['published', { number: 1, revision: 1 }],
    ['published', { number: 2, revision: 2 }],
  ]);
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
});

it('publishes once where two publish at the same moment', async () => {
  await send(0, [set(['title', 'en'], 'New')]);
  const answers = await Promise.all([publish(1), publish(1)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await rowsOf('publications')).toHaveLength(1);
});

it('loses no edit that is made while the call is published', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { revision } = await open();
    const seen = (await send(revision, [set(['title', 'en'], `Title ${round}`)])).body.revision;
    const [published, edited] = await Promise.all([
      publish(seen),
      send(seen, [set(['unit'], `unit ${round}`)]),
    ]);
    expect(edited.body).toMatchObject({ revision: seen + 1 });
    // Either of them comes first: the draft goes on, or begins again on what is live.
    expect([200, 409]).toContain(published.status);
    expect(await open()).toMatchObject({
      revision: seen + 1,
      draft: { by: 'Ada Zuse' },
      definition: { title: { en: `Title ${round}` }, unit: `unit ${round}` },
    });
  }
});

it('refuses a name that another call has taken since the draft began', async () => {
  const { definition } = await open();
  await send(0, [set(['number'], 7)]);
  const other = await createCall(app, { code: definition.code, number: 7 });
  expect((await publish(1)).body).toMatchObject({
    code: 'call_has_errors',
    findings: [{ rule: 'callTwice' }],
  });
  await app.db.deleteFrom('calls').where('id', '=', other.id).execute();
});

it('publishes an archived call only after it is restored', async () => {
  const archive = async (archived: boolean) => (await ask('PUT', '/archived', { archived })).status;
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: '2025-12-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' })
    .where('call_id', '=', call.id)
    .execute();
  await send(0, [set(['unit'], 'GPU hours')]);
  expect(await archive(true)).toBe(200);
  expect((await publish(1)).body).toMatchObject({
    code: 'call_has_errors',
    findings: [{ rule: 'archived', at: [] }],
  });
  expect(await archive(false)).toBe(200);
  expect((await publish(1)).body).toMatchObject({ number: 1 });
});

it('keeps the timeframes of steps that running applications have', async () => {
  const { definition } = await open();
  const step = {
    ...definition.flow.steps[0],
    id: 'CHECK',
    title: 'Check',
    order: 9,
    ownerRole: 'pro',
    forms: [],
  };
  const frame = { id: 'CHECK', start: '2026-12-02T09:00:00.000Z', end: null };
  await send(0, [
    { do: 'add', to: ['flow', 'steps'], after: definition.flow.steps.at(-1).id, thing: step },
    { do: 'add', to: ['cutoffs', call.cutoff, 'timeframes'], after: null, thing: frame },
  ]);
  expect((await publish(1)).body).toMatchObject({ number: 1 });
  await apply();
  await send(1, [
    { do: 'remove', at: ['flow', 'steps', 'CHECK'] },
    { do: 'remove', at: ['cutoffs', call.cutoff, 'timeframes', 'CHECK'] },
  ]);
  expect((await publish(2)).body).toMatchObject({ number: 2 });
  const kept = await app.db
    .selectFrom('timeframes')
    .select('starts_at')
    .where('call_id', '=', call.id)
    .where('step_id', '=', 'CHECK')
    .execute();
  expect(kept).toEqual([{ starts_at: new Date(frame.start) }]);
  expect((await open()).definition.cutoffs[0].timeframes).toEqual([]);
});

const uploadOf = async (content: string | Buffer, filename = 'terms.pdf', by = ada) => {
  const form = new FormData();
  form.set('files', new Blob([new Uint8Array(Buffer.from(content))]), filename);
  return app.call('POST', `/admin/calls/${call.id}/documents`, { token: by.token, form });
};
const documents = () =>
  app.db
    .selectFrom('call_documents')
    .select(['name', 'title', 'filename', 'media_type', 'size_bytes', 'storage_key'])
    .where('call_id', '=', call.id)
    .orderBy('position')
    .execute();
const download = (sha256: string, by = ada) =>
  app.call('GET', `/admin/calls/${call.id}/documents/${sha256}`, { token: by.token });

it('takes a document by upload, which readers of the draft can fetch before it is published', async () => {
  const uploaded = await uploadOf('%PDF-1.7 terms', '..\\..\\secret/Terms of <reference>.PDF');
  expect(uploaded).toMatchObject({
    status: 200,
    body: { filename: 'Terms of _reference_.pdf', mediaType: 'application/pdf', sizeBytes: 14 },
  });
  const file = uploaded.body;
  expect((await open()).draft).toBeNull();
  const thing = { id: 'terms', title: { en: 'Terms', de: 'Bedingungen' }, file };
  await send(0, [{ do: 'add', to: ['documents'], after: null, thing }]);
  expect((await download(file.sha256, pro)).bytes.toString()).toBe('%PDF-1.7 terms');
  expect((await download(file.sha256, owner)).status).toBe(403);
  expect((await publish(1)).body).toMatchObject({ number: 1 });
  expect(await documents()).toMatchObject([
    { name: 'terms', title: 'Terms', filename: 'Terms of _reference_.pdf', size_bytes: 14 },
    { name: 'plan' },
  ]);
  expect((await app.call('GET', `/download/call/${call.id}/document/terms`)).bytes.toString()).toBe(
    '%PDF-1.7 terms',
  );
});

it('replaces and removes the file of a document, and can go back to it', async () => {
  const [before] = await documents();
  const { definition } = await open();
  const { body: file } = await uploadOf('%PDF-1.7 second');
  await send(0, [set(['documents', 'plan', 'file'], file)]);
  await publish(1);
  expect(await documents()).toMatchObject([{ filename: 'terms.pdf', media_type: 'application/pdf' }]);
  await send(1, [{ do: 'remove', at: ['documents', 'plan'] }]);
  await publish(2);
  expect(await documents()).toEqual([]);
  await send(2, [{ do: 'add', to: ['documents'], after: null, thing: definition.documents[0] }]);
  expect((await publish(3)).body).toMatchObject({ number: 3 });
  expect(await documents()).toEqual([before]);
});

it('stores the same file once, and removes the files of a call with the call', async () => {
  const [first, second] = [await uploadOf('%PDF-1.7 same'), await uploadOf('%PDF-1.7 same', 'other.pdf')];
  expect(second.body.sha256).toBe(first.body.sha256);
  const keys = await app.db
    .selectFrom('call_files')
    .select('storage_key')
    .where('call_id', '=', call.id)
    .execute();
  expect(keys).toHaveLength(1);
  expect((await ask('DELETE', '')).status).toBe(200);
  const abandoned = await app.db.selectFrom('abandoned_files').select('storage_key').execute();
  expect(abandoned).toEqual(expect.arrayContaining(keys));
});

const zipped = (...names: string[]) => `PK\x03\x04${names.join('\0')}`;

it.each([
  ['nothing', '', 400, 'invalid_input'],
  ['a page of the web', '<html>', 422, 'not_a_document'],
  ['another zip', zipped('notes.txt'), 422, 'not_a_document'],
  ['a document with macros', zipped('word/document.xml', 'word/vbaProject.bin'), 422, 'not_a_document'],
])('refuses %s as a document', async (_what, content, status, code) => {
  expect(await uploadOf(content, 'terms.docx')).toMatchObject({ status, body: { code } });
  expect(await uploadOf(zipped('word/document.xml'), 'terms.zip')).toMatchObject({
    body: { filename: 'terms.zip.docx' },
  });
});

it('refuses a file that is too large, and one from people who may not change calls', async () => {
  const { uploadMaxMb } = await app.platform.organisation();
  const large = Buffer.alloc(uploadMaxMb * 1_048_576 + 1, '%PDF-1.7 ');
  expect(await uploadOf(large)).toMatchObject({ status: 413, body: { code: 'file_too_large' } });
  expect(await uploadOf('%PDF-1.7', 'a.pdf', pro)).toMatchObject({ status: 403 });
});

it('refuses to publish a document whose file is not stored', async () => {
  const file = { filename: 'x.pdf', mediaType: 'application/pdf', sizeBytes: 1, sha256: 'ab'.repeat(32) };
  await send(0, [
    { do: 'add', to: ['documents'], after: null, thing: { id: 'other', title: { en: 'Guide' }, file } },
  ]);
  expect((await publish(1)).body).toMatchObject({
    findings: [
      {
        rule: 'documentFile',
        at: [['documents', 'other', 'file']],
        text: 'Document ‘Guide’ has no file. Upload one or remove the document.',
      },
    ],
  });
});
