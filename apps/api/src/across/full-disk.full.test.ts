import { execFileSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  uploadChecked,
  uploadOf,
} from '../testing/factories.ts';
import { plainPdf } from '../testing/odd-pdfs.ts';
import { readZip } from '../testing/read-zip.ts';
import { allWork } from './work.ts';

const diskMb = 8;
/** A PDF of that size, with bytes that do not get smaller. */
function pdfOfSize(bytes: number): Uint8Array<ArrayBuffer> {
  const pdf = plainPdf(1).toString('latin1');
  const at = pdf.indexOf('\n') + 1;
  return Uint8Array.from(Buffer.from(`${pdf.slice(0, at)}%${'x'.repeat(bytes)}\n${pdf.slice(at)}`, 'latin1'));
}

/** A disk of a few MB in place of the storage: only the superuser may mount one. */
function mounted(folder: string): boolean {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

let app: TestApp;
let pro: SignedIn;
let draft: Draft;
let callId: number;
let isMounted = false;
beforeAll(async () => {
  app = await buildTestApp({ now: new Date() });
  isMounted = mounted(app.platform.config.dataDir);
  await createSurroundings(app.db);
  callId = (await createCall(app, { code: 'REG', title: 'Regular' })).id;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: days(-1), ends_at: days(100) })
    .execute();
  pro = await app.login({ role: 'pro' });
  draft = await createDraft(app, callId);
});
afterAll(async () => {
  if (isMounted) execFileSync('/bin/umount', [app.platform.config.dataDir]);
  await app.close();
});

const filler = () => join(app.platform.config.dataDir, 'filler');
const fill = async () => {
  await writeFile(filler(), Buffer.alloc(diskMb * 1_048_576)).catch(() => undefined);
};
const work = () => workOff(app.platform, allWork(app.platform));
const lastAttempt = sql`update graphile_worker._private_jobs set attempts = max_attempts - 1
  where task_id in (select id from graphile_worker._private_tasks where identifier in ('make_printout', 'make_report'))`;

it('a disk that is full takes nothing half, and each says so; with room again all goes on', async (context) => {
  if (!isMounted) return context.skip('Only the superuser can mount a small disk.');
  const letter = (filename: string, bytes: number) =>
    uploadChecked(app, draft, uploadOf(pdfOfSize(bytes), { elementId: 'letters', filename }));
  expect(await letter('first.pdf', 600_000)).toMatchObject({ status: 200 });
  await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data: [itemOf('title', ['Waves'])], newGroups: [] },
  });
  const other = await createDraft(app, callId);

  await fill();
  const upload = await uploadChecked(
    app,
    other,
    uploadOf(pdfOfSize(700_000), { elementId: 'letters', filename: 'second.pdf' }),
  );
  expect(upload).toMatchObject({
    status: 503,
    body: {
      code: 'files_away',
      message: 'Files cannot be stored or opened just now. Nothing was changed. Try again in a few minutes.',
    },
  });
  const printout = `/v2/applications/${draft.uid}/download`;
  const ask = (wait: number) => app.call('GET', `${printout}?wait=${wait}`, { token: draft.token });
  expect((await ask(0)).status).toBe(202);
  const asked = ask(10);
  await new Promise((done) => setTimeout(done, 500));
  await lastAttempt.execute(app.db);
  await work();
  expect(await asked).toMatchObject({
    status: 409,
    body: { code: 'printout_failed', message: 'We could not make the PDF. Try again.' },
  });
  await app.call('GET', `/download/call/${callId}/applications/csv`, { token: pro.token });
  await lastAttempt.execute(app.db);
  await work();
  const mails = async () =>
    (
      await app.db
        .selectFrom('deliveries')
        .select(['template', 'state', 'subject'])
        .where('recipient', '=', pro.email)
        .execute()
    ).filter(({ template }) => template.startsWith('applications_report'));
  expect(await mails()).toEqual([
    { template: 'applications_report_failed', state: 'sent', subject: 'No applications report: Regular' },
  ]);
  // What was there comes whole, with a sentence about what could not be made.
  const zip = readZip((await app.call('GET', `/download/call/${callId}?wait=0`, { token: pro.token })).bytes);
  expect(zip.get(`${draft.uid}/Application/Letters.pdf`)?.length).toBeGreaterThan(600_000);
  expect(String(zip.get(`${draft.uid}/Missing files.txt`))).toContain(
    `${draft.uid}.pdf: The portal is still making this PDF. Download it again in a few minutes.`,
  );
  const left = await readdir(app.platform.config.dataDir, { recursive: true });
  expect(left.filter((path) => path.includes('incoming/'))).toEqual([]);

  await rm(filler());
  expect((await ask(0)).status).toBe(202);
  await app.call('GET', `/download/call/${callId}/applications/csv`, { token: pro.token });
  await work();
  expect((await ask(0)).status).toBe(200);
  expect((await mails()).map(({ template }) => template)).toContain('applications_report');
}, 120_000);
