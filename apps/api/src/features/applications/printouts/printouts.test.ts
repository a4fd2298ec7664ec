import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { removeAbandonedFiles } from '../../../across/clean-up.ts';
import { compareFiles } from '../../../across/compare-files.ts';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { faultsOfPdfUa } from '../../../testing/check-pdf-ua.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  pdfOf,
  reviewFlow,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { allBytesOf, author, revealingPdfs } from '../../../testing/revealing-pdfs.ts';
import { loadContent } from './content.ts';

/** Reviewers read what was submitted and write a review; the applicant reads it once it is released. */
const flow = {
  ...reviewFlow,
  steps: reviewFlow.steps.map((step) => {
    const view = [
      { role: 'scientific_reviewer', scope: 'own', from: 'submitted', audience: ['public'] },
      { role: 'applicant', scope: 'own', from: 'released', audience: ['public'] },
    ];
    if (step.id === 'APP')
      return { ...step, guide: 'Read all of it first.', permissions: { assign: [], assignable: [], view } };
    if (step.id === 'LOC') return { ...step, guide: 'Answer what the reviewers ask.' };
    if (step.id !== 'REV') return step;
    const elements = [
      { id: 'opinion', type: 'textarea', title: 'Opinion' },
      { id: 'secret', type: 'textarea', title: 'For the panel', config: { audience: 'panel_only' } },
      { id: 'report', type: 'upload', title: 'Report' },
    ];
    return {
      ...step,
      permissions: { assign: [], assignable: ['scientific_reviewer'], view: view.slice(1) },
      forms: [{ id: 'REV.F', title: 'Review', order: 0, elements }],
    };
  }),
};

let app: TestApp;
let callId: number;
let pro: SignedIn;
let reviewer: SignedIn;
beforeAll(async () => {
  app = await buildTestApp({ now: new Date() });
  await createSurroundings(app.db);
  pro = await app.login({ role: 'pro' });
  reviewer = await app.login({ role: 'scientific_reviewer', firstName: 'Rosalind', lastName: 'Hidden' });
  callId = (await createCall(app, { flow })).id;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: days(-1), ends_at: days(100) })
    .execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  await workOff(app.platform, allWork(app.platform));
  await app.db.deleteFrom('printouts').execute();
});

const work = () => workOff(app.platform, allWork(app.platform));
const ask = (path: string, who?: { token: string }, wait = 0) =>
  app.call('GET', `${path}?wait=${wait}`, { token: who?.token });
/** Asked for, made, and asked for again. */
async function printed(path: string, who?: { token: string }) {
  const first = await ask(path, who);
  expect([path, first.status]).toEqual([path, 202]);
  await work();
  const answer = await ask(path, who);
  expect([path, answer.status, answer.headers['content-type']]).toEqual([path, 200, 'application/pdf']);
  const pdf = await readPdf(answer.bytes);
  const name = decodeURIComponent(String(answer.headers['content-disposition']).split("UTF-8''")[1] ?? '');
  return { bytes: answer.bytes, ...pdf, text: pdf.pages.join('\n'), name };
}
/** What would be printed for somebody of a whole application. */
async function contentFor(userId: number, key: string): Promise<string> {
  const isStaff = userId === pro.userId;
  const role = isStaff ? 'pro' : userId === reviewer.userId ? 'scientific_reviewer' : 'user';
  const { platform } = app;
  const translator = platform.organisation.translator('en');
  const given = { reader: { userId, role, isStaff }, now: platform.now(), translator } as const;
  return JSON.stringify(await loadContent(platform, { kind: 'consolidated', key }, given));
}
async function succeed(method: string, path: string, token: string, body: object) {
  const answer = await app.call(method, path, { token, body });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

async function submitted(): Promise<Draft> {
  const members = ['Zoë Ångström'];
  const draft = await createDraft(app, callId, await app.login({ firstName: 'Ana', lastName: 'Horvat' }));
  await uploadChecked(app, draft, uploadOf(await pdfOf(2), { elementId: 'case', filename: 'plan.pdf' }));
  const rows = members.map((name, order) => ({ id: app.platform.newId(), order, name }));
  await succeed('PUT', `/v2/assignments/${draft.assignmentId}/save`, draft.token, {
    data: rows.map(({ id, name }) => itemOf('name', [name], { groupId: id })),
    newGroups: rows.map(({ id, order }) => ({ id, order, flowElementId: 'team' })),
  });
  await succeed('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, {
    data: [
      itemOf('title', ['Waves over Łódź']),
      itemOf('home', ['Łódź, "TU"']),
      itemOf('panel', ['PE2']),
      itemOf('more', ['true']),
      itemOf('details', ['First line\n\nThird line']),
    ],
    newGroups: [],
  });
  return draft;
}

