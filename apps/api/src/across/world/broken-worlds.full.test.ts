import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Databases, openDatabase } from '../../platform/db/pool.ts';
import { localFiles } from '../../platform/files/local-files.ts';
import { createLog } from '../../platform/log.ts';
import { openVault } from '../../platform/vault.ts';
import { type Json, richWorld } from '../../testing/small-world.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { loadWorld } from './load.ts';
import { planWorld } from './plan-world.ts';

const now = new Date('2026-11-21T12:00:00Z');

let folder: string;
let databases: Databases;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'clearcall-broken-'));
  databases = openDatabase(database.url, createLog('silent'));
  close = async () => {
    await databases.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());

/** Each place of a world below its top, as the path that leads there. */
function* placesIn(value: Json, above: readonly (string | number)[] = []): Generator<(string | number)[]> {
  if (above.length > 0) yield [...above];
  if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* placesIn(item, [...above, at]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* placesIn(item, [...above, key]);
}

/** The world with something else at one place; undefined takes it out, `twice` gives an entry of a list again. */
function broken(path: readonly (string | number)[], by: { value: Json | undefined } | 'twice'): Json {
  const world = richWorld();
  const steps = [...path];
  const last = steps.pop() ?? '';
  // biome-ignore lint/suspicious/noExplicitAny: a path through JSON.
  let at: any = world;
  for (const step of steps) at = at[step];
  if (by === 'twice') at.splice(Number(last), 0, JSON.parse(JSON.stringify(at[last])));
  else if (by.value === undefined && Array.isArray(at)) at.splice(Number(last), 1);
  else if (by.value === undefined) delete at[last];
  else at[last] = by.value;
  return world;
}

const wrong: (Json | undefined)[] = [
  undefined,
  null,
  -1,
  3_000_000_000,
  '',
  'nobody',
  'nul\u0000',
  'now+99999',
  {},
];

function everyBreak(): [string, Json][] {
  return [...placesIn(richWorld())].flatMap((path): [string, Json][] => {
    const place = path.join(' › ');
    const changed = wrong.map((value): [string, Json] => [
      `${place}: ${JSON.stringify(value)?.slice(0, 20) ?? 'gone'}`,
      broken(path, { value }),
    ]);
    return typeof path.at(-1) === 'number'
      ? [...changed, [`${place}: twice`, broken(path, 'twice')]]
      : changed;
  });
}

const report = (sentences: readonly string[]) =>
  sentences.length > 0 && sentences.every((sentence) => sentence.length > 10 && !sentence.includes('\n'));

async function loadAndForget(world: unknown) {
  const { db } = databases;
  const loaded = await loadWorld(
    { db, files: localFiles(join(folder, 'files')), vault: openVault({ file: join(folder, 'data.key') }) },
    world,
    now,
  );
  if (loaded.ok)
    await sql`truncate organisation, users, calls, centres, partitions, option_groups, legacy_records, events cascade`.execute(
      db,
    );
  return loaded;
}

it('answers every break of a world with a sentence, and loads nothing of it', async () => {
  const thrown: string[] = [];
  const breaks = everyBreak();
  expect(breaks.length).toBeGreaterThan(1_500);
  for (const [what, world] of breaks) {
    try {
      const planned = await planWorld(world, now);
      if (!planned.ok) {
        if (!report(planned.sentences)) thrown.push(`${what} is told as ${planned.sentences.join(' | ')}`);
        continue;
      }
      const loaded = await loadAndForget(world);
      if (loaded.ok) continue;
      if (!report(loaded.sentences)) thrown.push(`${what} is told as ${loaded.sentences.join(' | ')}`);
      const left = await databases.db.selectFrom('users').select('id').execute();
      if (left.length > 0) thrown.push(`${what} left ${left.length} users behind`);
    } catch (error) {
      thrown.push(`${what} throws ${String(error)}`);
    }
  }
  expect(thrown).toEqual([]);
});
