import { readFile } from 'node:fs/promises';
import { loadFirstWorld } from './across/load-first-world.ts';
import { buildPlatform } from './app.ts';
import { replaceSettings } from './features/organisation/replace-settings.ts';
import { readConfig } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';

const usage = `Usage:
  npm run organisation -- show       prints the settings of the organisation as JSON
  npm run organisation -- set FILE   puts those of a file in their place; a portal that runs has them a second later`;

async function contentOf(file: string): Promise<{ content: unknown } | { sentence: string }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return { sentence: `The file ${file} cannot be read.` };
  }
  try {
    return { content: JSON.parse(text) };
  } catch (error) {
    return { sentence: `${file} is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Says what happened and returns the exit code: 0 done, 1 refused, 2 not understood. */
async function main([command, file, ...rest]: readonly string[]): Promise<number> {
  const isShow = command === 'show' && file === undefined;
  if (!isShow && (command !== 'set' || file === undefined || rest.length > 0)) {
    console.error(usage);
    return 2;
  }
  const read = readConfig(process.env);
  if (!read.ok) {
    console.error(read.sentences.join('\n'));
    return 2;
  }
  await migrate(read.config.databaseUrl);
  const platform = buildPlatform(read.config);
  const refuse = (sentences: readonly string[]): number => {
    console.error(sentences.join('\n'));
    return 1;
  };
  try {
    // It may come before the first start.
    const loaded = await loadFirstWorld(platform);
    if (!loaded.ok) return refuse(loaded.sentences);
    if (file === undefined) {
      const { themeHash: _hash, ...settings } = await platform.organisation();
      console.log(JSON.stringify(settings, null, 2));
      return 0;
    }
    const found = await contentOf(file);
    if ('sentence' in found) return refuse([found.sentence]);
    const replaced = await replaceSettings(platform, found.content);
    if (!replaced.ok) return refuse(replaced.sentences);
    console.log('The settings of the organisation are replaced.');
    return 0;
  } finally {
    await platform.db.destroy();
  }
}

process.exitCode = await main(process.argv.slice(2));
