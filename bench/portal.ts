import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '..');
const startLimitMs = 120_000;
const stopLimitMs = 30_000;

export interface Portal {
  /** Without a slash at the end. */
  url: string;
  /** The process that was started: npm, or the launcher itself. */
  pid: number;
  /** From the start of the process to the first answer with status 200, in milliseconds. */
  startedInMs: number;
  /** Whether sources had changed and the pages were built first. */
  hasBuilt: boolean;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );

/** A folder for a portal's data, and how to remove it. */
export function dataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'clearcall-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The environment of a portal of its own, whatever stands in that of the one who measures. */
function environment(dataDir: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO: 'on',
    RATE_LIMITS: 'off',
    // A bench says for whom it asks.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
  };
  for (const name of ['DATABASE_URL', 'HOST', 'PUBLIC_URL', 'SMTP_URL', 'S3_URL']) delete env[name];
  // Else the launcher would think that the npm of the bench had started it.
  for (const name of Object.keys(env)) if (name.startsWith('npm_')) delete env[name];
  return env;
}

/** The settings of a portal on a world of the bench, which is no demonstration. */
export const ofOwnWorld = { DEMO: 'off', EMAILS: 'off' };

/** Fills the data of a portal that was never started with a world; it then starts without the demonstration. */
export async function loadWorld(dataDir: string, file: string): Promise<void> {
  await promisify(execFile)('node', ['apps/start/main.mjs', 'world', 'load', file], {
    cwd: checkout,
    env: environment(dataDir),
  });
}

/** What is started, and what of it has to answer. */
interface Started {
  dataDir: string;
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv | undefined;
  paths: readonly string[];
}

async function startProgram({ dataDir, command, args, env, paths }: Started): Promise<Portal> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  const begun = performance.now();
  const child: ChildProcess = spawn(command, args, {
    cwd: checkout,
    env: { ...environment(dataDir), ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const output = (): string => lines.join('').trim();

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await ended;
    clearTimeout(late);
  }

  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const allAnswer = async (): Promise<boolean> => {
    for (const path of paths) if (!(await answers(url + path))) return false;
    return true;
  };
  while (!(await allAnswer())) {
    if (hasEnded) throw new Error(`The portal did not start:\n${output()}`);
    if (performance.now() - begun > startLimitMs) {
      await stop();
      throw new Error(`The portal did not answer within ${startLimitMs / 1000} s:\n${output()}`);
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  const startedInMs = performance.now() - begun;
  if (child.pid === undefined) throw new Error('The portal has no process.');
  return { url, pid: child.pid, startedInMs, hasBuilt: /^Built /m.test(output()), stop };
}

/**
 * Starts the portal as a person would and waits until its page and its API answer. What it writes is shown only when it
 * does not start. The limits for callers are off: all requests of a bench come from one address.
 */
export function startPortal(options: {
  dataDir: string;
  by: 'npm' | 'launcher';
  /** In place of what a portal of the bench is started with. */
  env?: NodeJS.ProcessEnv;
}): Promise<Portal> {
  const { dataDir, env } = options;
  const [command, args] =
    options.by === 'npm' ? ['npm', ['start']] : ['node', ['apps/start/main.mjs', 'start']];
  return startProgram({ dataDir, command, args, env, paths: ['/api/health', '/'] });
}

/** Starts the least that could answer on the database of a portal (bare-start.ts). */
export function startBare(dataDir: string): Promise<Portal> {
  return startProgram({ dataDir, command: 'node', args: ['bench/bare-start.ts'], paths: ['/'] });
}
