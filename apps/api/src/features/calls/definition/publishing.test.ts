import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../../testing/factories.ts';

let app: TestApp;
let ada: SignedIn;
let owner: SignedIn;
/** A call whose only cut-off is open until 1 December. */
let call: { id: number; cutoff: string };

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
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
  const { id, cutoffIds } = await createCall(app);
  call = { id, cutoff: String(cutoffIds[0]) };
});

const ask = (method: string, path: string, body?: object, by = ada) =>
  app.call(method, `/admin/calls/${call.id}${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
const set = (at: string[], value?: unknown) => ({ do: 'set', at, ...(value !== undefined && { value }) });
const end = (value: string | null) => set(['cutoffs', call.cutoff, 'end'], value);
/** Makes one edit and returns its revision. */
const edit = async (...changes: object[]): Promise<number> => {
  const base = (await ask('GET', '/draft')).body.revision;
  const { status, body } = await ask('POST', '/changes', { base, changes });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.revision;
};
const apply = async (n = 1) => {
  for (let left = n; left > 0; left -= 1) {
    const made = await app.call('POST', '/v2/applications', {
      token: owner.token,
      body: { callId: call.id },
    });
    expect(made.status).toBe(200);
  }
};
const effect = async () => (await ask('GET', '/check')).body.effect;
const hide = () => app.db.updateTable('calls').set({ published: false }).where('id', '=', call.id).execute();

it('says that a corrected text does nothing to anybody', async () => {
  await apply();
  await edit(set(['title', 'en'], 'New'));
  expect(await effect()).toEqual({ opens: null, mailingList: 0, extended: [], waits: false });
});

it('counts who would get an email of a call that opens, unless it has opened before', async () => {
  await app.db
    .updateTable('users')
    .set({ accept_mailing_list: true })
    .where('id', 'in', [owner.userId, ada.userId])
    .execute();
  await hide();
  await edit(set(['published'], true));
  expect(await effect()).toEqual({ opens: 'now', mailingList: 2, extended: [], waits: true });
  await app.db.insertInto('call_openings').values({ call_id: call.id, noted_at: new Date() }).execute();
  expect(await effect()).toEqual({ opens: 'now', mailingList: 0, extended: [], waits: true });
});

it('counts the drafts of a cut-off that is extended, and waits whether there is one or not', async () => {
  const until = '2026-12-03T09:00:00.000Z';
  await edit(end(until));
  const extended = { cutoff: call.cutoff, from: '2026-12-01T09:00:00.000Z', until };
  const few = { opens: null, mailingList: 0, extended: [{ ...extended, drafts: null }], waits: true };
  expect(await effect()).toEqual(few);
  await apply(4);
  expect(await effect()).toEqual(few);
  await apply();
  expect(await effect()).toEqual({ ...few, extended: [{ ...extended, drafts: 5 }] });
});
