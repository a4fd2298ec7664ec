import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { senderOfNobody } from '@clearcall/domain/organisation/default-organisation.ts';
import type { FastifyInstance } from 'fastify';
import { loadFirstWorld } from './across/load-first-world.ts';
import { allWork } from './across/work.ts';
import { buildApp, buildPlatform } from './app.ts';
import { checksOf } from './features/applications/documents/checks.ts';
import { warmFlows } from './features/applications/warm-flows.ts';
import { publishedPassword, whyOtherMode } from './features/demo/demonstration.ts';
import { listDemoAccounts } from './features/demo/list-demo-accounts.ts';
import { whyBankDetailsStaySealed } from './features/users/profile/reseal-bank-details.ts';
import { awaitedEnvironment } from './platform/awaited-database.ts';
import { emailsGoTo, readConfig, whyNoEmails } from './platform/config.ts';
import { migrate } from './platform/db/migrate.ts';
import { FilesUnavailable } from './platform/files/files.ts';
import { startWorker } from './platform/jobs/work.ts';
import { logUncaughtErrors } from './platform/log-uncaught-errors.ts';
import { asOperator, inBackground, workflowNow } from './platform/platform.ts';
import { whySettingsCannotBeRead } from './platform/settings.ts';

/** How long requests that are under way have to end; then their connections are cut, uploads in the middle of a file. */
const graceMs = 1_500;
/** With the database behind it, everything has ended within three seconds: nobody waits longer for a Ctrl-C. */
const stopLimitMs = 2_300;

/** Ends with a sentence: what is wrong is the operator's to mend, a stack of calls would only hide it. */
function refuseToStart(sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Another program already listens on port ${port} of ${host}. Stop it, or set PORT to another number.`;
  }
  if (code === 'EACCES')
    return `This account may not listen on port ${port}. Set PORT to a number above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is '${host}', which this machine does not have.`;
  throw error;
}

const read = readConfig(await awaitedEnvironment());
if (!read.ok) refuseToStart(read.sentences);
// Of several processes on one port (cluster.ts) the first works on jobs and says where the portal is.
const isFirst = cluster.worker === undefined || cluster.worker.id === 1;
const config = isFirst ? read.config : { ...read.config, worker: false };
const noEmails = whyNoEmails(config);
if (noEmails !== null) refuseToStart([noEmails]);
const platform = buildPlatform(config);
const { log } = platform;
logUncaughtErrors(platform);

await migrate(config.databaseUrl).catch((error: unknown) => {
  log.debug({ err: error }, 'the database could not be prepared');
  refuseToStart([`The database cannot be used: ${error instanceof Error ? error.message : String(error)}`]);
});
await platform.clock.set();
platform.clock.follow();
const keyless = await whyBankDetailsStaySealed(platform);
if (keyless !== null) refuseToStart([keyless]);
const files = await platform.files.check();
if (!files.ok && !files.passes) refuseToStart([files.sentence]);
const loaded = await loadFirstWorld(asOperator(platform)).catch((error: unknown) => {
  if (error instanceof FilesUnavailable && !files.ok) refuseToStart([files.sentence]);
  throw error;
});
if (!loaded.ok) refuseToStart(loaded.sentences);
const otherMode = await whyOtherMode(platform);
if (otherMode !== null) refuseToStart([otherMode]);
const unreadable = await whySettingsCannotBeRead(platform);
if (unreadable !== null) refuseToStart(unreadable);

const app: FastifyInstance = await buildApp(platform);
const listening = app.listen({ host: config.host, port: config.port });
await listening.catch((error: unknown) => refuseToStart([whyNotListening(error, config.host, config.port)]));
const behind = inBackground(platform);
const worker = config.worker ? await startWorker(behind, allWork(behind, { besideAnswers: true })) : null;
await platform.ahead.refresh(platform.databases.pool);
checksOf(platform).follow();
// Beside the first requests: whatever is wrong with a flow shows where it is used.
warmFlows(platform, workflowNow(platform)).catch((error: unknown) =>
  log.error({ err: error }, 'flows were not warmed'),
);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => {
    log.warn('not everything could be finished in time');
    process.exit(1);
  }, stopLimitMs).unref();
  setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  await Promise.all([app.close(), worker?.stop()]);
  await platform.databases.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// The launcher is gone without a word: nobody would ever stop us.
process.on('disconnect', stop);

const { port } = app.server.address() as AddressInfo;
const here = `http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${port}`;
const lines = [
  '',
  `  Portal          ${here}/`,
  `  Administration  ${here}/admin/`,
  ...(emailsGoTo(config) === 'mailbox' ? [`  Mailbox         ${here}/mailbox`] : []),
  `  API             ${here}/api/openapi.json`,
  '',
];
if (!config.worker)
  lines.push(
    '  Jobs are left to other processes: WORKER is off. Emails are sent only when one works on them.',
    '',
  );
if (config.demo) {
  const accounts = await listDemoAccounts(platform.db);
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map(({ email }) => email.length));
    lines.push(`  Demo accounts   password ${publishedPassword}`);
    lines.push(...accounts.map(({ email, role }) => `    ${email.padEnd(width)}  ${role}`), '');
  }
} else if (config.smtpUrl === null) {
  lines.push('  Emails wait: EMAILS is off.', '');
} else if ((await platform.organisation()).mailSender === senderOfNobody) {
  lines.push(`  Mails come from ${senderOfNobody}, which most mail servers refuse.`);
  lines.push('  Name another sender: npm run organisation (docs/operations.md, The first day).', '');
}
if (!files.ok)
  lines.push(
    `  ${files.sentence}`,
    '  Files are neither stored nor opened until that is over; all else works.',
    '',
  );
if (isFirst) console.log(lines.join('\n'));
process.send?.({ ready: true, address: here });
