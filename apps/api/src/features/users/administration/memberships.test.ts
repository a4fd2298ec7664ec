import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { createAccount } from '../../../testing/accounts.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createProfileLists } from '../../../testing/factories.ts';
import { createReviewWorld, type ReviewWorld } from '../../../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
let admin: SignedIn;
let id: number;
let people = 0;

// In Brussels, the zone of the organisation, it is 22 November from 23:00Z on.
const noon = '2026-11-21T12:00:00Z';
const lastMinute = '2026-11-21T22:59:00Z';
const midnight = '2026-11-21T23:00:00Z';

beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app);
  await createProfileLists(app.db);
  admin = await app.login({ role: 'admin' });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(noon);
  people += 1;
  id = await createAccount(app, { email: `member${people}@example.org` });
});

const ask = (method: string, path: string, body?: object, personId = id) =>
  app.call(method, `/admin/people/${personId}${path}`, {
    token: admin.token,
    ...(body === undefined ? {} : { body }),
  });
const done = { status: 200, body: { done: true } };
const letTimePass = (now: string) => {
  app.clock.set(now);
  return allWork(app.platform).tasks.let_time_pass?.({}, { id: 1, attempt: 1, isLastAttempt: false });
};

const memberships = async () => (await ask('GET', '')).body.memberships;
const changes = async () =>
  (await ask('GET', '')).body.changes.map(
    ({ by, action, before, after }: { by: string | null; action: string; before: object; after: object }) => [
      by === null ? 'portal' : 'administrator',
      action,
      before ?? after,
    ],
  );

const centre = { kind: 'centre', id: 'north', part: 'representative' };
const panel = { kind: 'panel', id: 'PE1', part: 'chair' };

it('ends a membership when its last day is over where the organisation is, and says so in the log', async () => {
  expect(await ask('POST', '/memberships', { ...centre, endsOn: '2026-11-21' })).toMatchObject(done);
  const inForce = [{ ...centre, name: 'Northern Centre', startsOn: null, endsOn: '2026-11-21' }];
  await letTimePass(lastMinute);
  expect(await memberships()).toEqual(inForce);
  expect(await letTimePass(midnight)).toMatchObject({ membershipsBegun: 0, membershipsEnded: 1 });
  expect(await letTimePass(midnight)).toMatchObject({ membershipsBegun: 0, membershipsEnded: 0 });
  expect(await memberships()).toEqual([]);
  expect(await changes()).toEqual([
    ['portal', 'membership_removed', { ...centre, endsOn: '2026-11-21' }],
    ['administrator', 'membership_added', { ...centre, endsOn: '2026-11-21' }],
  ]);
});

it('adds a later membership on its first day, and shows it on the pages before', async () => {
  const later = { ...panel, startsOn: '2026-11-22', endsOn: '2026-12-31' };
  expect(await ask('POST', '/memberships', later)).toMatchObject(done);
  // The same once more changes nothing.
  expect(await ask('POST', '/memberships', panel)).toMatchObject(done);
  const inForce = () => app.db.selectFrom('memberships').select('panel').where('user_id', '=', id).execute();
  await letTimePass(lastMinute);
  expect(await inForce()).toEqual([]);
  expect(await memberships()).toEqual([{ ...later, name: 'PE1' }]);
  const members = await app.call('GET', '/admin/panels/PE1', { token: admin.token });
  expect(members.body.members).toContainEqual(
    expect.objectContaining({ id, part: 'chair', startsOn: '2026-11-22', endsOn: '2026-12-31' }),
  );
  expect(await letTimePass(midnight)).toMatchObject({ membershipsBegun: 1, membershipsEnded: 0 });
  expect(await inForce()).toEqual([{ panel: 'PE1' }]);
  expect(await memberships()).toEqual([{ ...later, name: 'PE1', startsOn: null }]);
  expect(await changes()).toEqual([
    ['portal', 'membership_added', later],
    ['administrator', 'membership_added', later],
  ]);
});

it('changes the last day, and removes a membership before its first day', async () => {
  const change = (endsOn: string | null, of: object = panel) => ask('PUT', '/memberships', { ...of, endsOn });
  expect(await change('2026-12-31')).toMatchObject({ status: 404 });
  await ask('POST', '/memberships', { ...panel, startsOn: '2026-12-01' });
  await ask('POST', '/memberships', centre);
  expect(await change('2026-11-30')).toMatchObject({ status: 422, body: { code: 'days_out_of_order' } });
  expect(await change('2026-11-20', centre)).toMatchObject({ status: 422, body: { code: 'last_day_past' } });
  for (const [day, of] of [
    ['2026-12-31', panel],
    ['2026-11-30', centre],
    ['2026-11-30', centre],
    [null, centre],
  ] as const)
    expect(await change(day, of)).toMatchObject(done);
  expect(await memberships()).toEqual([
    { ...centre, name: 'Northern Centre', startsOn: null, endsOn: null },
    { ...panel, name: 'PE1', startsOn: '2026-12-01', endsOn: '2026-12-31' },
  ]);
  expect(await ask('DELETE', '/memberships', panel)).toMatchObject(done);
  expect((await changes()).slice(0, 4)).toEqual([
    ['administrator', 'membership_removed', { ...panel, startsOn: '2026-12-01', endsOn: '2026-12-31' }],
    ['administrator', 'membership_changed', { ...centre, endsOn: '2026-11-30' }],
    ['administrator', 'membership_changed', { ...centre, endsOn: null }],
    ['administrator', 'membership_changed', { ...panel, endsOn: null }],
  ]);
});

it('refuses days that a membership cannot have, and adds nothing', async () => {
  for (const [days, code] of [
    [{ startsOn: '2026-12-02', endsOn: '2026-12-01' }, 'days_out_of_order'],
    [{ endsOn: '2026-11-20' }, 'last_day_past'],
    [{ startsOn: '2026-02-30' }, 'invalid_input'],
  ] as const)
    expect((await ask('POST', '/memberships', { ...panel, ...days })).body.code).toBe(code);
  expect(await memberships()).toEqual([]);
});

it('lists the applications of a centre to its representative only while the membership is in force', async () => {
  await world.submitted();
  const { token, userId } = await app.login({ role: 'compute_centre_representative' });
  const listed = async () =>
    (
      await app.call('POST', '/v2/applications/search', {
        token,
        body: { role: 'compute_centre_representative' },
      })
    ).body.total;
  await ask('POST', '/memberships', { ...centre, startsOn: '2026-11-22', endsOn: '2026-11-22' }, userId);
  expect(await listed()).toBe(0);
  await letTimePass(midnight);
  expect(await listed()).toBe(1);
  await letTimePass('2026-11-22T23:00:00Z');
  expect(await listed()).toBe(0);
});

it('does not delete a centre that a later membership names', async () => {
  await app.db.insertInto('centres').values({ id: 'south', name: 'Southern Centre' }).execute();
  await ask('POST', '/memberships', { ...centre, id: 'south', startsOn: '2026-12-01' });
  const removed = await app.call('DELETE', '/admin/centres/south', { token: admin.token });
  expect(removed.body.code).toBe('centre_used');
});
