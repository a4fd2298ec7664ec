import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Judgement, oddPdfs, plainPdf } from '../../../testing/odd-pdfs.ts';
import { pdfLine } from './inspect-pdf.ts';
import type { PdfFound } from './pdf-process.ts';

let folder: string;
let plain: string;
let costly: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearcall-pdf-'));
  plain = await fileOf('plain', plainPdf(2));
  costly = await fileOf(
    'costly',
    oddPdfs.find(({ name }) => name.startsWith('2 GB'))?.make() ?? Buffer.alloc(0),
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const judged = (found: PdfFound): Judgement => (found.found === 'pdf' ? found.pages : found.found);
const patient = () => pdfLine({ quickMs: 20_000, longestMs: 20_000 });

/** The processes that this one has started, and what they are given. */
async function children(): Promise<{ pid: number; environment: string }[]> {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent !== process.pid) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (command.includes('read-pdf')) found.push({ pid: Number(pid), environment });
  }
  return found;
}

it('judges PDFs of every sort, and says the pages that are there', async () => {
  const line = patient();
  const wrong: unknown[] = [];
  for (const { name, make, expected } of oddPdfs) {
    const allowed = [expected].flat();
    // What may cost more than it gets has minutes of its own: inspect-pdf.full.test.ts.
    if (allowed.includes('costly')) continue;
    const found = judged(await line.inspect(await fileOf('odd', make()), 1));
    if (!allowed.includes(found)) wrong.push({ name, expected, found });
  }
  expect(wrong).toEqual([]);
}, 60_000);

it('lets the mark of a PDF stand behind what no reader minds, within 1,024 bytes', async () => {
  const line = patient();
  const behind = async (spaces: number) =>
    judged(
      await line.inspect(await fileOf('spaced', Buffer.concat([Buffer.alloc(spaces, ' '), plainPdf(2)])), 1),
    );
  expect([await behind(1_018), await behind(1_019)]).toEqual([2, 'broken']);
});

it('looks at one file of each person in turn', async () => {
  const line = patient();
  const order: string[] = [];
  const check = async (name: string, userId: number) => {
    expect(await line.inspect(plain, userId)).toEqual({ found: 'pdf', pages: 2 });
    order.push(name);
  };
  await Promise.all([check('Ada 1', 1), check('Ada 2', 1), check('Ada 3', 1), check('Eve', 2)]);
  expect(order).toEqual(['Ada 1', 'Eve', 'Ada 2', 'Ada 3']);
});

it('goes on with the next file after one that is not there, for the same person and for others', async () => {
  const line = patient();
  const gone = expect(line.inspect(join(folder, 'gone'), 1)).rejects.toThrow('ENOENT');
  const next = [line.inspect(plain, 1), line.inspect(plain, 2)];
  await gone;
  expect((await Promise.all(next)).map(judged)).toEqual([2, 2]);
  expect(judged(await line.inspect(plain, 1))).toBe(2);
});

it('makes nobody wait for the expensive files of others', async () => {
  const line = pdfLine({ quickMs: 300, longestMs: 3_000 });
  const order: string[] = [];
  const check = async (name: string, userId: number, path: string) => {
    order.push(`${name}: ${judged(await line.inspect(path, userId))}`);
  };
  await line.inspect(plain, 3);
  const hostile = [check('Mallory', 1, costly), check('Trudy', 2, costly)];
  await Promise.all([check('Eve', 3, plain), check('Eve', 3, plain)]);
  expect(order).toEqual(['Eve: 2', 'Eve: 2']);
  await Promise.all(hostile);
  expect(order.slice(2).toSorted()).toEqual(['Mallory: costly', 'Trudy: costly']);
}, 40_000);

it.runIf(process.platform === 'linux')(
  'looks into files in a process that knows nothing and can be lost',
  async () => {
    vi.stubEnv('DATA_KEY', 'a secret of the portal');
    const line = patient();
    expect(judged(await line.inspect(plain, 1))).toBe(2);
    vi.unstubAllEnvs();
    const started = await children();
    expect(started.map(({ environment }) => environment.replace(/^PWD=\/\0/, ''))).toContain('');
    expect(started.some(({ environment }) => /secret|DATA/.test(environment))).toBe(false);
    // Lost between two files, and in the middle of one.
    const lose = async () => {
      for (const { pid } of await children()) process.kill(pid, 'SIGKILL');
    };
    await lose();
    await expect.poll(children).toEqual([]);
    expect(judged(await line.inspect(plain, 1))).toBe(2);
    const hasty = pdfLine({ quickMs: 20_000, longestMs: 300 });
    const asked = hasty.inspect(costly, 1);
    const next = hasty.inspect(plain, 2);
    await expect.poll(children).toHaveLength(2);
    await lose();
    expect(judged(await next)).toBe(2);
    expect(judged(await asked)).toBe('costly');
  },
  40_000,
);
