import type { Platform } from '../../platform/platform.ts';
import { inForce } from './write-settings.ts';

/**
 * The settings of the organisation for whoever edits them: with those of a newer version, and exactly as they are
 * stored where they cannot be read.
 */
export async function showSettings({ db }: Pick<Platform, 'db'>): Promise<unknown> {
  const row = await db.selectFrom('organisation').select('settings').executeTakeFirst();
  return inForce(row?.settings ?? null);
}
