import { allWork } from './across/work.ts';
import { buildPlatform } from './app.ts';
import { whyOtherMode } from './features/demo/demonstration.ts';
import { whyBankDetailsStaySealed } from './features/users/profile/reseal-bank-details.ts';
import { emailsGoTo, readConfig, whyNoEmails } from './platform/config.ts';
import { whyNotMigrated } from './platform/db/migrate.ts';
import { startWorker } from './platform/jobs/work.ts';
import { logUncaughtErrors } from './platform/log-uncaught-errors.ts';
import { inBackground } from './platform/platform.ts';
import { whySettingsCannotBeRead } from './platform/settings.ts';

// The worker alone, beside API processes that were started elsewhere; they bring the database to its form.
function refuseToStart(sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

const read = readConfig(process.env);
if (!read.ok) refuseToStart(read.sentences);
const noEmails = whyNoEmails(read.config);
if (noEmails !== null) refuseToStart([noEmails]);
const platform = inBackground(buildPlatform(read.config, undefined, { part: 'worker' }));
logUncaughtErrors(platform);
if (emailsGoTo(read.config) === 'nowhere') platform.log.warn('emails wait: EMAILS is off');
const unready = await whyNotMigrated(read.config.databaseUrl).catch(
  (error: unknown) =>
    `The database cannot be used: ${error instanceof Error ? error.message : String(error)}`,
);
if (unready !== null) refuseToStart([unready]);
await platform.clock.set();
platform.clock.follow();
for (const why of [whyBankDetailsStaySealed, whyOtherMode]) {
  const sentence = await why(platform);
  if (sentence !== null) refuseToStart([sentence]);
}
const unreadable = await whySettingsCannotBeRead(platform);
if (unreadable !== null) refuseToStart(unreadable);
const files = await platform.files.check();
if (!files.ok && !files.passes) refuseToStart([files.sentence]);
if (!files.ok) console.error(files.sentence);
const worker = await startWorker(platform, allWork(platform));

async function stop(): Promise<void> {
  await worker.stop();
  await platform.databases.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
process.send?.({ ready: true });
