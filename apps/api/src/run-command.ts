import { loadFirstWorld } from './across/load-first-world.ts';
import { buildPlatform } from './app.ts';
import { readConfig } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';
import { FilesAway } from './platform/files/files.ts';
import type { Platform } from './platform/platform.ts';

/**
 * Does what an operator's command asks for, on the portal's own database, which may not have been started yet. `work`
 * gives the sentences of a refusal, none when it is done. The exit code: 0 done, 1 refused, 2 the settings are wrong.
 */
export async function runCommand(
  work: (platform: Platform) => Promise<readonly string[]>,
  { firstWorld = true } = {},
): Promise<number> {
  const read = readConfig(process.env);
  if (!read.ok) {
    console.error(read.sentences.join('\n'));
    return 2;
  }
  await migrate(read.config.databaseUrl);
  const platform = buildPlatform(read.config);
  try {
    const loaded = firstWorld ? await loadFirstWorld(platform) : ({ ok: true } as const);
    const sentences = loaded.ok ? await work(platform) : loaded.sentences;
    if (sentences.length === 0) return 0;
    console.error(sentences.join('\n'));
    return 1;
  } catch (error) {
    if (!(error instanceof FilesAway)) throw error;
    console.error(`Nothing was changed: ${error.message}.`);
    return 1;
  } finally {
    await platform.db.destroy();
  }
}
