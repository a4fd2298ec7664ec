import { randomUUID } from 'node:crypto';
import { maxViews } from '@clearcall/contract/lists.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';

let app: TestApp;
let ada: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  app = await buildTestApp();
  ada = await app.login({ role: 'pro' });
  ben = await app.login();
});
afterAll(() => app.close());

const view = (name: string, more: object = {}) => ({
  name,
  searchBy: [{ column: 'work', op: 'equal', value: 'late' }],
  orderBy: { column: 'callTitle', direction: 'ASC' },
  role: 'pro',
  columns: ['id', 'callTitle', 'work'],
  isDefault: false,
  ...more,
});
const put = ({ token }: SignedIn, id: string, body: object) =>
  app.call('PUT', `/v2/views/${id}`, { token, body });
const listOf = async ({ token }: SignedIn) => (await app.call('GET', '/v2/views', { token })).body;

it('keeps a view for the person as it was given, renames and replaces it, and removes it', async () => {
  const id = randomUUID();
  const saved = await put(ada, id, view('  Late work '));
  expect([saved.status, saved.body]).toEqual([200, { id, ...view('Late work') }]);
  expect((await put(ada, id, view('Late work'))).status).toBe(200);
  expect(await listOf(ada)).toEqual([{ id, ...view('Late work') }]);
  const renamed = view('All', { searchBy: [], columns: ['id'] });
  await put(ada, id, renamed);
  expect(await listOf(ada)).toEqual([{ id, ...renamed }]);
  expect((await app.call('DELETE', `/v2/views/${id}`, { token: ada.token })).body).toEqual({ done: true });
  expect(await listOf(ada)).toEqual([]);
});

it('has one default at most, and no two of one name', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await put(ada, one, view('One', { isDefault: true }));
  await put(ada, two, view('Two', { isDefault: true }));
  const defaults = (await listOf(ada)).map((row: { name: string; isDefault: boolean }) => [
    row.name,
    row.isDefault,
  ]);
  expect(defaults).toEqual([
    ['One', false],
    ['Two', true],
  ]);
  const taken = await put(ada, two, view('oNE'));
  expect([taken.status, taken.body.code]).toEqual([409, 'view_name_taken']);
  const both = await Promise.all(['Same', 'same'].map((name) => put(ada, randomUUID(), view(name))));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('is nobody else’s: not seen, not replaced, not removed', async () => {
  const id = randomUUID();
  await put(ada, id, view('Mine alone'));
  expect(await listOf(ben)).toEqual([]);
  expect((await put(ben, id, view('Taken over'))).status).toBe(404);
  expect((await app.call('DELETE', `/v2/views/${id}`, { token: ben.token })).status).toBe(404);
  expect((await listOf(ada)).map(({ name }: { name: string }) => name)).toContain('Mine alone');
});

it('takes so many and no more; what it does not know it refuses', async () => {
  for (let n = 0; n < maxViews; n += 1)
    expect((await put(ben, randomUUID(), view(`View ${n}`))).status).toBe(200);
  const more = await put(ben, randomUUID(), view('One more'));
  expect([more.status, more.body.code]).toEqual([409, 'too_many_views']);
  for (const wrong of [
    { page: 2 },
    { columns: ['password'] },
    { columns: [] },
    { orderBy: { column: 'work', direction: 'ASC' } },
  ])
    expect((await put(ben, randomUUID(), view('Wrong', wrong))).status).toBe(400);
});
