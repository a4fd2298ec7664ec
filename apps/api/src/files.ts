import { compareFiles, sentencesOf } from './across/compare-files.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run files -- compare   holds the stored files against the rows that name them, and says what is missing`;

/** Says what happened and returns the exit code: 0 done, 1 something is missing, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  if (args.join(' ') !== 'compare') {
    console.error(usage);
    return 2;
  }
  return runCommand(async (platform) => {
    const compared = await compareFiles(platform);
    const sentences = sentencesOf(compared);
    if (compared.missingInAll > 0 || !compared.ours) return sentences;
    console.log([`${compared.files} files are there; every row has its file.`, ...sentences].join('\n'));
    return [];
  });
}

process.exitCode = await main(process.argv.slice(2));
