import { allWork } from './across/work.ts';
import { buildPlatform } from './app.ts';
import { whyNotInEarnest } from './features/demo/demonstration.ts';
import { whyBankDetailsStaySealed } from './features/users/reseal-bank-details.ts';
import { readConfig } from './platform/config.ts';
import { dieWithWord } from './platform/die-with-word.ts';
import { startWorker } from './platform/jobs/work.ts';

// The worker alone, beside API processes that were started elsewhere; the database must have been migrated by them.
const read = readConfig(process.env);
if (!read.ok) {
  for (const sentence of read.sentences) console.error(sentence);
  process.exit(1);
}
const platform = buildPlatform(read.config, undefined, 'worker');
dieWithWord(platform);
for (const why of [whyBankDetailsStaySealed, whyNotInEarnest]) {
  const sentence = await why(platform);
  if (sentence === null) continue;
  console.error(sentence);
  process.exit(1);
}
const worker = await startWorker(platform, allWork(platform));

async function stop(): Promise<void> {
  await worker.stop();
  await platform.db.destroy();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
process.send?.({ ready: true });
