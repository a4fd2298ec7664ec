import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { readSettings } from '@clearcall/domain/organisation/read-settings.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * The settings of the organisation for whoever edits them: with those of a newer version, and exactly as they are
 * stored where they cannot be read.
 */
export async function showSettings({ db }: Pick<Platform, 'db'>): Promise<unknown> {
  const row = await db.selectFrom('organisation').select('settings').executeTakeFirst();
  if (row === undefined) return defaultOrganisation;
  const read = readSettings(row.settings);
  return read.ok ? read.whole : row.settings;
}
