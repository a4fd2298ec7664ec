import { createReadStream, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildTestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';
import { oddPdfs, plainPdf } from '../../../testing/odd-pdfs.ts';
import { pdfProcess } from './pdf-process.ts';

/** The most memory that a process which this one has started has had so far. */
async function maxMemoryMb(): Promise<number> {
  const statuses = await Promise.all(
    (await readdir('/proc').catch(() => []))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
  );
  const own = statuses.filter((status) => status.includes(`PPid:\t${process.pid}\n`));
  return Math.max(0, ...own.map((status) => Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024));
}

it('lives through PDFs made to be expensive, each with its share of time and memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcall-pdf-'));
  const path = join(folder, 'odd');
  const { check: checkSource } = pdfProcess(60_000);
  const check = (from: string) =>
    checkSource({ stream: createReadStream(from), sizeBytes: statSync(from).size });
  let maxMb = 0;
  const watching = setInterval(async () => {
    maxMb = Math.max(maxMb, await maxMemoryMb());
  }, 50);
  const wrong: unknown[] = [];
  for (const { name, make, expected } of oddPdfs) {
    const allowed = [expected].flat();
    if (!allowed.includes('costly')) continue;
    await writeFile(path, make());
    const found = await check(path);
    if (!allowed.includes(found.found === 'pdf' ? found.pages : found.found)) wrong.push({ name, found });
    await writeFile(path, plainPdf(2));
    expect(await check(path)).toEqual({ found: 'pdf', pages: 2 });
  }
  clearInterval(watching);
  await rm(folder, { recursive: true });
  expect(wrong).toEqual([]);
  expect(maxMb).toBeLessThan(600);
});

it('tells whose PDF could not be checked what to do, and takes those of others meanwhile', async () => {
  const app = await buildTestApp();
  await createSurroundings(app.db);
  const call = await createCall(app);
  const drafts = [await createDraft(app, call.id), await createDraft(app, call.id)];
  const bomb = oddPdfs.find(({ name }) => name.startsWith('2 GB'))?.make() ?? Buffer.alloc(0);
  const order: unknown[] = [];
  const send = async (draft: (typeof drafts)[number] | undefined, bytes: Buffer) => {
    const form = uploadOf(Uint8Array.from(bytes), { elementId: 'case' });
    if (draft === undefined) return;
    const { status, body } = await uploadChecked(app, draft, form);
    order.push([status, body.message ?? body.document.pages]);
  };
  await Promise.all([send(drafts[0], bomb), send(drafts[1], plainPdf(2))]);
  await app.close();
  expect(order).toEqual([
    [200, 2],
    [422, 'This PDF is too complex for us to check. Print it to a new PDF and upload that one.'],
  ]);
});
