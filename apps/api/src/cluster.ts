import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// Several API processes on one port (PROCESSES): this one hands each connection to the next of them and answers nothing
// itself, so it loads nothing. The first works on jobs as well. One that ends by itself ends all, as where there is one.
const count = Number(process.env.PROCESSES);
cluster.setupPrimary({ exec: fileURLToPath(new URL('main.ts', import.meta.url)) });

let code = 0;
let stopping = false;
const living = (): Worker[] => Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);

function stop(): void {
  stopping = true;
  for (const { process } of living()) process.kill('SIGTERM');
}

cluster.on('exit', (_worker, ended, signal) => {
  if (!stopping || ended !== 0) code = ended || 1;
  if (!stopping && signal !== null) console.error(`One of the processes was ended by ${signal}.`);
  if (!stopping) stop();
  if (living().length === 0) process.exit(code);
});
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', stop);

/** Starts one; the first brings the database to its form, so the others come after it. */
async function begin(): Promise<unknown> {
  const [message] = await once(cluster.fork(), 'message');
  return message;
}

const ready = await begin();
await Promise.all(Array.from({ length: count - 1 }, begin));
process.send?.(ready);
