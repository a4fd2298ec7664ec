import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkReaderships, writeReaderships } from '../features/applications/readerships.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { type Draft, itemOf } from '../testing/factories.ts';
import { whileHeldBack } from '../testing/held-back.ts';
import { updateReaders, wrongReaders } from '../testing/readers.ts';
import { createReviewWorld, type ReviewWorld } from '../testing/review-world.ts';
import { closeAccount } from './privacy/close-account.ts';

const rule = (scope: 'call' | 'panel', of: unknown) => ({
  role: 'ac_member',
  scope,
  of,
  audience: ['public'],
});
/** The application opens by the release of the check; a review by its own release, and to the panel once submitted. */
const view: Record<string, object[]> = {
  APP: [rule('call', { released: 'CHECK' })],
  REV: [rule('call', { released: 'REV' }), rule('panel', 'submitted')],
};

let app: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app, ({ steps, ...small }) => ({
    ...small,
    steps: steps.map((step) => ({ ...step, permissions: { view: view[step.id] ?? [] } })),
  }));
});
afterAll(async () => {
  expect(await wrongReaders(app.db)).toEqual([]);
  await app.close();
});

/** The scopes that rules open now, each with the columns that they show. */
async function open({ id }: Draft): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ rules: { scope: string; shows: string[] }[] }>`
    select h.rules from applications ap join readerships h on h.id = ap.readership_id where ap.id = ${id}`.execute(
    app.db,
  );
  return Object.fromEntries((rows[0]?.rules ?? []).map(({ scope, shows }) => [scope, shows]));
}

const ok = async (...asked: Parameters<ReviewWorld['as']>) => {
  const answer = await world.as(...asked);
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  app.clock.advance(1_000);
  return answer.body;
};
const release = (one: Draft, flowElementId: string) =>
  ok('pro', 'POST', `/v2/applications/${one.id}/release`, { flowElementId });

async function submitAt(
  one: Draft,
  stepId: string,
  who: 'pro' | 'reviewer',
  ...data: object[]
): Promise<string> {
  const id = await world.give(one, stepId, who);
  await ok(who, 'PUT', `/v2/assignments/${id}/accept`, { accepted: true, agreed: true });
  await ok(who, 'PUT', `/v2/assignments/${id}/submit`, { data, newGroups: [] });
  return id;
}
const reviewed = (one: Draft) => submitAt(one, 'REV', 'reviewer', itemOf('score', ['3']));

it('opens each of 400 applications that are released in bulk, with one readership', async () => {
  const one = await world.submitted();
  await reviewed(one);
  const { rows } = await sql<{ id: number; uid: string }>`
    with added as (
      insert into applications (uid, call_id, flow_version_id, cutoff_id, owner_id, status, submitted_at, partition_ids, panel,
        created_at, updated_at)
      select 'BULK-' || n, call_id, flow_version_id, cutoff_id, owner_id, status, submitted_at, partition_ids, panel,
        created_at, updated_at from applications, generate_series(1, 400) n where id = ${one.id} returning id, uid),
    given as (
      insert into assignments (id, application_id, step_id, owner_id, role, status, submitted_at, submitted_content, created_at)
      select gen_random_uuid(), added.id, a.step_id, a.owner_id, a.role, a.status, a.submitted_at, a.submitted_content,
        a.created_at from assignments a, added where a.application_id = ${one.id})
    select id, uid from added`.execute(app.db);
  await updateReaders(app.db);
  const many = { flowElementId: 'REV', applicationIds: rows.map(({ id }) => id) };
  const { done } = await ok('pro', 'POST', `/v2/calls/${world.callId}/release`, many);
  expect(done.length).toBe(400);
  const opened = await sql<{ count: number; readerships: number }>`
    select count(*)::int as count, count(distinct readership_id)::int as readerships from applications
    where uid like 'BULK-%' and readership_id is not null`.execute(app.db);
  expect(opened.rows).toEqual([{ count: 400, readerships: 1 }]);
  expect(await open({ ...one, id: rows[0]?.id ?? 0 })).toEqual({ call: [], panel: [] });
  expect(await wrongReaders(app.db)).toEqual([]);
}, 300_000);

