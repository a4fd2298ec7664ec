import type { Platform } from '../../platform/platform.ts';

/** The password of all accounts of the demonstration: it is printed at the start, and stands in the README. */
export const publishedPassword = 'Demo-portal-2026!';

const ownPlace = 'set DATA_DIR to another folder, or DATABASE_URL to another database.';

export const notADemonstration =
  'This database was not begun as a demonstration: with DEMO=on everybody could read its emails, and with the links ' +
  `in them take over its accounts. Set DEMO=off. For a demonstration, ${ownPlace}`;

const isADemonstration =
  'This database holds the demonstration: everybody can read the passwords of its accounts, administrators among ' +
  `them. Set DEMO=on to show it. For a portal of your own begin with an empty database: ${ownPlace}`;

/**
 * Returns a sentence for the operator if DEMO contradicts what the database was begun as; null if not. The mark is set
 * once, with the first row, and goes with every backup. Beyond this machine the settings themselves refuse a
 * demonstration (DEMO_PUBLIC).
 */
export async function whyOtherMode({
  db,
  config: { demo },
}: Pick<Platform, 'db' | 'config'>): Promise<string | null> {
  const begun = await db.selectFrom('organisation').select('demonstration').executeTakeFirst();
  if (begun === undefined)
    return demo ? 'No portal was started on this database yet. Start one first.' : null;
  if (begun.demonstration === demo) return null;
  return demo ? notADemonstration : isADemonstration;
}
