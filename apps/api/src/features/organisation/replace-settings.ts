import type { Platform } from '../../platform/platform.ts';
import { holdSettings, writeSettings } from './write-settings.ts';

/**
 * Puts other settings in place of the organisation's, for whoever runs the portal; pages and mails have them a second
 * later. Settings that do not fit change nothing, and each fault is named by its place. What a newer version of the
 * portal has stored beside them stays.
 */
export async function replaceSettings(
  platform: Pick<Platform, 'db' | 'now' | 'vault'>,
  given: unknown,
): Promise<{ ok: true } | { ok: false; sentences: string[] }> {
  return platform.db.transaction().execute(async (tx) => {
    const stored = await holdSettings(tx);
    const written = await writeSettings(tx, platform, { stored, given, actorId: null });
    if (written.ok) return written;
    return {
      ok: false,
      sentences: written.faults.map(({ at, why }) => (at === '' ? why : `${at}: ${why}`)),
    };
  });
}
