import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeAbandonedFiles } from '../../../across/clean-up.ts';
import { compareFiles } from '../../../across/compare-files.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  reviewFlow,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';
import { readZip } from '../../../testing/read-zip.ts';
import { allBytesOf, author, revealingPdfs } from '../../../testing/revealing-pdfs.ts';
import { eraseApplications } from '../erase.ts';

/** Reviewers read what was submitted and add a report; the applicant reads it once it is released. */
const flow = {
  ...reviewFlow,
  steps: reviewFlow.steps.map((step) => {
    const view = [
      { role: 'scientific_reviewer', scope: 'own', from: 'submitted', audience: ['public'] },
      { role: 'applicant', scope: 'own', from: 'released', audience: ['public'] },
    ];
    if (step.id === 'APP') return { ...step, permissions: { assign: [], assignable: [], view } };
    if (step.id !== 'REV') return step;
    const elements = [{ id: 'report', type: 'upload', title: 'Report' }];
    return {
      ...step,
      permissions: { assign: [], assignable: ['scientific_reviewer'], view: view.slice(1) },
      forms: [{ id: 'REV.F', title: 'Review', order: 0, elements }],
    };
  }),
};
const pdf = Uint8Array.from(revealingPdfs['properties and document ids']?.() ?? []);

let app: TestApp;
let callId: number;
let pro: SignedIn;
let reviewers: SignedIn[];
beforeAll(async () => {
  app = await buildTestApp({ now: new Date() });
  await createSurroundings(app.db);
  pro = await app.login({ role: 'pro' });
  reviewers = [
    await app.login({ role: 'scientific_reviewer' }),
    await app.login({ role: 'scientific_reviewer' }),
  ];
  callId = (await createCall(app, { flow })).id;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: days(-1), ends_at: days(100) })
    .execute();
});
afterAll(() => app.close());

async function ask(method: string, path: string, token: string, body: object = {}) {
  const answer = await app.call(method, path, { token, body });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}
const download = (id: string, { token }: { token: string }) =>
  app.call('GET', `/download/upload/${id}`, { token });
