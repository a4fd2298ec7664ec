import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const maxHeapMb = 256;
/** What V8 sets aside at its start and does not use counts too: 570 MB. What is left holds the buffers. */
const maxDataKb = 1_000_000;
/** Of one process in all; whoever made it may be gone. */
const maxCpuSeconds = 60;

/**
 * Limits that the system holds, whatever the process does: memory (with buffers, which V8's own limit leaves out),
 * processor time, no image of its memory on the disk. Where one is unknown the others hold.
 */
const limited = `ulimit -c 0; ulimit -d ${maxDataKb} 2>/dev/null; ulimit -t ${maxCpuSeconds}; exec "$@"`;

export type Running = ChildProcessByStdio<Writable, Readable, null>;

/** What every program may read: how packages are named, and what is installed. */
const common = [
  fileURLToPath(new URL('../../../package.json', import.meta.url)),
  fileURLToPath(import.meta.resolve('@libpdf/core')).replace(/(.*[\\/]node_modules[\\/]).*/, '$1'),
];

/**
 * Starts a program of ours in a process of its own, that may be lost: without environment, with the disk closed to it
 * but for `readable`, and with the limits above. It reads from its input and writes to its output, and nothing else.
 */
export function startLimited(program: string, readable: readonly string[]): Running {
  const flags = [
    `--max-old-space-size=${maxHeapMb}`,
    // What it makes of a file is gone with it: a larger nursery only keeps more of the files before.
    '--max-semi-space-size=2',
    '--permission',
    ...[program, ...readable, ...common].map((path) => `--allow-fs-read=${path}`),
    '--disable-warning=ExperimentalWarning',
  ];
  const node: [string, ...string[]] = [process.execPath, ...flags, program];
  const [command, ...rest] =
    process.platform === 'win32' ? node : (['/bin/sh', '-c', limited, 'sh', ...node] as const);
  const child = spawn(command, rest, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] });
  // It ends by itself when its parent does, because its input does; meanwhile it keeps nobody from ending.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as ChildProcess).unref();
  // A child that ended while it was being written to has said all that it will say.
  child.stdin.on('error', () => undefined);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/**
 * What a program makes of its input, received as it comes. Null where it ended without success or not within `maxMs`:
 * then nothing of it is kept. Throws what `feed` throws, and what receiving throws.
 */
export async function receiveFrom<Received extends { discard: () => Promise<void> }>(
  child: Running,
  maxMs: number,
  {
    feed,
    receive,
  }: {
    feed: (input: Writable) => Promise<void>;
    receive: (output: Readable) => Promise<{ ok: true; file: Received } | { ok: false }>;
  },
): Promise<Received | null> {
  const end = () => child.kill('SIGKILL');
  const succeeded = new Promise<boolean>((done) => {
    child.once('error', () => done(false)).once('exit', (code) => done(code === 0));
  });
  const late = setTimeout(end, maxMs);
  let torn: unknown;
  feed(child.stdin).catch((error: unknown) => {
    torn = error;
    end();
  });
  try {
    const received = await receive(child.stdout);
    if (!received.ok) return null;
    if (await succeeded) return received.file;
    await received.file.discard();
    if (torn !== undefined) throw torn;
    return null;
  } finally {
    clearTimeout(late);
    end();
  }
}
