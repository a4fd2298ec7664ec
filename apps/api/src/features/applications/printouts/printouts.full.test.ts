import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  itemOf,
  pdfOf,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';
import { oddPdfs, plainPdf } from '../../../testing/odd-pdfs.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { allBytesOf, revealingPdfs } from '../../../testing/revealing-pdfs.ts';

let app: TestApp;
let callId: number;
beforeAll(async () => {
  app = await buildTestApp({ now: new Date() });
  await createSurroundings(app.db);
  callId = (await createCall(app, {})).id;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: days(-1), ends_at: days(100) })
    .execute();
});
afterAll(() => app.close());

/** A PDF of 100 MB that any reader opens: most of it is a comment. */
function hugePdf(): Buffer {
  const pdf = plainPdf(1);
  const at = pdf.indexOf('\n') + 1;
  const rest = Buffer.alloc(100 * 1_048_576 - pdf.length, 'x');
  rest[0] = '%'.charCodeAt(0);
  rest[rest.length - 1] = '\n'.charCodeAt(0);
  return Buffer.concat([pdf.subarray(0, at), rest, pdf.subarray(at)]);
}

it('refuses one of 100 MB as an upload with the size that is taken, and keeps nothing of it', async () => {
  const draft = await createDraft(app, callId);
  const answer = await uploadChecked(
    app,
    draft,
    uploadOf(Uint8Array.from(hugePdf()), { elementId: 'case', filename: 'huge.pdf' }),
  );
  expect(answer).toMatchObject({ status: 413, body: { message: expect.stringContaining('1 MB') } });
  const { rows } = await sql`select from documents where assignment_id = ${draft.assignmentId}::uuid`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
}, 120_000);

it('names on a page of its own each file that cannot be put behind it, and has the others', async () => {
  const members = ['sealed', 'torn', 'gone', 'huge', 'long', 'scripted'];
  const draft = await createDraft(app, callId);
  const save = (data: object[], newGroups: object[]) =>
    app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
      token: draft.token,
      body: { data, newGroups },
    });
  const rows = members.map((name, order) => ({ id: app.platform.newId(), order, name }));
  await save(
    [itemOf('title', ['Waves']), ...rows.map(({ id, name }) => itemOf('name', [name], { groupId: id }))],
    rows.map(({ id, order }) => ({ id, order, flowElementId: 'team' })),
  );
  await uploadChecked(app, draft, uploadOf(await pdfOf(2), { elementId: 'case', filename: 'plan.pdf' }));
  for (const { id, name } of rows)
    await uploadChecked(
      app,
      draft,
      uploadOf(await pdfOf(1), { elementId: 'cv', groupId: id, filename: `${name}.pdf` }),
    );
  const replace = async (name: string, given: { bytes?: Buffer; size?: number; key?: string }) => {
    const key = given.key ?? (await app.platform.files.put(given.bytes ?? plainPdf(1))).key;
    await sql`update documents set storage_key = ${key}, size_bytes = coalesce(${given.size ?? null}, size_bytes)
      where assignment_id = ${draft.assignmentId}::uuid and original_filename = ${`${name}.pdf`}`.execute(
      app.db,
    );
  };
  await replace('sealed', {
    bytes: oddPdfs.find(({ expected }) => expected === 'encrypted')?.make() ?? plainPdf(1),
  });
  await replace('torn', { bytes: Buffer.from('%PDF-1.7 and nothing that anybody could read') });
  await replace('gone', { key: '00/00000000-0000-4000-8000-000000000000' });
  await replace('huge', { bytes: hugePdf(), size: hugePdf().length });
  await replace('long', { bytes: plainPdf(2_000) });
  await replace('scripted', {
    bytes: revealingPdfs['scripts, actions and what opens by itself']?.() ?? plainPdf(1),
  });
  const path = `/v2/applications/${draft.uid}/download?wait=0`;
  expect((await app.call('GET', path, { token: draft.token })).status).toBe(202);
  await workOff(app.platform, allWork(app.platform));
  const { bytes } = await app.call('GET', path, { token: draft.token });
  const seen = { ...(await readPdf(bytes)), bytes };
  expect(seen.bookmarks.slice(-4)).toEqual([
    'Files that are not in this document',
    'Scientific case: plan.pdf',
    'Curriculum: long.pdf',
    'Curriculum: scripted.pdf',
  ]);
  const page = seen.pages.find((one) => one.includes('could not be added')) ?? '';
  for (const said of [
    'Curriculum: sealed.pdf The file is protected with a password.',
    'Curriculum: torn.pdf The file is damaged and cannot be opened.',
    'Curriculum: gone.pdf The file is not in the storage of the portal.',
    'Curriculum: huge.pdf The file is too large to be added.',
  ])
    expect(page.replace(/\s+/g, ' ')).toContain(said);
  expect(seen.pages.length).toBeGreaterThan(2_000);
  expect(allBytesOf(seen.bytes)).not.toContain('/JavaScript');
}, 300_000);
