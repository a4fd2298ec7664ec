import { organisationSettingsSchema } from '@clearcall/domain/model/organisation.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Puts other settings in place of the organisation's, for whoever runs the portal; pages and mails have them a second
 * later. Settings that do not fit change nothing, and each fault is named by its place.
 */
export async function replaceSettings(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  given: unknown,
): Promise<{ ok: true } | { ok: false; sentences: string[] }> {
  const read = organisationSettingsSchema.safeParse(given);
  if (!read.success) {
    const sentences = read.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join(' › ')}: ${message}`,
    );
    return { ok: false, sentences };
  }
  const settings = JSON.stringify(read.data);
  await db
    .insertInto('organisation')
    .values({ settings, updated_at: now() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings, updated_at: now() }))
    .execute();
  return { ok: true };
}
