import { createReadStream, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { localFiles } from '../../../platform/files/local-files.ts';
import { type Judgement, oddPdfs, plainPdf } from '../../../testing/odd-pdfs.ts';
import { fromHead, hasPdfSignature } from './pdf-head.ts';
import { type PdfFound, type PdfProcess, type PdfSource, pdfProcess, writeCleanCopy } from './pdf-process.ts';

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
const patient = () => pdfProcess(20_000);
const sourceOf = (path: string): PdfSource => ({
  stream: createReadStream(path),
  sizeBytes: statSync(path).size,
});
/** As an upload goes: it is kept from its head on, and what does not begin as a PDF is not looked into. */
async function look({ check }: PdfProcess, path: string): Promise<PdfFound> {
  const kept = await buffer(fromHead(createReadStream(path)));
  if (!hasPdfSignature(kept)) return { found: 'broken' };
  return check({ stream: Readable.from([kept]), sizeBytes: kept.length });
}

/** The processes that this one has started, and what they are given. */
async function children(): Promise<{ pid: number; environment: string }[]> {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent !== process.pid) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (/read-pdf\.ts\0?$/.test(command)) found.push({ pid: Number(pid), environment });
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
    const found = judged(await look(line, await fileOf('odd', make())));
    if (!allowed.includes(found)) wrong.push({ name, expected, found });
  }
  expect(wrong).toEqual([]);
});

it('lets the mark of a PDF stand behind what no reader minds, within 1,024 bytes', async () => {
  const line = patient();
  const behind = async (spaces: number) =>
    judged(await look(line, await fileOf('spaced', Buffer.concat([Buffer.alloc(spaces, ' '), plainPdf(2)]))));
  expect([await behind(1_018), await behind(1_019)]).toEqual([2, 'broken']);
});

it('goes on with the next file after one that breaks off while it is read', async () => {
  const line = patient();
  async function* broken() {
    yield Buffer.from('%PDF-1.7');
    throw new Error('the bucket is away');
  }
  const torn = { stream: Readable.from(broken()), sizeBytes: 1_000 };
  await expect(line.check(torn)).rejects.toThrow('the bucket is away');
  expect(judged(await look(line, plain))).toBe(2);
});

it('leaves nothing of a copy that could not be finished, whoever ended it', async () => {
  const files = localFiles(folder);
  const copyOf = (file: PdfSource, maxMs: number) =>
    writeCleanCopy(file, maxMs, (copy) => files.receive(copy, 1_000_000));
  const whole = await copyOf(sourceOf(plain), 20_000);
  expect(whole?.sizeBytes).toBeGreaterThan(100);
  await whole?.discard();
  expect(await copyOf(sourceOf(costly), 1_500)).toBe(null);
  expect(await writeCleanCopy(sourceOf(plain), 20_000, (copy) => files.receive(copy, 100))).toBe(null);
  async function* broken() {
    yield Buffer.from('%PDF-1.7');
    throw new Error('the bucket is away');
  }
  const torn = { stream: Readable.from(broken()), sizeBytes: 1_000 };
  await expect(copyOf(torn, 20_000)).rejects.toThrow('the bucket is away');
  expect(await files.sweep(Date.now() + 60_000)).toBe(0);
});

it.runIf(process.platform === 'linux')(
  'looks into files in a process that knows nothing and can be lost',
  async () => {
    vi.stubEnv('DATA_KEY', 'a secret of the portal');
    const line = patient();
    expect(judged(await look(line, plain))).toBe(2);
    vi.unstubAllEnvs();
    const started = await children();
    expect(started.map(({ environment }) => environment.replace(/^PWD=\/\0/, ''))).toContain('');
    expect(started.some(({ environment }) => /secret|DATA/.test(environment))).toBe(false);
    // Lost between two files, and in the middle of one.
    const lose = async () => {
      for (const { pid } of await children()) process.kill(pid, 'SIGKILL');
    };
    await lose();
    // Nobody has heard of its end yet.
    expect(judged(await look(line, plain))).toBe(2);
    const asked = look(line, costly);
    await expect.poll(children).toHaveLength(1);
    await setTimeout(300);
    await lose();
    expect(judged(await asked)).toBe('costly');
    expect(judged(await look(line, plain))).toBe(2);
    const hasty = pdfProcess(1_500);
    expect([judged(await look(hasty, costly)), judged(await look(hasty, plain))]).toEqual(['costly', 2]);
  },
  40_000,
);
