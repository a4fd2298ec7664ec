import { join, resolve } from 'node:path';
import { Stopped } from './across/backup/manifest.ts';
import { restoreBackup } from './across/backup/restore-backup.ts';
import { stopOnSignal } from './across/backup/stop-on-signal.ts';
import { buildPlatform } from './app.ts';
import { whyBankDetailsStaySealed } from './features/users/profile/reseal-bank-details.ts';
import { readConfig } from './platform/config.ts';
import { asOperator } from './platform/platform.ts';

const usage = `Usage:
  npm run restore -- FROM   makes a portal of the backup FROM, where there is none yet (DATA_DIR, DATABASE_URL)`;

/** Says what happened and returns the exit code: 0 done, 1 not done, 2 not understood. */
async function main([from, ...rest]: readonly string[]): Promise<number> {
  // The launcher says so where it brings the database: then the key lies beside it.
  const withKey = rest.at(0) === '--with-key' && rest.length === 1;
  if (from === undefined || from.startsWith('-') || (rest.length > 0 && !withKey)) {
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
  const signal = stopOnSignal();
  try {
    const { madeAt, portal, files, missingFiles } = await restoreBackup(
      resolve(from),
      {
        db: platform.db,
        databaseUrl: config.databaseUrl,
        filesFolder: join(config.dataDir, 'files'),
        keyFile: withKey ? join(config.dataDir, 'data.key') : null,
      },
      { report: (line) => console.log(line), signal },
    );
    console.log(`The portal of ${madeAt} (version ${portal}) is restored, with ${files.count} files.`);
    if (missingFiles.length > 0) console.log(`Files that the backup did not have: ${missingFiles.length}.`);
    if (config.s3 !== null) {
      console.log(
        `They lie in ${join(config.dataDir, 'files')}. Copy those that the bucket of S3_URL lacks into it, under the same names; npm run files -- compare says which, once the portal has started.`,
      );
    }
    // Both are said: the default follows from where the database is, not from what it holds.
    const begun = await platform.db.selectFrom('organisation').select('demonstration').executeTakeFirst();
    console.log(`Start it with: DEMO=${begun?.demonstration === true ? 'on' : 'off'} npm start`);
    const sealed = await whyBankDetailsStaySealed(platform);
    if (sealed !== null) console.error(sealed);
    return 0;
  } catch (error) {
    if (signal.aborted) console.error('The restore was cut off. Start it again.');
    else if (error instanceof Stopped) console.error(error.message);
    else
      console.error(
        `The backup could not be restored: ${error instanceof Error ? error.message : String(error)}`,
      );
    return 1;
  } finally {
    await platform.databases.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
