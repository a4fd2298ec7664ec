import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import type { Db } from '../db/pool.ts';
import { type ConfigurationChange, recordChange, recordChanges } from './record-change.ts';
import { verifyChanges } from './verify-changes.ts';

let app: TestApp;
let actorId: number;
beforeAll(async () => {
  app = await buildTestApp();
  actorId = (await app.login({ role: 'admin' })).userId;
});
afterAll(() => app.close());

const change = (more: Partial<ConfigurationChange> = {}): ConfigurationChange => ({
  at: app.platform.now(),
  actorId,
  subject: { kind: 'person', id: 7 },
  action: 'role_given',
  before: { role: 'user' },
  after: { role: 'pro', since: '2026-11-21' },
  reason: 'Joins the “office” – größer',
  ...more,
});
const record = (given: ConfigurationChange) =>
  app.db.transaction().execute((tx) => recordChange(tx, app.platform, given));
const verify = () => verifyChanges(app.platform);

it('chains changes, one after the other, alone and many at once, whoever writes at the same time', async () => {
  await record(change());
  await Promise.all([1, 2, 3, 4].map((id) => record(change({ subject: { kind: 'person', id } }))));
  app.clock.advance(24 * 3_600_000);
  await app.db
    .transaction()
    .execute((tx) =>
      recordChanges(tx, app.platform, [change({ reason: null, before: null }), change({ actorId: null })]),
    );
  const rows = await app.db.selectFrom('configuration_changes').selectAll().orderBy('id').execute();
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(rows[0]).toMatchObject({
    actor_id: actorId,
    subject_kind: 'person',
    subject_id: '7',
    action: 'role_given',
    before: { role: 'user' },
    after: { role: 'pro', since: '2026-11-21' },
    reason: 'Joins the “office” – größer',
    previous_hash: null,
  });
  const { faults, days } = await verify();
  expect(faults).toEqual([]);
  expect(days).toEqual([
    { day: '2026-11-21', changes: 5, hash: rows[4]?.hash.toString('hex') },
    { day: '2026-11-22', changes: 2, hash: rows[6]?.hash.toString('hex') },
  ]);
});

it('writes nothing where its command comes to nothing', async () => {
  const undone = app.db.transaction().execute(async (tx) => {
    await recordChange(tx, app.platform, change());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await record(change());
  expect((await verify()).faults).toEqual([]);
});

it('is only added to', async () => {
  await expect(
    sql`update configuration_changes set reason = '' where id = 2`.execute(app.db),
  ).rejects.toThrow('never changed or deleted');
  await expect(sql`delete from configuration_changes where id = 2`.execute(app.db)).rejects.toThrow(
    'never changed or deleted',
  );
});

/** Returns the faults found after rows were changed in the database directly; the change is rolled back. */
async function faultsAfter(tampering: string): Promise<string[]> {
  let faults: string[] = [];
  const tampered = app.db.transaction().execute(async (tx) => {
    await sql`alter table configuration_changes disable trigger configuration_changes_stay`.execute(tx);
    await sql.raw(tampering).execute(tx);
    faults = (await verifyChanges({ db: tx as Db, vault: app.platform.vault })).faults;
    throw new Error('looked');
  });
  await expect(tampered).rejects.toThrow('looked');
  return faults;
}

it('finds a byte that was changed anywhere in a row, and a row that is gone', async () => {
  const changes = {
    at: `at + interval '1 microsecond'`,
    actor_id: 'null',
    subject_kind: `subject_kind || 's'`,
    subject_id: `'8'`,
    action: `'role_taken'`,
    before: `jsonb_set(before, '{role}', '"uses"')`,
    after: `jsonb_set(after, '{role}', '"prp"')`,
    reason: `replace(reason, 'ö', 'o')`,
    previous_hash: `set_byte(previous_hash, 0, get_byte(previous_hash, 0) # 1)`,
    hash: `set_byte(hash, 31, get_byte(hash, 31) # 1)`,
    seal_key: `reverse(seal_key)`,
    seal: `set_byte(seal, 7, get_byte(seal, 7) # 1)`,
    id: '20',
  };
  for (const [column, value] of Object.entries(changes)) {
    const faults = await faultsAfter(`update configuration_changes set ${column} = ${value} where id = 3`);
    expect([column, faults.length]).not.toEqual([column, 0]);
  }
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'configuration_changes'`.execute(
    app.db,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(changes).sort());
  expect(await faultsAfter('delete from configuration_changes where id = 4')).toEqual([
    'Change 4 is missing.',
    'Change 5 does not follow the change before it.',
  ]);
});

it('finds a chain that was made anew without the key of the portal', async () => {
  const faults = await faultsAfter(`
    update configuration_changes c set reason = 'Forged', hash = sha256(convert_to(
      coalesce(encode(previous_hash, 'hex'), '') || e'\\n' || hashed_text(jsonb_populate_record(c, '{"reason": "Forged"}')), 'utf8'))
    where id = (select max(id) from configuration_changes)`);
  expect(faults).toEqual([
    'The seal of change 8 is not of this portal, or its key is no longer in the settings.',
  ]);
});
