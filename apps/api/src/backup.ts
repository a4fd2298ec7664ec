import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { makeBackup } from './across/backup/make-backup.ts';
import { Stopped } from './across/backup/manifest.ts';
import { megabytes } from './across/backup/parts.ts';
import { stopOnSignal } from './across/backup/stop-on-signal.ts';
import { buildPlatform } from './app.ts';
import { readConfig } from './platform/config.ts';
import { asOperator } from './platform/platform.ts';

const usage = `Usage:
  npm run backup -- TO   copies database, files and key of this portal into the new folder TO; the portal may be at work`;

/** Says what happened and returns the exit code: 0 done, 1 not done or with a fault, 2 not understood. */
async function main([to, ...rest]: readonly string[]): Promise<number> {
  // The launcher says so where it brings the database: then the key lies beside it, and has to go along.
  const withKey = rest.at(0) === '--with-key' && rest.length === 1;
  if (to === undefined || to.startsWith('-') || (rest.length > 0 && !withKey)) {
    console.error(usage);
    return 2;
  }
  const read = readConfig(process.env);
  if (!read.ok) {
    console.error(read.sentences.join('\n'));
    return 2;
  }
  const { config } = read;
  const platform = asOperator(buildPlatform(config));
  const file = 'file' in config.dataKey ? config.dataKey.file : null;
  const keyFile = withKey && file !== null && existsSync(file) ? file : null;
  const signal = stopOnSignal();
  try {
    await platform.clock.set();
    const report = (line: string) => console.log(line);
    const folder = resolve(to);
    const made = await makeBackup(platform, folder, { version: manifest.version, keyFile, report, signal });
    const { files, missingFiles } = made.manifest;
    console.log(`The backup is complete: ${folder} (${megabytes(made.sizeBytes)}, ${files.count} files).`);
    console.log(
      keyFile === null
        ? 'The key that opens bank details (DATA_KEY) is not in it: keep a copy of it elsewhere.'
        : 'It holds the key that opens bank details (data.key): keep it where nobody else can read it.',
    );
    const gone = missingFiles.length - made.faulty.length;
    if (gone > 0) console.log(`Files that were deleted while it was made, and are not in it: ${gone}.`);
    if (made.faulty.length === 0) return 0;
    console.error(
      `The portal itself has lost or changed ${made.faulty.length} of its files: they are missing in its storage, or are not as they were uploaded:\n${made.faulty.join('\n')}`,
    );
    return 1;
  } catch (error) {
    if (signal.aborted) console.error('The backup was cut off. Nothing of it is left.');
    else if (error instanceof Stopped) console.error(error.message);
    else
      console.error(
        `The backup could not be made: ${error instanceof Error ? error.message : String(error)}`,
      );
    return 1;
  } finally {
    await platform.databases.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
