import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyChanges } from '../../../platform/audit/verify-changes.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createProfileLists,
  createSurroundings,
} from '../../../testing/factories.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  await createProfileLists(app.db);
  admin = await app.login({ role: 'eurohpc_admin', firstName: 'Ada', lastName: 'Zuse' });
});
afterAll(() => app.close());

const ask = (method: string, path: string, body?: object, by = admin) =>
  app.call(method, `/admin/lists${path}`, { token: by.token, ...(body === undefined ? {} : { body }) });
const done = { status: 200, body: { done: true } };
const row = (value: string, en: string, more: object = {}) => ({
  value,
  en,
  de: '',
  fr: '',
  parent: '',
  ...more,
});

const valuesOf = async (id: number) =>
  (await ask('GET', `/${id}`)).body.options.map(({ value, offered }: { value: string; offered: boolean }) =>
    offered ? value : `(${value})`,
  );
const paste = async (id: number, rows: object[], retires = false) => {
  const { revision } = (await ask('GET', `/${id}`)).body;
  return ask('PUT', `/${id}/values`, { rows, retires, revision });
};
const told = async (language: string, tag: string) => {
  const { body } = await app.call('GET', `/v2/options?tags=${tag}`, {
    headers: { 'accept-language': language },
  });
  return body.data[0];
};

it('adds a list, fills it from a table, and tells each reader its values in their language', async () => {
  const made = await ask('POST', '', { en: 'Kinds of work', de: 'Arten von Arbeit', fr: '', version: '1' });
  expect(made.status).toBe(200);
  const { id } = made.body;
  expect(await paste(id, [row('b', 'Basic', { de: 'Grundlegend' }), row('a', 'Applied')])).toMatchObject(
    done,
  );
  const { body } = await ask('GET', `/${id}`);
  expect(body).toMatchObject({
    tag: 'kinds_of_work',
    en: 'Kinds of work',
    de: 'Arten von Arbeit',
    fr: '',
    version: '1',
    told: {},
    calls: [],
    inProfiles: false,
    options: [
      { ...row('b', 'Basic', { de: 'Grundlegend' }), offered: true },
      { ...row('a', 'Applied'), offered: true },
    ],
  });
  expect(await told('de', 'kinds_of_work')).toMatchObject({
    title: 'Arten von Arbeit',
    options: [
      { value: 'b', label: 'Grundlegend', told: { label: 'de' } },
      { value: 'a', label: 'Applied' },
    ],
  });
  expect(body.changes.map((change: { action: string }) => change.action)).toEqual([
    'values_changed',
    'created',
  ]);
  expect(body.changes[0].after).toMatchObject({ added: 2, changed: 0, retired: 0 });

  // Pasting the same table again changes nothing. A complete list retires the values that it leaves out.
  expect(await paste(id, [row('b', '')])).toMatchObject(done);
  expect(await paste(id, [row('c', 'Curious'), row('a', 'Applied')], true)).toMatchObject(done);
  expect(await valuesOf(id)).toEqual(['c', 'a', '(b)']);
  expect((await told('en', 'kinds_of_work')).options.map(({ value }: { value: string }) => value)).toEqual([
    'c',
    'a',
  ]);
  const { changes } = (await ask('GET', `/${id}`)).body;
  expect(changes).toHaveLength(3);
  expect(changes[0]).toMatchObject({
    by: 'Ada Zuse',
    before: { values: [{ ...row('b', 'Basic', { de: 'Grundlegend' }), offered: true }] },
    after: { added: 1, changed: 0, retired: 1 },
  });
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
});

it('takes the order of a table with all values, and records it', async () => {
  const { id } = (await ask('POST', '', { en: 'Sizes', de: '', fr: '', version: '' })).body;
  await paste(id, [row('s', 'Small'), row('m', 'Medium'), row('l', 'Large')]);
  expect(await paste(id, [row('l', ''), row('s', ''), row('m', '')])).toMatchObject(done);
  expect(await valuesOf(id)).toEqual(['l', 's', 'm']);
  const [last] = (await ask('GET', `/${id}`)).body.changes;
  expect(last).toMatchObject({ action: 'values_changed', after: { added: 0, reordered: true } });
});

it('gives two lists of one name two tags', async () => {
  const list = { en: '', de: 'Größen', fr: '', version: '' };
  const ids = await Promise.all([ask('POST', '', list), ask('POST', '', list)]);
  const tags = await Promise.all(ids.map(async ({ body }) => (await ask('GET', `/${body.id}`)).body.tag));
  expect(tags.sort()).toEqual(['grossen', 'grossen_2']);
});

it('changes, retires and offers one value, and asks where another administrator changed it', async () => {
  const edit = (edits: object) => ask('PUT', '/130/value', { value: 'PE2', edits });
  expect(await edit({ fr: { from: '', to: 'Physique' } })).toMatchObject(done);
  expect((await told('fr', 'panels')).options).toContainEqual({
    value: 'PE2',
    label: 'Physique',
    told: { label: 'fr' },
  });
  expect((await told('de', 'panels')).options).toContainEqual({ value: 'PE2', label: 'Physics' });
  expect(await edit({ fr: { from: '', to: 'La physique' } })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', conflicts: { fr: 'Physique' } },
  });
  const offer = (to: boolean) => edit({ offered: { from: !to, to } });
  expect(await offer(false)).toMatchObject(done);
  expect(await valuesOf(130)).toEqual(['PE1', '(PE2)', '(PE0)']);
  expect(await offer(true)).toMatchObject(done);
  expect(await valuesOf(130)).toEqual(['PE1', 'PE2', '(PE0)']);
  expect((await edit({ en: { from: 'Physics', to: '' }, fr: { from: 'Physique', to: '' } })).body.code).toBe(
    'label_needed',
  );
});

