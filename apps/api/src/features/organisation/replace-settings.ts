import { decideSettings } from '@clearcall/domain/organisation/read-settings.ts';
import { checkOverrides, type Overrides } from '@clearcall/i18n/overrides.ts';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

/**
 * Puts other settings in place of the organisation's, for whoever runs the portal; pages and mails have them a second
 * later. Settings that do not fit change nothing, and each fault is named by its place. What a newer version of the
 * portal has stored beside them stays.
 */
export async function replaceSettings(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  given: unknown,
): Promise<{ ok: true } | { ok: false; sentences: string[] }> {
  return db.transaction().execute(async (tx) => {
    // Not the row: there may be none yet.
    await sql`lock table organisation in share row exclusive mode`.execute(tx);
    const row = await tx.selectFrom('organisation').select('settings').executeTakeFirst();
    const decided = decideSettings(row?.settings ?? null, given);
    if (!decided.ok) {
      return {
        ok: false,
        sentences: decided.faults.map(({ at, why }) => (at === '' ? why : `${at}: ${why}`)),
      };
    }
    const misworded = await checkOverrides((decided.settings.words ?? {}) as Overrides);
    if (misworded.length > 0)
      return { ok: false, sentences: misworded.map(({ at, why }) => `words › ${at}: ${why}`) };
    const settings = JSON.stringify(decided.settings);
    await tx
      .insertInto('organisation')
      .values({ settings, updated_at: now() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings, updated_at: now() }))
      .execute();
    return { ok: true };
  });
}
