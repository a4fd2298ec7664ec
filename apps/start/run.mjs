import { spawn } from 'node:child_process';
import { checkout, Refusal } from './checkout.mjs';
import { isInterrupted, undoOnInterrupt } from './interrupt.mjs';

/** How long an interrupted program may tidy up: npm takes back what it has begun. */
const tidyLimitMs = 20_000;

/**
 * Runs a program to its end. Returns { code, output }; `output` is filled when `quiet`, otherwise the program
 * writes straight to the terminal. A program that a signal ended has the code 1. `whenBegun(pid)` is called with
 * its number. One that is `throwAway` makes what nobody misses, and is not waited for when it is interrupted.
 */
export async function run(
  command,
  args,
  { quiet = false, input, whenBegun, throwAway = false, ...options } = {},
) {
  const child = spawn(command, args, {
    cwd: checkout,
    stdio: [input === undefined ? 'ignore' : 'pipe', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    ...options,
  });
  if (child.pid !== undefined) whenBegun?.(child.pid);
  const closed = new Promise((done) => child.once('close', done));
  const forget = undoOnInterrupt(async () => {
    child.kill(throwAway ? 'SIGKILL' : 'SIGTERM');
    if (throwAway) return;
    const late = setTimeout(() => child.kill('SIGKILL'), tidyLimitMs);
    await closed;
    clearTimeout(late);
  });
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  if (input !== undefined) {
    child.stdin.on('error', () => {}); // a program that ends early is judged by its code
    child.stdin.end(input);
  }
  try {
    const code = await new Promise((done, fail) => {
      child.on('error', (error) => fail(new Refusal(`${command} could not be run: ${error.message}`)));
      child.on('close', (status) => done(status ?? 1));
    });
    // The one who pressed Ctrl-C ends the launcher; nothing may go on to the next step meanwhile.
    if (isInterrupted()) await new Promise(() => {});
    return { code, output: Buffer.concat(chunks).toString('utf8') };
  } finally {
    forget();
  }
}

/** Seconds with one decimal since a time of performance.now(). */
export const secondsSince = (start) => ((performance.now() - start) / 1000).toFixed(1);

/** Paths among the arguments are meant from where the person stands, not from the checkout. */
export const whereCalled = () => process.env.INIT_CWD || process.cwd();