it('keeps each value below one of another list', async () => {
  expect((await paste(131, [row('PE9_1', 'Stars', { parent: 'PE9' })])).body.code).toBe('no_such_parent');
  expect(await paste(131, [row('PE2_2', 'Lasers', { parent: 'PE2' })])).toMatchObject(done);
  expect((await told('en', 'fields')).options).toContainEqual({
    value: 'PE2_2',
    label: 'Lasers',
    parent: 'PE2',
  });
  const parent = { parent: { from: 'PE2', to: 'PE2_2' } };
  expect((await ask('PUT', '/131/value', { value: 'PE2_2', edits: parent })).body.code).toBe(
    'no_such_parent',
  );
});

it('refuses to paste over what another administrator changed since the preview', async () => {
  const { revision } = (await ask('GET', '/131')).body;
  const rows = [row('PE1_2', 'Algebra', { parent: 'PE1' })];
  expect(await ask('PUT', '/131/values', { rows, retires: false, revision })).toMatchObject(done);
  const late = await ask('PUT', '/131/values', { rows: [row('PE1_3', 'Sets')], retires: false, revision });
  expect(late).toMatchObject({ status: 409, body: { code: 'list_changed' } });
  expect(await valuesOf(131)).not.toContain('PE1_3');
});

it('deletes only a value that nothing uses', async () => {
  const remove = async (id: number, value: string) =>
    (await ask('DELETE', `/${id}/value`, { value })).body.code ?? 'deleted';
  expect(await remove(130, 'PE1')).toBe('option_used'); // PE1_1 is below it.
  expect(await remove(130, 'PE0')).toBe('deleted');
  expect(await remove(130, 'PE0')).toBe('not_found');

  const owner = await app.login();
  const { id: callId } = await createCall(app);
  const { assignmentId } = await createDraft(app, callId, owner);
  await app.db
    .insertInto('answers')
    .values({
      assignment_id: assignmentId,
      element_id: 'field',
      values: ['PE1_1'],
      revision: 1,
      author_id: null,
      saved_at: app.platform.now(),
    })
    .execute();
  expect(await remove(131, 'PE1_1')).toBe('option_used');
  expect(await remove(131, 'PE2_1')).toBe('deleted');
  expect((await ask('GET', '/131')).body.calls).toMatchObject([{ told: {} }]);

  const { id: titles } = await app.db
    .selectFrom('option_groups')
    .select('id')
    .where('tag', '=', 'titles')
    .executeTakeFirstOrThrow();
  await app.db.updateTable('users').set({ title: 'Dr.' }).where('id', '=', owner.userId).execute();
  expect(await remove(titles, 'Dr.')).toBe('option_used');
  expect(await remove(titles, 'Prof.')).toBe('deleted');
});

it('deletes a list that nothing uses, and no other', async () => {
  const remove = (id: number) => ask('DELETE', `/${id}`);
  const { id } = (await ask('POST', '', { en: '', de: 'Farben', fr: '', version: '3' })).body;
  await paste(id, [row('red', 'Red'), row('blue', 'Blue')]);
  const { tag, isUsed } = (await ask('GET', `/${id}`)).body;
  expect(isUsed).toBe(false);

  // A value of another list is below one of its values.
  const other = (await ask('POST', '', { en: 'Tones', de: '', fr: '', version: '' })).body.id;
  await paste(other, [row('crimson', 'Crimson', { parent: 'red' })]);
  expect((await remove(id)).body.code).toBe('list_used');
  expect(await remove(other)).toMatchObject(done);

  // A form offers it.
  const call = await createCall(app);
  await app.db
    .insertInto('flow_versions')
    .values({ call_id: call.id, version: 2, document: JSON.stringify({ elements: [{ optionsGroup: tag }] }) })
    .execute();
  expect((await ask('GET', `/${id}`)).body.isUsed).toBe(true);
  expect((await remove(id)).body.code).toBe('list_used');
  await app.db.deleteFrom('flow_versions').where('call_id', '=', call.id).where('version', '=', 2).execute();

  // The portal itself has it.
  expect((await ask('GET', '/130')).body.isUsed).toBe(true);
  expect((await remove(130)).body.code).toBe('list_used');

  expect(await remove(id)).toMatchObject(done);
  expect((await ask('GET', `/${id}`)).status).toBe(404);
  expect((await remove(id)).status).toBe(404);
  const { body } = await app.call('POST', '/admin/changes', {
    token: (await app.login({ role: 'admin' })).token,
    body: { action: 'deleted', pageSize: 1 },
  });
  expect(body.data[0]).toMatchObject({
    subject: { kind: 'list', id: String(id), name: 'Farben' },
    before: { name: 'Farben', version: '3', values: ['red', 'blue'] },
    after: null,
  });
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
});