const named = (name: string) =>
  `attachment; filename="${name.replace(',', '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;
const summaryOf = (answer: { status: number; bytes: Buffer; headers: Record<string, unknown> }) => ({
  status: answer.status,
  name: answer.headers['content-disposition'],
  original: answer.bytes.equals(pdf),
  saysWho: allBytesOf(answer.bytes).includes(author),
});
/** Staff get the report under the id and the last name of its reviewer. */
const nameForStaff = ({ userId }: SignedIn) => `${userId}_Number ${userId}_Report.pdf`;
const original = (name: string) => ({ status: 200, name: named(name), original: true, saysWho: true });
const copy = (name: string) => ({ status: 200, name: named(name), original: false, saysWho: false });

/** An application that was submitted with a file, and is reviewed by both. */
async function underReview(): Promise<Draft & { documentId: string; reviews: string[] }> {
  const draft = await createDraft(app, callId);
  const sent = await uploadChecked(
    app,
    draft,
    uploadOf(pdf, { elementId: 'case', filename: `${author}.pdf` }),
  );
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, {
    data: [itemOf('title', ['Waves'])],
    newGroups: [],
  });
  const reviews: string[] = [];
  for (const { userId, token } of reviewers) {
    const { id } = await ask('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
      flowElementId: 'REV',
      userId,
      role: 'scientific_reviewer',
    });
    await ask('PUT', `/v2/assignments/${id}/accept`, token, { accepted: true });
    reviews.push(id);
  }
  return { ...draft, documentId: sent.body.document.id, reviews };
}
/** The same with a report of the first of them, which is released to the applicant. */
async function released(): Promise<Draft & { documentId: string; reportId: string }> {
  const one = await underReview();
  const [reviewer = pro] = reviewers;
  const [assignmentId = ''] = one.reviews;
  const own = { assignmentId, token: reviewer.token };
  const sent = await uploadChecked(
    app,
    own,
    uploadOf(pdf, { elementId: 'report', filename: `${author}.pdf` }),
  );
  await ask('PUT', `/v2/assignments/${assignmentId}/submit`, reviewer.token, { data: [], newGroups: [] });
  await ask('PUT', `/v2/assignments/${one.reviews[1]}/revoke`, pro.token, { reason: 'One is enough.' });
  await ask('POST', `/v2/applications/${one.uid}/release`, pro.token, { flowElementId: 'REV' });
  return { ...one, reportId: sent.body.document.id };
}
const stored = async (documentId: string) =>
  app.db.selectFrom('cleaned_documents').selectAll().where('document_id', '=', documentId).execute();

it('gives owner and staff what was uploaded, and whoever may not know its author a copy, made once', async () => {
  const one = await released();
  const [reviewer = pro] = reviewers;
  expect(summaryOf(await download(one.reportId, reviewer))).toEqual(original(`${author}.pdf`));
  expect(summaryOf(await download(one.reportId, pro))).toEqual(original(nameForStaff(reviewer)));
  // Whose application it is, its readers know.
  expect(summaryOf(await download(one.documentId, reviewer))).toEqual(original(`${author}.pdf`));
  expect(await stored(one.reportId)).toEqual([]);

  const given = await Promise.all([download(one.reportId, one), download(one.reportId, one)]);
  expect(given.map(summaryOf)).toEqual(Array(2).fill(copy('Scientific reviewer, Report.pdf')));
  expect(given[0]?.bytes.equals(given[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
  const inGerman = { token: one.token, headers: { 'accept-language': 'de' } };
  expect(summaryOf(await app.call('GET', `/download/upload/${one.reportId}`, inGerman))).toEqual(
    copy('Wissenschaftlicher Gutachter, Report.pdf'),
  );
  const [row] = await stored(one.reportId);
  expect(row).toEqual({
    document_id: one.reportId,
    storage_key: expect.any(String),
    sha256: expect.any(Buffer),
    size_bytes: given[0]?.bytes.length,
    made_at: expect.any(Date),
  });
  const { body } = await openWhole(app, one.uid, one.token);
  expect(body.documents.filter(({ id }: { id: string }) => id === one.reportId)).toEqual([
    expect.objectContaining({
      filename: 'Scientific reviewer, Report.pdf',
      originalFilename: 'Scientific reviewer, Report.pdf',
      createdAt: expect.stringMatching(/T00:00:00\.000Z$/),
      isCopy: true,
    }),
  ]);

  // Rows and files fit with the copy; it goes with its document, whoever deletes that.
  expect(await compareFiles(app.platform)).toMatchObject({ found: 0, missing: [] });
  await app.db.transaction().execute((tx) => eraseApplications(tx, [one.id], new Date()));
  expect(await removeAbandonedFiles(app.platform)).toEqual({ removed: 3 });
  expect(await app.platform.files.open(row?.storage_key ?? '')).toBe(null);
  expect(await app.db.selectFrom('cleaned_documents').selectAll().execute()).toEqual([]);
});

it('names a released report by the label of its reviewer', async () => {
  const one = await underReview();
  const reports: string[] = [];
  for (const [at, assignmentId] of one.reviews.entries()) {
    const token = reviewers[at]?.token ?? '';
    const sent = await uploadChecked(
      app,
      { assignmentId, token },
      uploadOf(pdf, { elementId: 'report', filename: `${author} ${at}.pdf` }),
    );
    reports.push(sent.body.document.id);
    await ask('PUT', `/v2/assignments/${assignmentId}/submit`, token, { data: [], newGroups: [] });
  }
  const [first = ''] = reports;
  const [author1 = pro, other = pro] = reviewers;
  expect((await download(first, one)).status).toBe(404);
  expect((await download(first, other)).status).toBe(404);
  await ask('POST', `/v2/applications/${one.uid}/release`, pro.token, { flowElementId: 'REV' });
  expect(summaryOf(await download(first, author1))).toEqual(original(`${author} 0.pdf`));
  const read = await Promise.all(reports.map(async (id) => summaryOf(await download(id, one))));
  expect(read.sort((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual([
    copy('Scientific reviewer 1, Report.pdf'),
    copy('Scientific reviewer 2, Report.pdf'),
  ]);
  const { body } = await openWhole(app, one.uid, one.token);
  expect(
    JSON.stringify(body.documents.filter((document: { isCopy?: true }) => document.isCopy)),
  ).not.toContain(author);
});

/** What the archive of the own data holds of the documents of an application: each file, and what is said of it. */
async function archived({ uid, token, userId }: Draft) {
  const { bytes } = await app.call('GET', `/users/${userId}/data`, { token });
  const entries = readZip(bytes);
  const { applications } = JSON.parse(entries.get('data.json')?.toString() ?? '');
  const [own] = applications;
  return own.documents.map(({ name, file }: { name: string; file: string | null }) => [
    name,
    file?.replace(uid, 'UID') ?? null,
    file === null ? null : allBytesOf(entries.get(file) ?? Buffer.alloc(0)).includes(author),
  ]);
}

it('puts the copy of a released report into the archive of the own data, and no file that cannot be cleaned', async () => {
  const own = [`${author}.pdf`, `documents/UID/01 ${author}.pdf`, true];
  const report = 'Scientific reviewer, Report.pdf';
  const one = await released();
  expect(await archived(one)).toEqual([own, [report, `documents/UID/02 ${report}`, false]]);
  const other = await released();
  const broken = await app.platform.files.put(Buffer.from('%PDF-1.7 and no more'));
  await app.db
    .updateTable('documents')
    .set({ storage_key: broken.key })
    .where('id', '=', other.reportId)
    .execute();
  expect(await archived(other)).toEqual([own, [report, null, null]]);
});

it('gives no file that cannot be cleaned to such readers, and tries again after an hour', async () => {
  const one = await released();
  const { storage_key: key } = await app.db
    .selectFrom('documents')
    .select('storage_key')
    .where('id', '=', one.reportId)
    .executeTakeFirstOrThrow();
  const broken = await app.platform.files.put(Buffer.from('%PDF-1.7 and no more'));
  const lies = (at: string) =>
    app.db.updateTable('documents').set({ storage_key: at }).where('id', '=', one.reportId).execute();
  await lies(broken.key);
  const refused = [
    409,
    'no_clean_copy',
    'You cannot see who wrote this file, and we could not make an anonymous copy of it. Contact us to ask for it.',
  ];
  const answer = async () => {
    const { status, body } = await download(one.reportId, one);
    return [status, body.code, body.message];
  };
  expect(await answer()).toEqual(refused);
  expect(await stored(one.reportId)).toEqual([
    {
      document_id: one.reportId,
      storage_key: null,
      sha256: null,
      size_bytes: null,
      made_at: expect.any(Date),
    },
  ]);
  await lies(key);
  expect(await answer()).toEqual(refused);
  const [reviewer = pro] = reviewers;
  expect(summaryOf(await download(one.reportId, pro))).toEqual(original(nameForStaff(reviewer)));
  app.clock.advance(3_600_000);
  expect(summaryOf(await download(one.reportId, one))).toEqual(copy('Scientific reviewer, Report.pdf'));
});
