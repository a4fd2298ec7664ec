// A process beside a test run, `node stop-orphans.mjs PID DIRECTORY`: when the run has been killed, nobody stops the
// throw-away database in that directory any more. Ends with the run or with the database.
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { noteProcess, pause, serversIn, signal, stillRuns, waitUntil } from './processes.mjs';

const [pid, directory] = process.argv.slice(2);
const run = noteProcess(Number(pid));
while (stillRuns(run)) {
  await pause(1000);
  if (serversIn(directory).length === 0) process.exit();
}
for (const server of serversIn(directory)) signal(server, 'SIGINT');
await waitUntil(() => serversIn(directory).length === 0, 10_000, 100);
for (const server of serversIn(directory)) signal(server, 'SIGKILL');
rmSync(dirname(directory), { recursive: true, force: true });
