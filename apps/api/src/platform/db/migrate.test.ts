import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTableTypes } from '../../testing/table-types.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { migrate, whyNotMigrated } from './migrate.ts';

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

it('brings an empty database to exactly what the code expects, once, and may be asked again', async () => {
  const applied = await migrate(database.url);
  expect(applied.length).toBeGreaterThan(0);
  expect(await migrate(database.url)).toEqual([]);

  // `npm run schema` writes it.
  await expect(await writeTableTypes(client)).toMatchFileSnapshot('tables.ts');
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

it('tells whoever does not migrate what is missing', async () => {
  const empty = await createTestDatabase('empty');
  expect(await whyNotMigrated(empty.url)).toMatch(/0001-organisation\.sql is missing/);
  await migrate(empty.url);
  expect(await whyNotMigrated(empty.url)).toBe(null);
  const newer = new pg.Client({ connectionString: empty.url });
  await newer.connect();
  await newer.query(`insert into migrations (name, expands) values ('9998-more.sql', true)`);
  expect(await whyNotMigrated(empty.url)).toBe(null);
  await newer.query(`insert into migrations (name) values ('9999-less.sql')`);
  expect(await whyNotMigrated(empty.url)).toMatch(/newer version of the portal \(9999-less\.sql\)/);
  await newer.end();
  await empty.drop();
});

describe('versions side by side', () => {
  /** Versions of the portal, each with more migrations than the one before. */
  async function versions(...files: Record<string, string>[]) {
    const place = await createTestDatabase('empty');
    const root = await mkdtemp(join(tmpdir(), 'clearcall-migrations-'));
    const reader = new pg.Client({ connectionString: place.url });
    await reader.connect();
    const folders: URL[] = [];
    for (const [index, added] of files.entries()) {
      const folder = join(root, `version-${index}`);
      await mkdir(folder);
      if (index > 0) await cp(join(root, `version-${index - 1}`), folder, { recursive: true });
      for (const [name, text] of Object.entries(added)) await writeFile(join(folder, name), text);
      folders.push(pathToFileURL(`${folder}/`));
    }
    return {
      url: place.url,
      reader,
      start: (version: number, timeouts = { lockMs: 100, tries: 40, maxPauseMs: 50 }) => {
        const folder = folders[version];
        if (folder === undefined) throw new Error('no such version');
        return migrate(place.url, { folder, timeouts });
      },
      close: async () => {
        await reader.end();
        await place.drop();
        await rm(root, { recursive: true });
      },
    };
  }
  const first = { '0001-a.sql': 'create table a (id int primary key); insert into a values (1);' };

  it('an older one takes a database that a newer one only expanded, and no other', async () => {
    const place = await versions(
      first,
      { '0002-b.sql': '-- expand: for what comes\nalter table a add column b text;' },
      { '0003-c.sql': '-- Nobody reads it any more.\nalter table a drop column id;' },
    );
    expect(await place.start(1)).toEqual(['0001-a.sql', '0002-b.sql']);
    expect(await place.start(0)).toEqual([]);
    await place.start(2);
    for (const version of [0, 1]) await expect(place.start(version)).rejects.toThrow(/\(0003-c\.sql\)/);
    await place.close();
  });

  it('takes a database of the first versions, which did not mark what expands', async () => {
    const place = await versions(first, { '0002-b.sql': '-- expand\nalter table a add column b text;' });
    await place.reader.query(
      'create table migrations (name text primary key, applied_at timestamptz default now())',
    );
    await place.reader.query(`create table a (id int); insert into migrations (name) values ('0001-a.sql')`);
    expect(await place.start(1)).toEqual(['0002-b.sql']);
    expect(await place.start(0)).toEqual([]);
    await place.close();
  });

  it('a migration that waits for a lock holds up nobody behind it, and comes through in the end', async () => {
    const place = await versions(first, { '0002-b.sql': 'alter table a add column b text;' });
    await place.start(0);
    await place.reader.query('begin; select from a');
    const migrating = place.start(1);
    const visitor = new pg.Client({ connectionString: place.url });
    await visitor.connect();
    const waits: number[] = [];
    for (let look = 0; look < 30; look += 1) {
      const beganAt = performance.now();
      await visitor.query('select from a');
      waits.push(performance.now() - beganAt);
      await setTimeout(20);
    }
    expect(Math.max(...waits)).toBeLessThan(5_000);
    await place.reader.query('rollback');
    expect(await migrating).toEqual(['0002-b.sql']);
    await visitor.end();
    await place.close();
  });

  it('a migration that gets in the way of somebody who is in its way comes through as soon as they are done', async () => {
    const both = { '0001-a.sql': 'create table a (); create table b ();' };
    const place = await versions(both, {
      '0002-b.sql': 'alter table a add column c text; alter table b add column c text;',
    });
    await place.start(0);
    const { reader } = place;
    await reader.query('begin; lock table b in share mode');
    const migrating = place.start(1, { lockMs: 5_000, tries: 3, maxPauseMs: 10 });
    const waiting = `select from pg_locks where relation = 'b'::regclass and not granted`;
    while ((await reader.query(waiting)).rowCount === 0) await setTimeout(20);
    // Each waits for the other now. The database ends the one that notices first: as a rule the migration, which waits longer.
    const ended = await reader.query('select from a').then(
      () => null,
      (error) => error.code,
    );
    expect([null, '40P01']).toContain(ended);
    await reader.query('commit');
    expect(await migrating).toEqual(['0002-b.sql']);
    await place.close();
  });

  it('gives up with a sentence when it never gets its turn, and keeps nothing of it', async () => {
    const place = await versions(first, {
      '0002-b.sql': 'create table b (); alter table a add column b text;',
    });
    await place.start(0);
    await place.reader.query('begin; select from a');
    const refused = place.start(1, { lockMs: 50, tries: 3, maxPauseMs: 10 });
    await expect(refused).rejects.toThrow(/0002-b\.sql got no turn.*pg_stat_activity/);
    await place.reader.query('rollback');
    expect((await place.reader.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }]);
    expect(await place.start(1)).toEqual(['0002-b.sql']);
    await place.close();
  });

  it('marks as expanding only what takes nothing away', async () => {
    const folder = new URL('../../../migrations/', import.meta.url);
    const files = await Promise.all(
      (await readdir(folder))
        .filter((name) => name.endsWith('.sql'))
        .map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
    );
    const plain = new Set(
      files.flatMap(({ text }) => [...text.matchAll(/^ *create index (\w+)/gm)].map(([, index]) => index)),
    );
    for (const { name, text } of files) {
      if (!/^-- expand\b/.test(text)) continue;
      const statements = text
        .replace(/--.*$/gm, '')
        .toLowerCase()
        // No program names an index or statistics; a unique index is a rule.
        .replace(/drop index (?:if exists )?(\w+);/g, (drop, index) => (plain.has(index) ? '' : drop))
        .replace(/drop statistics \w+;/g, '');
      expect([
        name,
        // A column that is called type may be read.
        /\b(drop|rename|truncate|(?<!on |or |after )delete|set not null|alter column(?! \w+ set \()|(?<!\.)type)\b/.exec(
          statements,
        ),
      ]).toEqual([name, null]);
      // A column that an older version does not write has a default, is computed, or may be empty.
      for (const [column] of statements.matchAll(/add column[^,;]*/g))
        expect([name, column, !/not null/.test(column) || /default|generated/.test(column)]).toEqual([
          name,
          column,
          true,
        ]);
    }
  });
});
