import { fileURLToPath } from 'node:url';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import { provideStandardLists } from '../features/options/provide-standard-lists.ts';
import type { Platform } from '../platform/platform.ts';

const demoWorld = fileURLToPath(new URL('../../demo/world.json', import.meta.url));

type Ready = { ok: true } | { ok: false; sentences: readonly string[] };

/**
 * On the first start: the world of the demonstration where that is on, otherwise an organisation without a name, so
 * that there is something to rename. A database that has an organisation is left as it is. The standard lists are there
 * after every start.
 */
export async function loadFirstWorld(platform: Platform): Promise<Ready> {
  const ready = await provideOrganisation(platform);
  if (ready.ok) await provideStandardLists(platform.db);
  return ready;
}

async function provideOrganisation(platform: Platform): Promise<Ready> {
  const { db, config, now } = platform;
  const there = await db.selectFrom('organisation').select('id').executeTakeFirst();
  if (there !== undefined) return { ok: true };
  if (config.demo) {
    // Once in the life of a database: no other start pays for reading the loader.
    const { loadWorldFile } = await import('./world/load.ts');
    const loaded = await loadWorldFile({ ...platform, demo: true }, demoWorld, now());
    // The mailbox of a demonstration begins with the warning about its oldest draft, not the next morning.
    if (loaded.ok) await sql`select graphile_worker.add_job('expire_drafts')`.execute(db);
    return loaded;
  }
  await db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation), updated_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { ok: true };
}
