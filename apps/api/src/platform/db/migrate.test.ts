import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

let database: { url: string; drop: () => Promise<void> };
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('empty');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Tables and columns as schema.ts declares them, read from its text: types leave nothing at run time. */
async function declaredColumns(): Promise<string[]> {
  const text = await readFile(new URL('schema.ts', import.meta.url), 'utf8');
  const tables = new Map(
    [...text.matchAll(/interface (\w+Table) \{\n(.*?)\n\}/gs)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, column, type = '']) => ({ column, type })),
    ]),
  );
  const database = /export interface Database \{\n(.*?)\n\}/s.exec(text)?.[1] ?? '';
  return [...database.matchAll(/^ {2}(\w+): (\w+);$/gm)]
    .flatMap(([, table, type = '']) =>
      (tables.get(type) ?? []).map(
        ({ column, type }) =>
          `${table}.${column} ${/\bnull\b|MaybeInstant/.test(type) ? 'null' : 'not null'}`,
      ),
    )
    .sort();
}

it('brings an empty database to exactly what the code expects, once, and may be asked again', async () => {
  const applied = await migrate(database.url);
  expect(applied.length).toBeGreaterThan(0);
  expect(await migrate(database.url)).toEqual([]);

  const { rows } = await client.query<{ line: string }>(`
    select table_name || '.' || column_name || case is_nullable when 'YES' then ' null' else ' not null' end as line
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`);
  expect(rows.map((row) => row.line).sort()).toEqual(await declaredColumns());
});

it('is done by one where several start at once', async () => {
  const shared = await createTestDatabase('empty');
  const applied = await Promise.all([migrate(shared.url), migrate(shared.url), migrate(shared.url)]);
  await shared.drop();
  expect(applied.map((names) => names.length > 0).sort()).toEqual([false, false, true]);
});

it('refuses a database of a newer version', async () => {
  await client.query(`insert into migrations (name) values ('9999-later.sql')`);
  await expect(migrate(database.url)).rejects.toThrow(/newer version of the portal \(9999-later\.sql\)/);
});