it('gives an application as a tagged PDF with its files behind it, made once by a job', async () => {
  const draft = await submitted();
  const path = `/v2/applications/${draft.uid}/download`;
  const both = await Promise.all([ask(path, draft), ask(path, draft)]);
  for (const answer of both)
    expect([answer.status, answer.headers.location, answer.body]).toEqual([
      202,
      `/api${path}?wait=0`,
      { state: 'in_the_making', filesDone: 0, files: 1, location: `/api${path}?wait=0` },
    ]);
  const rows = () => app.db.selectFrom('printouts').select(['kind', 'state', 'files_done']).execute();
  expect(await rows()).toEqual([{ kind: 'application', state: 'requested', files_done: 0 }]);
  await work();
  expect(await rows()).toEqual([{ kind: 'application', state: 'made', files_done: 1 }]);

  const { status, bytes, headers } = await ask(path, draft);
  const name = `${draft.uid} - Waves over Łódź - Application.pdf`;
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ]);
  expect(headers['content-disposition']).toContain(encodeURIComponent(name));
  const pdf = await readPdf(bytes);
  expect(pdf).toMatchObject({ language: 'en', title: 'Waves over Łódź', author: null, showsTitle: true });
  expect(pdf.bookmarks).toEqual([
    'Project',
    'Resources',
    '  Partition',
    '  Member #1: Zoë Ångström',
    'Scientific case: plan.pdf',
  ]);
  expect(new Set(pdf.tags)).toEqual(
    new Set('Document H1 H2 H3 P Table TR TH TD TOC TOCI Reference Link'.split(' ')),
  );
  const own = pdf.pages.slice(0, -2);
  const front = own[0] ?? '';
  const [project = '', resources = ''] = own.join('\n').split('Form 2 of 2');
  for (const part of ['Contents', 'Proposal ID', draft.uid, 'Scientific case: plan.pdf', 'Ana Horvat'])
    expect(front).toContain(part);
  for (const part of [
    'Form 1 of 2',
    'Łódź, "TU"',
    'First line',
    'Third line',
    'plan.pdf, 2 pages',
    'Not answered',
  ])
    expect(project).toContain(part);
  expect(own.at(-1)).toContain(`Page ${own.length} of ${own.length + 2}`);
  for (const part of ['Member #1: Zoë Ångström', 'All together']) expect(resources).toContain(part);

  // Rows and files fit; it is kept for a day, and goes with what it is of.
  expect(await compareFiles(app.platform)).toMatchObject({ found: 0, missing: [] });
  app.clock.advance(86_400_000 + 1_000);
  await sql`select graphile_worker.add_job('purge_printouts')`.execute(app.db);
  await work();
  expect(await rows()).toEqual([]);
  expect(await removeAbandonedFiles(app.platform)).toEqual({ removed: 1 });
});

it('is there for whoever waits, and made again when something in it changed', async () => {
  const draft = await createDraft(app, callId);
  const path = `/v2/applications/${draft.uid}/download`;
  await succeed('PUT', `/v2/assignments/${draft.assignmentId}/save`, draft.token, {
    data: [itemOf('title', ['Tides'])],
    newGroups: [],
  });
  let isAnswered = false;
  const waiting = ask(path, draft, 10).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) await work();
  expect((await waiting).status).toBe(200);
  expect((await ask(path, draft)).status).toBe(200);
  await succeed('PUT', `/v2/assignments/${draft.assignmentId}/save`, draft.token, {
    data: [itemOf('title', ['Tides and waves'], { revision: 1 })],
    newGroups: [],
  });
  const { text, title, bytes } = await printed(path, draft);
  expect(await faultsOfPdfUa(bytes)).toEqual([]);
  expect(title).toBe('Tides and waves');
  expect(text).toContain('Draft, not submitted');
  // In another language it is another one.
  const inGerman = { token: draft.token, headers: { 'accept-language': 'de' } };
  expect((await app.call('GET', `${path}?wait=0`, inGerman)).status).toBe(202);
  await work();
  const german = await readPdf((await app.call('GET', `${path}?wait=0`, inGerman)).bytes);
  expect([german.language, german.pages.join('\n').includes('Entwurf, nicht eingereicht')]).toEqual([
    'de',
    true,
  ]);
});

it('gives nobody what they may not see, and says nothing of whom they may not know', async () => {
  const draft = await submitted();
  const { id: reviewId } = await succeed('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
    flowElementId: 'REV',
    userId: reviewer.userId,
    role: 'scientific_reviewer',
  });
  await succeed('PUT', `/v2/assignments/${reviewId}/accept`, reviewer.token, { accepted: true });
  await uploadChecked(
    app,
    { assignmentId: reviewId, token: reviewer.token },
    uploadOf(Uint8Array.from(revealingPdfs['properties and document ids']?.() ?? []), {
      elementId: 'report',
      filename: `${author}.pdf`,
    }),
  );
  await succeed('PUT', `/v2/assignments/${reviewId}/submit`, reviewer.token, {
    data: [itemOf('opinion', ['Strong in its methods.']), itemOf('secret', ['Between us: weak.'])],
    newGroups: [],
  });
  const whole = `/v2/applications/${draft.uid}/download/consolidated`;
  const review = `/download/assignment/${reviewId}`;
  const stranger = await app.login();
  for (const path of [`/v2/applications/${draft.uid}/download`, whole, review])
    expect((await ask(path, stranger)).status).toBe(404);
  // Not released yet: the applicant has no review.
  expect((await ask(review, draft)).status).toBe(404);
  expect(await contentFor(draft.userId, draft.uid)).not.toContain('Strong in its methods.');

  await succeed('POST', `/v2/applications/${draft.uid}/release`, pro.token, { flowElementId: 'REV' });
  for (const path of [whole, review]) {
    const seen = await printed(path, draft);
    expect(seen.text).toContain('Strong in its methods.');
    expect(seen.text).toContain('Scientific reviewer');
    expect(seen.bookmarks).toContain('Report: Scientific reviewer, Report.pdf');
    const all = `${allBytesOf(seen.bytes)} ${seen.text} ${seen.name} ${seen.bookmarks.join(' ')}`;
    for (const hidden of ['Rosalind', 'Hidden', author, 'Between us']) expect(all).not.toContain(hidden);
  }
  expect(await contentFor(reviewer.userId, draft.uid)).toContain('Between us: weak.');
  expect(await contentFor(pro.userId, draft.uid)).toContain('Rosalind Hidden');

  // A reader who loses the right has none of it any more, though it lies there.
  await sql`update assignments set status = 'revoked' where id = ${reviewId}::uuid`.execute(app.db);
  expect((await ask(review, reviewer)).status).toBe(404);
});

