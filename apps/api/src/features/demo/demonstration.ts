import type { Platform } from '../../platform/platform.ts';

/** The password of all accounts of the demonstration: it is printed at the start, and stands in the README. */
export const publishedPassword = 'Demo-portal-2026!';

/**
 * A sentence for the operator when this is the database of the demonstration and the settings say that it is not to be
 * shown as one; else null. Beyond this machine the settings themselves refuse it (DEMO_PUBLIC).
 */
export async function whyNotProduction({
  db,
  config,
}: Pick<Platform, 'db' | 'config'>): Promise<string | null> {
  if (config.demo) return null;
  const found = await db.selectFrom('organisation').select('demonstration').executeTakeFirst();
  return found?.demonstration === true
    ? 'This database holds the demonstration: everybody can read the passwords of its accounts, administrators among ' +
        'them. Set DEMO=on to show it. For a portal of your own begin with an empty database: set DATA_DIR to another ' +
        'folder, or DATABASE_URL to another database.'
    : null;
}
