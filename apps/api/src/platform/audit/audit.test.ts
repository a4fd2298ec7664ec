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
  // Another one, whose id can replace it.
  await app.login({ role: 'admin' });
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

/** Returns the faults found after `tamper`, which is rolled back. */
async function faultsAfter(tamper: (tx: Db) => Promise<unknown>): Promise<string[]> {
  let faults: string[] = [];
  const tampered = app.db.transaction().execute(async (tx) => {
    await sql`alter table configuration_changes disable trigger configuration_changes_stay`.execute(tx);
    await tamper(tx as Db);
    faults = (await verifyChanges({ db: tx as Db, vault: app.platform.vault })).faults;
    throw new Error('looked');
  });
  await expect(tampered).rejects.toThrow('looked');
  return faults;
}

it('finds every single character that was changed in any column of a row', async () => {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, udt_name as type from information_schema.columns
    where table_name = 'configuration_changes'`.execute(app.db);
  for (const { name, type } of columns) {
    const { rows } = await sql<{ text: string }>`
      select ${sql.ref(name)}::text as text from configuration_changes where id = 3`.execute(app.db);
    const text = rows[0]?.text ?? '';
    let stored = 0;
    for (let at = 0; at < text.length; at += 1) {
      // Of administrators, the second one exists.
      const other = name === 'actor_id' || text[at] === '9' ? '2' : '9';
      const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
      const faults = await faultsAfter((tx) =>
        sql`update configuration_changes set ${sql.ref(name)} = ${changed}::text::${sql.raw(type)} where id = 3`.execute(
          tx,
        ),
      ).catch(() => null);
      // The database accepts no other letter in the frame of a date, a number or JSON.
      if (faults === null) continue;
      stored += 1;
      expect([name, changed, faults.length]).not.toEqual([name, changed, 0]);
    }
    expect([name, stored > 0]).toEqual([name, true]);
  }
});

it('finds a value that was taken away, and a row that is gone', async () => {
  for (const column of ['actor_id', 'before', 'after', 'reason', 'previous_hash'])
    expect(
      await faultsAfter((tx) =>
        sql`update configuration_changes set ${sql.ref(column)} = null where id = 3`.execute(tx),
      ),
    ).not.toEqual([]);
  expect(await faultsAfter((tx) => sql`delete from configuration_changes where id = 4`.execute(tx))).toEqual([
    'Change 4 is missing.',
    'Change 5 does not follow the change before it.',
  ]);
});

it('finds a chain that was made anew without the key of the portal', async () => {
  const faults = await faultsAfter((tx) =>
    sql`update configuration_changes c set reason = 'Forged', hash = sha256(convert_to(
      coalesce(encode(previous_hash, 'hex'), '') || e'\\n' || hashed_text(jsonb_populate_record(c, '{"reason": "Forged"}')), 'utf8'))
    where id = (select max(id) from configuration_changes)`.execute(tx),
  );
  expect(faults).toEqual([
    'The seal of change 8 is not of this portal, or its key is no longer in the settings.',
  ]);
});