it('says that none could be made, and begins again when it is asked for again', async () => {
  const draft = await createDraft(app, callId);
  await succeed('PUT', `/v2/assignments/${draft.assignmentId}/save`, draft.token, {
    data: [itemOf('title', ['Foam'])],
    newGroups: [],
  });
  const path = `/v2/applications/${draft.uid}/download`;
  expect((await ask(path, draft)).status).toBe(202);
  const full = async () => {
    throw new Error('ENOSPC: no space left on device');
  };
  const { receive } = app.platform.files;
  app.platform.files.receive = full;
  try {
    // The last of its attempts.
    await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(app.db);
    await work();
  } finally {
    app.platform.files.receive = receive;
  }
  expect(await app.db.selectFrom('printouts').select(['state', 'storage_key']).execute()).toEqual([
    { state: 'failed', storage_key: null },
  ]);
  await printed(path, draft);
});

const formOf = (id: number) => `/download/call/${id}/form`;

it('gives everybody the forms of a published call that an applicant fills in, with all that they say', async () => {
  const path = formOf(callId);
  const seen = await printed(path);
  expect(await faultsOfPdfUa(seen.bytes)).toEqual([]);
  const fields = ['Project', 'Resources', '  Partition', '  Member'];
  expect(seen.bookmarks).toEqual([...fields, 'LOC']);
  for (const part of [
    'Read all of it first.',
    'Project title',
    'Required.',
    'At most 40 characters',
    'Only asked in some cases',
    'PDF, up to 1 MB and 2 pages',
    'LOC, Form 1 of 1 LOC Answer what the reviewers ask.',
    'Reply',
  ])
    expect(seen.text.replace(/\s+/g, ' ')).toContain(part);
  expect(seen.text).not.toContain('Opinion');
  // Another applicant reads the same file.
  expect((await ask(path, await app.login())).status).toBe(200);
  await app.db.updateTable('calls').set({ published: false }).where('id', '=', callId).execute();
  expect((await ask(path)).status).toBe(404);
  await app.db.updateTable('calls').set({ published: true }).where('id', '=', callId).execute();
});

it('holds no question of a form to the next one', async () => {
  const { platform } = app;
  const given = { reader: null, now: platform.now(), translator: platform.organisation.translator('en') };
  const content = await loadContent(platform, { kind: 'form', callId }, given);
  const blocks = content?.document.blocks ?? [];
  const held = blocks.filter((block, nth) => {
    const [before, next] = [blocks[nth - 1], blocks[nth + 1]];
    // What is said of a group stays with its first question.
    const isOfGroup = before?.kind === 'heading' && before.level === 2;
    return block.kind === 'paragraph' && block.keep === true && next?.kind === 'heading' && !isOfGroup;
  });
  expect(blocks.length).toBeGreaterThan(20);
  expect(held).toEqual([]);
});

it('gives the form of a step to those who work on it in this call, and to staff', async () => {
  const draft = await submitted();
  const somebody = await app.login({ role: 'scientific_reviewer' });
  const { id } = await succeed('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
    flowElementId: 'REV',
    userId: somebody.userId,
    role: 'scientific_reviewer',
  });
  expect((await printed(formOf(callId), somebody)).text).not.toContain('Opinion');
  await succeed('PUT', `/v2/assignments/${id}/accept`, somebody.token, { accepted: true });
  const seen = await printed(formOf(callId), somebody);
  expect(seen.bookmarks).toEqual(['Project', 'Resources', '  Partition', '  Member', 'Review', 'LOC']);
  for (const part of ['Opinion', 'For the panel']) expect(seen.text).toContain(part);
  expect((await printed(formOf(callId), pro)).bookmarks).toContain('FIN');
  // Of a call that they do nothing in they read what everybody does.
  const other = (await createCall(app, { code: 'TWO', flow })).id;
  expect((await printed(formOf(other), somebody)).text).not.toContain('Opinion');
});
