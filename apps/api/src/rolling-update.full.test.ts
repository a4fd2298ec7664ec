import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import { endpoints } from '@clearcall/contract/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from './platform/db/migrate.ts';
import { routeCases } from './testing/route-cases.ts';
import { buildRouteWorld, type World } from './testing/route-world.ts';

let world: World & { close: () => Promise<void> };
let folder: string;
beforeAll(async () => {
  world = await buildRouteWorld();
  folder = await mkdtemp(join(tmpdir(), 'clearcall-rolling-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const contract: readonly Endpoint[] = endpoints;

/** Every operation once, as it must succeed: what it answered with, by name. */
async function walk(
  way: readonly Endpoint[],
  until: () => boolean = () => false,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const { method, path, access, ...endpoint } of way) {
    if (until()) break;
    const name = `${method} ${path}`;
    const row = routeCases[name];
    if (row === undefined) throw new Error(`no case for ${name}`);
    const { params = {}, query = '', by, ...sent } = await row.good(world);
    const filled = path.replace(/:(\w+)/g, (_all, key: string) => encodeURIComponent(String(params[key])));
    const open = access === 'public' || access === 'demo';
    const token = open ? undefined : (by ?? world[row.caller ?? 'owner'].token);
    const { status } = await world.test.call(method, filled + query, { token, ...sent });
    // Nobody makes the PDFs that are asked for here: 202 says where to ask again.
    const isElsewhere =
      (status === 302 && endpoint.kind === 'redirect') || (status === 202 && query === '?wait=0');
    statuses[name] = isElsewhere ? 200 : status;
  }
  return statuses;
}

it('every operation goes on, with its statements prepared, while a newer version expands the database', async () => {
  const { db, platform } = world.test;
  const all = Object.fromEntries(contract.map(({ method, path }) => [`${method} ${path}`, 200]));
  expect(await walk(contract)).toEqual(all);

  // The next version: one more column in every table, a new table that refers to an old one, an index.
  await cp(fileURLToPath(new URL('../migrations', import.meta.url)), folder, { recursive: true });
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'`.execute(db);
  const expansion = [
    '-- expand: what comes next',
    ...rows.map(({ name }) => `alter table ${name} add column comes_next text;`),
    'create table comes_next (application_id bigint not null references applications on delete cascade);',
    'create index comes_next_owner on applications (owner_id, status);',
  ];
  await writeFile(join(folder, '9999-comes-next.sql'), expansion.join('\n'));
  let isDone = false;
  const next = { folder: pathToFileURL(`${folder}/`) };
  const migrating = migrate(platform.config.databaseUrl, next).finally(() => {
    isDone = true;
  });
  const during = await walk(contract, () => isDone);
  expect(await migrating).toEqual(['9999-comes-next.sql']);
  expect(new Set(Object.values(during))).toEqual(new Set([200]));
  expect(await walk(contract)).toEqual(all);
  // And this version may start again beside it.
  expect(await migrate(platform.config.databaseUrl)).toEqual([]);
}, 60_000);
