import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { abandonFiles } from '../platform/files/abandon.ts';
import { namingTables } from '../platform/files/rows-of-files.ts';
import { workOff } from '../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import {
  createCall,
  createCallDocument,
  createDraft,
  createSurroundings,
  pdfOf,
  uploadChecked,
  uploadOf,
} from '../testing/factories.ts';
import { removeAbandonedFiles } from './clean-up.ts';
import { compareFiles, compareFilesByNight, sentencesOf } from './compare-files.ts';
import { allWork } from './work.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const open: TestApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** A portal whose clock begins with that of the disk, with one document of a person and one of a call. */
async function portal() {
  const app = await buildTestApp({ now: new Date() });
  open.push(app);
  await createSurroundings(app.db);
  const call = await createCall(app);
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: new Date(Date.now() - dayMs), ends_at: new Date(Date.now() + 100 * dayMs) })
    .execute();
  await app.db
    .updateTable('calls')
    .set({ download_roles: ['pro'] })
    .execute();
  const draft = await createDraft(app, call.id);
  const uploaded = await uploadChecked(app, draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
  if (uploaded.status !== 200) throw new Error(JSON.stringify(uploaded.body));
  await createCallDocument(app, call.id);
  const keep = async (text: string) => (await app.platform.files.put(Buffer.from(text))).key;
  const isThere = async (key: string) => {
    const found = await app.platform.files.open(key);
    found?.stream.destroy();
    return found !== null;
  };
  const nothing = { files: 2, found: 0, missing: [], missingInAll: 0, ours: true };
  return { app, call, draft, documentId: String(uploaded.body.document.id), keep, isThere, nothing };
}

it('finds nothing where files and rows fit, and leaves alone what is on its way', async () => {
  const { app, keep, isThere, nothing } = await portal();
  expect(await compareFiles(app.platform)).toEqual(nothing);
  // Kept, and its row not yet committed; and an upload that is still coming in.
  const young = await keep('young');
  await app.platform.files.receive(Readable.from([Buffer.from('x')]), 10);
  app.clock.advance(dayMs - hourMs);
  expect(await compareFiles(app.platform)).toEqual({ ...nothing, files: 3 });
  app.clock.advance(30 * dayMs);
  await removeAbandonedFiles(app.platform);
  expect(await isThere(young)).toBe(true);
});

it('removes a file without a row when it has waited, and keeps one whose row came back', async () => {
  const { app, documentId, keep, isThere, nothing } = await portal();
  const lost = await keep('a crash came before its row');
  app.clock.advance(2 * dayMs);
  // The older database that was put back knows nothing of the document; the right one follows.
  const row = await app.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
  await app.db.deleteFrom('documents').execute();
  expect(await compareFilesByNight(app.platform)).toEqual({ files: 3, without_row: 2, missing: 0 });
  // The next night finds nothing new.
  expect(await compareFiles(app.platform)).toEqual({ ...nothing, files: 3 });
  await app.db.insertInto('documents').values(row).execute();
  app.clock.advance(7 * dayMs - 1);
  await removeAbandonedFiles(app.platform);
  expect(await isThere(lost)).toBe(true);
  app.clock.advance(1);
  expect(await removeAbandonedFiles(app.platform)).toEqual({ removed: 1 });
  expect([await isThere(lost), await isThere(row.storage_key)]).toEqual([false, true]);
  expect(await compareFiles(app.platform)).toEqual(nothing);
  expect(documentId).toBe(row.id);
});

it('tells which rows have lost their file, and deletes none of them', async () => {
  const { app, call, documentId, nothing } = await portal();
  await rm(join(app.platform.config.dataDir, 'files'), { recursive: true });
  const compared = await compareFiles(app.platform);
  expect({ ...compared, missing: [...compared.missing].sort() }).toEqual({
    ...nothing,
    files: 0,
    missing: [`document ${documentId}`, `document of call ${call.id} plan`],
    missingInAll: 2,
  });
  expect(sentencesOf(compared)).toEqual([
    expect.stringMatching(/^Files are missing that 2 rows name; bring them back from a backup: document/),
  ]);
  expect(await app.db.selectFrom('documents').select('id').execute()).toEqual([{ id: documentId }]);
  expect(await app.db.selectFrom('abandoned_files').selectAll().execute()).toEqual([]);
});

it('removes nothing from the storage of another portal', async () => {
  const { app, keep, isThere } = await portal();
  expect((await compareFiles(app.platform)).ours).toBe(true);
  const foreign = await keep('theirs');
  // As if this database had been pointed at it.
  await sql`update secrets set value = decode('00', 'hex') where name = 'storage'`.execute(app.db);
  app.clock.advance(2 * dayMs);
  const compared = await compareFiles(app.platform);
  expect([compared.ours, compared.found]).toEqual([false, 0]);
  expect(sentencesOf(compared)[0]).toMatch(/^The storage holds the files of another database/);
  app.clock.advance(30 * dayMs);
  await removeAbandonedFiles(app.platform);
  expect(await isThere(foreign)).toBe(true);
});

it('asks every table that names files', async () => {
  const { app } = await portal();
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'storage_key' order by 1`.execute(app.db);
  expect(rows.map(({ name }) => name)).toEqual(['abandoned_files', ...Object.keys(namingTables)].sort());
});

it('waits for a transaction whose end nobody heard of', async () => {
  const { app, keep, isThere } = await portal();
  const key = await keep('its commit is on the way');
  await abandonFiles(app.platform, [key]);
  await removeAbandonedFiles(app.platform);
  expect(await isThere(key)).toBe(true);
  app.clock.advance(hourMs);
  await removeAbandonedFiles(app.platform);
  expect(await isThere(key)).toBe(false);
});

it('lets a person delete at once what was thought lost', async () => {
  const { app, draft, documentId, isThere } = await portal();
  const { storage_key: key } = await app.db
    .selectFrom('documents')
    .select('storage_key')
    .executeTakeFirstOrThrow();
  await abandonFiles(app.platform, [key]);
  const path = `/v2/assignments/${draft.assignmentId}/upload/${documentId}`;
  expect((await app.call('DELETE', path, { token: draft.token })).status).toBe(200);
  await removeAbandonedFiles(app.platform);
  expect(await isThere(key)).toBe(false);
});

it('keeps the file of a report whose commit came through although its answer did not', async () => {
  const { app, call } = await portal();
  const pro = await app.login({ role: 'pro' });
  await app.call('GET', `/download/call/${call.id}/applications/csv`, { token: pro.token });
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  let written = false;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const done = await query.apply(this, given);
    const { text = '' } = given[0] as { text?: string };
    if (written && text === 'commit') {
      written = false;
      throw new Error('the connection was lost');
    }
    written ||= text.startsWith('update "reports"') && text.includes('"storage_key"');
    return done;
  } as never);
  await workOff(app.platform, allWork(app.platform)).finally(() => spy.mockRestore());
  app.clock.advance(2 * hourMs);
  await removeAbandonedFiles(app.platform);
  const { id } = await app.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  const downloaded = await app.call('GET', `/download/report/${id}`, { token: pro.token });
  expect([downloaded.status, downloaded.bytes.length > 0]).toEqual([200, true]);
});