it('closes what a person was asked to change when they close their account', async () => {
  const one = await world.submitted();
  const id = await reviewed(one);
  await app.db.updateTable('assignments').set({ status: 'changes_requested' }).where('id', '=', id).execute();
  await updateReaders(app.db);
  expect(await open(one)).toEqual({ panel: [] });
  const person = await app.login({ role: 'scientific_reviewer' });
  await app.db.updateTable('assignments').set({ owner_id: person.userId }).where('id', '=', id).execute();
  await app.db
    .transaction()
    .execute((tx) => closeAccount(tx, person.userId, app.platform, app.platform.now()));
  expect(await open(one)).toEqual({});
});

it('keeps a review open that was released before a conflict of its author', async () => {
  const [before, after] = [await world.submitted(), await world.submitted()];
  for (const one of [before, after]) await reviewed(one);
  const stop = (one: Draft) =>
    ok('pro', 'PUT', `/v2/applications/${one.id}/conflicts/${world.people.reviewer.userId}`, {
      reason: 'Works in the same group.',
    });
  await release(before, 'REV');
  await stop(before);
  await stop(after);
  expect([await open(before), await open(after)]).toEqual([{ call: [] }, {}]);
});

it('shows columns until an application that was reopened after its release is submitted again', async () => {
  const one = await world.submitted();
  await submitAt(one, 'CHECK', 'pro', itemOf('verdict', ['more']), itemOf('why', ['Say more.']));
  expect(await open(one)).toEqual({});
  await release(one, 'CHECK');
  expect(await open(one)).toEqual({ call: ['project_title', 'partition', 'research_field_group'] });
  await ok('owner', 'PUT', `/v2/assignments/${one.assignmentId}/submit`, {
    data: [{ ...itemOf('title', ['Tides']), revision: 1 }],
    newGroups: [],
  });
  expect(await open(one)).toEqual({ call: [] });
});

const revoke = (db: TestApp['db'], { id }: Draft) =>
  db.updateTable('assignments').set({ status: 'revoked' }).where('application_id', '=', id).execute();

it('sees what another transaction changes of an application at the same moment', async () => {
  const one = await world.submitted();
  await reviewed(one);
  await release(one, 'REV');
  await whileHeldBack(
    app,
    async (tx) => {
      await tx.deleteFrom('step_releases').where('application_id', '=', one.id).execute();
      await writeReaderships(tx, [one.id]);
    },
    () =>
      app.db.transaction().execute(async (tx) => {
        await revoke(tx, one);
        await writeReaderships(tx, [one.id]);
      }),
  );
  expect([await open(one), await wrongReaders(app.db)]).toEqual([{}, []]);
});

it('lets two applications get the same new readership at the same moment', async () => {
  const works = [await world.submitted(), await world.submitted()] as const;
  for (const one of works) {
    await submitAt(one, 'CHECK', 'pro', itemOf('verdict', ['good']));
    await reviewed(one);
  }
  await app.db.updateTable('applications').set({ readership_id: null }).execute();
  await app.db.deleteFrom('readerships').execute();
  await app.db.transaction().execute(async (tx) => {
    await writeReaderships(tx, [works[0].id]);
    await app.db.transaction().execute((other) => writeReaderships(other, [works[1].id]));
  });
  await updateReaders(app.db);
  expect([await open(works[0]), await open(works[1])]).toEqual([{ panel: [] }, { panel: [] }]);
});

it('finds wrong readerships by night, corrects them, and says so in the log and in its health', async () => {
  const health = async () => (await app.call('GET', '/health')).body.readerships;
  expect([await checkReaderships(app.platform), await health()]).toEqual([{ corrected: 0 }, 'right']);
  const one = await world.submitted();
  await reviewed(one);
  await app.db.updateTable('applications').set({ readership_id: null }).where('id', '=', one.id).execute();
  const logged = vi.spyOn(app.platform.log, 'error');
  expect([await checkReaderships(app.platform), await health()]).toEqual([{ corrected: 1 }, 'corrected']);
  expect(logged.mock.calls).toEqual([[{ applicationIds: [one.id] }, expect.any(String)]]);
  expect([await open(one), await wrongReaders(app.db)]).toEqual([{ panel: [] }, []]);
  expect([await checkReaderships(app.platform), await health()]).toEqual([{ corrected: 0 }, 'right']);
});
