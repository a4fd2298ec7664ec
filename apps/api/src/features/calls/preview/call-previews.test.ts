import type { CallDetail } from '@clearcall/domain/calls/call.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createCallDocument, createSurroundings } from '../../../testing/factories.ts';

let app: TestApp;
let ada: SignedIn;
let pro: SignedIn;
let call: { id: number; cutoff: string };

beforeAll(async () => {
  app = await buildTestApp();
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  ada = await app.login({ role: 'admin', firstName: 'Ada', lastName: 'Zuse' });
  pro = await app.login({ role: 'pro', app: 'admin_portal' });
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
const set = (at: string[], value: unknown) => ({ do: 'set', at, value });
const send = async (changes: object[]) => {
  const { body } = await ask('GET', '/draft');
  expect((await ask('POST', '/changes', { base: body.revision, changes })).status).toBe(200);
};
const link = async (body: object = {}) => (await ask('POST', '/preview-links', body)).body;
const openBy = (token: string) => app.call('POST', '/call-previews', { body: { token } });
const visit = async (language = 'en'): Promise<CallDetail> =>
  (await app.call('GET', `/v2/calls/${call.id}`, { headers: { 'accept-language': language } })).body;
const previewIn = async (language = 'en') =>
  (
    await app.call('GET', `/admin/calls/${call.id}/preview`, {
      token: pro.token,
      headers: { 'accept-language': language },
    })
  ).body;

/** What a publication decides: days of uploads, and the numbers of new cut-offs. */
const comparable = ({ documents, ...detail }: CallDetail) => ({
  ...detail,
  cutoffs: detail.cutoffs.map(({ start, end }) => ({ start, end })),
  current: detail.current && { start: detail.current.start, end: detail.current.end },
  documents: documents.map(({ uploadedAt, ...document }) => document),
});

const draft = () => [
  set(['title'], { en: 'Regular', de: 'Regulär' }),
  set(['facts', 'who'], { en: 'Everyone', fr: 'Tout le monde' }),
  set(['info', 'en'], '<p><a href="document:plan">plan</a></p>'),
  set(['documents', 'plan', 'title', 'de'], 'Der Plan'),
  set(['cutoffs', call.cutoff, 'amounts', 'aurora-gpu', 'fixed'], null),
  {
    do: 'add',
    to: ['cutoffs'],
    after: call.cutoff,
    thing: {
      id: 'new',
      start: '2026-12-01T09:00:00.000Z',
      end: '2027-03-01T09:00:00.000Z',
      amounts: [{ id: 'aurora-gpu', disabled: false, min: null, max: null, fixed: '3000', pool: null }],
      timeframes: [],
    },
  },
];

it.each(['en', 'de', 'fr'])('shows what visitors read in %s once it is published', async (language) => {
  expect(comparable((await previewIn(language)).call)).toEqual(comparable(await visit(language)));
  await send(draft());
  const { revision, call: shown } = await previewIn(language);
  expect((await visit()).title).not.toBe(shown.title);
  expect((await ask('POST', '/publish', { revision, note: '' })).status).toBe(200);
  expect(comparable(shown)).toEqual(comparable(await visit(language)));
  expect(comparable((await previewIn(language)).call)).toEqual(comparable(await visit(language)));
});

it('shows a draft with errors, without cut-offs too', async () => {
  await send([set(['title', 'en'], ''), set(['cutoffs'], [])]);
  expect((await previewIn()).call).toMatchObject({ title: '', cutoffs: [], current: null, partitions: [] });
});

it('opens by a link, without an account, until it expires or is withdrawn', async () => {
  await send([set(['title', 'en'], 'Secret plan')]);
  const { token, id, expiresAt } = await link({ note: 'For Anna' });
  const opened = await openBy(token);
  expect(opened).toMatchObject({ status: 200, body: { call: { title: 'Secret plan' }, expiresAt } });
  expect(opened.headers['cache-control']).toBe('no-store');
  expect((await ask('GET', '/preview-links', undefined, pro)).body.data).toMatchObject([
    { id, note: 'For Anna', by: 'Ada Zuse', expiresAt },
  ]);
  await app.db
    .updateTable('call_previews')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect(await openBy(token)).toMatchObject({ status: 410, body: { code: 'link_invalid' } });
  expect((await ask('GET', '/preview-links')).body.data).toEqual([]);

  const other = await link();
  expect((await ask('DELETE', `/preview-links/${other.id}`)).status).toBe(200);
  expect((await openBy(other.token)).status).toBe(410);
  // What has expired is deleted with the next link.
  expect(await app.db.selectFrom('call_previews').selectAll().where('id', '=', id).execute()).toEqual([]);
});

it('opens the documents of the draft, also by a link, and no longer once they are taken out', async () => {
  const { token } = await link();
  const byLink = (name: string, given = token) =>
    app.call('POST', '/call-previews/document', { body: { token: given, name } });
  const asStaff = (name: string) => ask('GET', `/preview/documents/${name}`, undefined, pro);
  const form = new FormData();
  form.set('files', new Blob(['%PDF-1.7 of the draft']), 'terms.pdf');
  const { body: file } = await app.call('POST', `/admin/calls/${call.id}/documents`, {
    token: ada.token,
    form,
  });
  await send([
    { do: 'add', to: ['documents'], after: null, thing: { id: 'terms', title: { en: 'Terms' }, file } },
  ]);
  for (const answer of [await byLink('terms'), await asStaff('terms')]) {
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('application/pdf');
    expect(answer.bytes?.toString()).toBe('%PDF-1.7 of the draft');
  }
  expect((await byLink('plan')).status).toBe(200);
  expect((await app.call('GET', `/download/call/${call.id}/document/terms`, {})).status).toBe(404);
  await send([{ do: 'remove', at: ['documents', 'terms'] }]);
  expect([(await byLink('terms')).status, (await asStaff('terms')).status]).toEqual([404, 404]);
  expect((await byLink('plan', 'B'.repeat(43))).status).toBe(410);
});

it('keeps no token, and lasts 14 days unless another time is asked for', async () => {
  const { token, expiresAt, createdAt } = await link();
  expect((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000).toBe(14);
  const rows = await app.db.selectFrom('call_previews').selectAll().where('call_id', '=', call.id).execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  const log = await app.db
    .selectFrom('configuration_changes')
    .select(['action', 'after'])
    .where('subject_kind', '=', 'call')
    .where('subject_id', '=', String(call.id))
    .execute();
  expect(log).toEqual([{ action: 'preview_link_made', after: { expiresAt } }]);
});

it('is made by those who change calls, and read by those who read them', async () => {
  expect((await ask('POST', '/preview-links', {}, pro)).status).toBe(403);
  expect((await ask('GET', '/preview', undefined, pro)).status).toBe(200);
  const applicant = await app.login();
  expect((await ask('GET', '/preview', undefined, applicant)).status).toBe(403);
});

it('opens its own call and nothing else', async () => {
  const { token } = await link();
  const path = `/admin/calls/${call.id}/preview`;
  expect((await app.call('GET', path, { token })).status).toBe(401);
  expect((await app.call('GET', path)).status).toBe(401);
});

it('shows the forms of all steps, in the language of the reader, while there are errors too', async () => {
  const { body } = await ask('GET', '/draft');
  const { steps } = body.definition.flow as { steps: { id: string; forms: { id: string }[] }[] };
  const step = steps.find(({ forms }) => forms.length > 0);
  if (step === undefined) throw new Error('no form');
  const effect = {
    effect: 'visible',
    validations: [[{ refs: [{ element: 'nowhere' }], type: 'non_empty', values: [] }]],
  };
  const thing = {
    id: 'again',
    type: 'select',
    title: { en: 'Again?', de: 'Noch einmal?' },
    optionsGroup: 'yes_no',
    effects: [effect],
  };
  const to = ['flow', 'steps', step.id, 'forms', step.forms[0]?.id ?? '', 'elements'];
  await send([{ do: 'add', to, after: null, thing }]);
  const shown = await previewIn('de');
  const form = shown.steps.find(({ id }: { id: string }) => id === step.id).forms[0];
  expect(form.elements[0]).toMatchObject({ id: 'again', title: 'Noch einmal?', effects: [effect] });
  expect(shown.steps.map(({ permissions }: { permissions: object }) => permissions)).toEqual(
    steps.map(() => ({ assign: [], assignable: [], view: [] })),
  );
});
