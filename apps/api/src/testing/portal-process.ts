import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

export interface PortalProcess {
  child: ChildProcess;
  /** What it has written so far. */
  output: { out: string; err: string };
  /** Its exit code. */
  ended: Promise<number>;
  /** What it reports when it is ready. */
  ready: Promise<unknown>;
  url: string;
  port: number;
}

interface Program {
  program?: 'main' | 'cluster' | 'worker' | 'appoint' | 'files' | 'restore';
  /** For Node itself. */
  options?: readonly string[];
  args?: readonly string[];
}

/** What was compiled once need not be compiled by each process again: half of a start. */
const { NODE_COMPILE_CACHE: cache } = process.env;
export const compiled = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };

/** Starts the portal, or another program of it, as a process of its own, on a free port. Whoever starts it ends it. */
export async function startProcess(
  env: Record<string, string>,
  { program = 'main', options = [], args = [] }: Program = {},
): Promise<PortalProcess> {
  const port = await freePort();
  const path = fileURLToPath(new URL(`../${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...options, path, ...args], {
    env: { PATH: process.env.PATH, PORT: String(port), ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.stdout === null || child.stderr === null) throw new Error('nothing to hear the portal by');
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    output.err += String(chunk);
  });
  // Not 'close': it never comes once the channel was closed from this side.
  const heard = Promise.all([once(child.stdout, 'end'), once(child.stderr, 'end')]);
  const ended = once(child, 'exit').then(async ([code]) => {
    await heard;
    return Number(code);
  });
  const ready = once(child, 'message').then(([message]) => message as unknown);
  return { child, output, ended, ready, url: `http://127.0.0.1:${port}`, port };
}
