import { replaceSettings } from './features/organisation/replace-settings.ts';
import { showSettings } from './features/organisation/show-settings.ts';
import { readUtf8 } from './platform/files/read-utf8.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run organisation -- show       prints the settings of the organisation as JSON
  npm run organisation -- set FILE   puts those of a file in their place; a portal that runs has them a second later`;

async function contentOf(file: string): Promise<{ content: unknown } | { sentence: string }> {
  const found = await readUtf8(file);
  if (!found.ok) return found;
  try {
    return { content: JSON.parse(found.text) };
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
  return runCommand(async (platform) => {
    if (file === undefined) {
      console.log(JSON.stringify(await showSettings(platform), null, 2));
      return [];
    }
    const found = await contentOf(file);
    if ('sentence' in found) return [found.sentence];
    const replaced = await replaceSettings(platform, found.content);
    if (!replaced.ok) return replaced.sentences;
    console.log('The settings of the organisation are replaced.');
    return [];
  });
}

process.exitCode = await main(process.argv.slice(2));
