import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../../testing/factories.ts';
import { removeUnusedFiles } from './remove-unused-files.ts';

let app: TestApp;
let ada: SignedIn;
let callId: number;

beforeAll(async () => {
  app = await buildTestApp();
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  ada = await app.login({ role: 'admin' });
});
afterAll(() => app.close());
beforeEach(async () => {
  callId = (await createCall(app)).id;
});

const ask = (method: string, path: string, body?: object) =>
  app.call(method, `/admin/calls/${callId}${path}`, {
    token: ada.token,
    ...(body === undefined ? {} : { body }),
  });
async function upload(content: string) {
  const form = new FormData();
  form.set('files', new Blob([`%PDF-1.7 ${content}`]), 'terms.pdf');
  return (await app.call('POST', `/admin/calls/${callId}/documents`, { token: ada.token, form })).body;
}
async function change(...changes: object[]): Promise<number> {
  const { body } = await ask('GET', '/draft');
  const edited = await ask('POST', '/changes', { base: body.revision, changes });
  expect([edited.status, edited.body]).toMatchObject([200, {}]);
  return edited.body.revision;
}
const add = (id: string, file: object) => ({
  do: 'add',
  to: ['documents'],
  after: null,
  thing: { id, title: { en: id }, file },
});
const publish = async (revision: number) =>
  expect((await ask('POST', '/publish', { revision, note: '' })).status).toBe(200);
const age = () =>
  app.db
    .updateTable('call_files')
    .set({ uploaded_at: new Date('2020-01-01') })
    .where('call_id', '=', callId)
    .execute();
/** Hashes that are left after a night. */
async function left(): Promise<string[]> {
  await removeUnusedFiles(app.platform);
  const rows = await app.db.selectFrom('call_files').select('sha256').where('call_id', '=', callId).execute();
  return rows.map(({ sha256 }) => sha256.toString('hex')).toSorted();
}

it('keeps what the draft names and what can be undone, and lets go the rest once it is a week old', async () => {
  const past = await upload('past');
  await change(add('past', past), { do: 'set', at: ['title', 'en'], value: 'Without it' });
  await publish(await change({ do: 'remove', at: ['documents', 'past'] }));
  const [kept, removed, never] = [await upload('kept'), await upload('removed'), await upload('never')];
  await change(add('kept', kept), add('removed', removed));
  await change({ do: 'remove', at: ['documents', 'removed'] });
  expect(await left()).toHaveLength(4);
  await age();
  expect(await left()).toEqual([kept.sha256, removed.sha256].toSorted());
  const { body } = await ask('GET', `/documents/${never.sha256}`);
  expect(body.code).toBe('not_found');
  const abandoned = await app.db.selectFrom('abandoned_files').select('storage_key').execute();
  expect(abandoned).toHaveLength(2);

  const { revision } = (await ask('GET', '/draft')).body;
  expect((await ask('DELETE', '/draft', { revision })).status).toBe(200);
  expect(await left()).toEqual([]);
});

it('keeps the files of every version, also once they are replaced', async () => {
  const [first, second] = [await upload('first'), await upload('second')];
  await publish(await change(add('terms', first)));
  await publish(await change({ do: 'set', at: ['documents', 'terms', 'file'], value: second }));
  await publish(await change({ do: 'remove', at: ['documents', 'terms'] }));
  await age();
  expect(await left()).toEqual([first.sha256, second.sha256].toSorted());
});

it('counts a file that is uploaded again as new', async () => {
  const file = await upload('again');
  await age();
  await upload('again');
  expect(await left()).toEqual([file.sha256]);
});
