import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  filesInFolder,
  type ImportCounts,
  importExport,
  type ReportLine,
} from './features/legacy/import/import-export.ts';
import { readExport } from './features/legacy/import/read-export.ts';
import { FilesUnavailable } from './platform/files/files.ts';
import { english } from './platform/translators.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run archive -- import FILE… [--files FOLDER] [--dry-run]
    takes proposals of an earlier portal from JSON or CSV into the archive, and says what was not understood.
    --files FOLDER   holds a folder for each proposal, named by its number; files/ beside FILE when absent
    --dry-run        reads and says everything, and changes nothing`;

interface Asked {
  paths: string[];
  folder: string | null;
  dryRun: boolean;
}

function asked(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { files: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
    const [command, ...paths] = positionals;
    if (command !== 'import' || paths.length === 0) return null;
    return { paths, folder: values.files ?? null, dryRun: values['dry-run'] };
  } catch {
    return null;
  }
}

const lineText = (path: string, { row, number, why }: ReportLine): string =>
  [`${path}, row ${row}`, number, english.translate(why)].filter((part) => part !== null).join(': ');

function sumText(
  { added, updated, unchanged, refused }: ImportCounts,
  notUnderstood: number,
  dryRun: boolean,
): string {
  const would = dryRun ? 'Nothing was changed; it would be: ' : '';
  return `${would}${added} added, ${updated} updated, ${unchanged} unchanged, ${refused} refused. ${notUnderstood} values were not understood${dryRun ? '.' : ' and are kept as they were.'}`;
}

/** Says what happened and returns the exit code: 0 done, 1 something was refused, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const command = asked(args);
  if (command === null) {
    console.error(usage);
    return 2;
  }
  const { paths, folder, dryRun } = command;
  return runCommand(async (platform) => {
    const refusals: string[] = [];
    const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, refused: 0 };
    let notUnderstood = 0;
    for (const path of paths) {
      const file = resolve(path);
      if (
        !(await access(file).then(
          () => true,
          () => false,
        ))
      ) {
        refusals.push(`The file ${path} cannot be read.`);
        continue;
      }
      const how = { findFiles: filesInFolder(resolve(folder ?? join(dirname(file), 'files'))), dryRun };
      try {
        const some = await importExport(platform, readExport(file), how, (line) => {
          if (line.refused) refusals.push(lineText(path, line));
          else console.log(lineText(path, line));
          if (!line.refused && line.field !== null) notUnderstood += 1;
        });
        for (const outcome of Object.keys(counts) as (keyof ImportCounts)[]) counts[outcome] += some[outcome];
      } catch (error) {
        if (!(error instanceof FilesUnavailable)) throw error;
        refusals.push(`${error.message}. What was imported until here stays; run the command again.`);
        break;
      }
    }
    console.log(sumText(counts, notUnderstood, dryRun));
    if (!(await platform.organisation()).theme.legacy)
      console.log(
        'The pages of the archive are not shown: set "legacy": true in the theme of the organisation.',
      );
    return refusals;
  });
}

process.exitCode = await main(process.argv.slice(2));
