import { loadFirstWorld } from './across/load-first-world.ts';
import { buildPlatform } from './app.ts';
import { whyOtherMode } from './features/demo/demonstration.ts';
import { readConfig } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';
import { FilesUnavailable } from './platform/files/files.ts';
import { asOperator, type Platform } from './platform/platform.ts';
import { UnreadableSettings } from './platform/settings.ts';

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
  const platform = asOperator(buildPlatform(read.config));
  try {
    await platform.clock.set();
    const sentences = firstWorld ? await refusals(platform) : [];
    if (sentences.length === 0) sentences.push(...(await work(platform).catch(sentencesOf)));
    if (sentences.length === 0) return 0;
    console.error(sentences.join('\n'));
    return 1;
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    console.error(`Nothing was changed: ${error.message}.`);
    return 1;
  } finally {
    await platform.databases.close();
  }
}

/** A command that needs settings which cannot be read is refused with what is wrong with them. */
function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof UnreadableSettings) return error.sentences;
  throw error;
}

async function refusals(platform: Platform): Promise<string[]> {
  const loaded = await loadFirstWorld(platform);
  if (!loaded.ok) return [...loaded.sentences];
  const otherMode = await whyOtherMode(platform);
  return otherMode === null ? [] : [otherMode];
}
