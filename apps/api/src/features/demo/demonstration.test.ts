import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate, migrationNames } from '../../platform/db/migrate.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const mark = '0020-demonstration.sql';

const someone = `insert into organisation (settings) values ('{}');
  insert into users (email, first_name, last_name, role, status, password_hash)
  values ('super-admin@example.org', 'A', 'B', 'super_admin', 'active', 'x');
  insert into calls (code, year, number, title, uid_pattern) values ('REG', 2026, 1, 'Regular', 'x');
  insert into flow_versions (call_id, version, document) select id, 1, '{}' from calls;`;
const application = (id: number) => `insert into applications
  (id, uid, call_id, flow_version_id, owner_id, created_at, updated_at) overriding system value
  select ${id}, 'x', c.id, f.id, u.id, now(), now() from calls c, flow_versions f, users u`;

it('is found in a database that an earlier version loaded it into, and in no other', async () => {
  const database = await createTestDatabase('empty');
  const client = new pg.Client({ connectionString: database.url });
  try {
    await migrate(database.url, { only: (await migrationNames()).filter((name) => name < mark) });
    await client.connect();
    const migration = await readFile(new URL(`../../../migrations/${mark}`, import.meta.url), 'utf8');
    const isMarked = async (applicationId: number) => {
      await client.query(`begin; ${someone} ${application(applicationId)}; ${migration}`);
      const { rows } = await client.query('select demonstration from organisation');
      await client.query('rollback');
      return rows;
    };
    expect(await isMarked(23_751)).toEqual([{ demonstration: true }]);
    // A portal with people at such addresses, as tests have them.
    expect(await isMarked(1)).toEqual([{ demonstration: false }]);
  } finally {
    await client.end();
    await database.drop();
  }
});
