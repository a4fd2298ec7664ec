import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  pdfOf,
  reviewFlow,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { readReceipt, sentenceOf, verifyReceipt } from './verify.ts';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let app: TestApp;
let callId: number;
let pro: SignedIn;
let draft: Draft;
let pdf: Uint8Array<ArrayBuffer>;
let documentId: string;
let rowId: string;

beforeAll(async () => {
  mailServer = await startMailServer();
  app = await buildTestApp({ config: { smtpUrl: mailServer.url } });
  await createSurroundings(app.db);
  callId = (await createCall(app, { code: 'REG', title: 'Regular', flow: reviewFlow })).id;
  pro = await app.login({ role: 'pro' });
  pdf = await pdfOf(1);
});
afterAll(async () => {
  await app.close();
  await mailServer.close();
});

async function submit(data: object[], more: object = {}): Promise<void> {
  const answer = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data, newGroups: [], ...more },
  });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
}
const receipts = (who: { token: string } = draft, id = draft.assignmentId) =>
  app.call('GET', `/v2/assignments/${id}/receipts`, { token: who.token });
const newest = async () => (await receipts()).body[0];
const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const check = async (receipt: unknown) => {
  const read = readReceipt(JSON.stringify(receipt));
  if (read === null) throw new Error('it is no receipt');
  return verifyReceipt(app.platform, read);
};

beforeEach(async () => {
  draft = await createDraft(app, callId, await app.login({ firstName: 'Ana', lastName: 'Horvat' }));
  const sent = await uploadChecked(app, draft, uploadOf(pdf, { elementId: 'case', filename: 'case.pdf' }));
  documentId = sent.body.document.id;
  rowId = app.platform.newId();
  await submit([itemOf('title', ['Wellen “ä” \\ "q"']), itemOf('part', ['aurora-cpu'], { groupId: rowId })], {
    newGroups: [{ id: rowId, order: 0, flowElementId: 'parts' }],
  });
});
afterEach(async () => {
  mailServer.received.length = 0;
  // What one submission still has to do is no matter of the next.
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
});

it('says to its applicant when what was handed in, with a hash of each answer, file and the whole', async () => {
  const answers = [
    ['title', null, 'Project title', ['Wellen “ä” \\ "q"']],
    ['more', null, 'Is there more?', ['false']],
    ['case', null, 'Scientific case', [documentId]],
    ['part', rowId, 'Partition', ['aurora-cpu']],
    ['all', null, 'All together', ['0']],
  ] as const;
  const written = answers.map(([elementId, groupId, , values]) =>
    JSON.stringify({ elementId, groupId, values }),
  );
  const content = `{"answers":[${written.join(',')}],"rows":[{"id":"${rowId}","elementId":"parts","order":0}]}`;
  expect(await receipts()).toMatchObject({
    status: 200,
    body: [
      {
        format: 'clearcall receipt 1',
        call: 'Regular',
        application: draft.uid,
        assignmentId: draft.assignmentId,
        step: 'Application',
        submission: 1,
        submittedAt: '2026-11-21T12:00:00.000Z',
        answers: answers.map(([element, row, question], at) => ({
          element,
          row,
          question,
          sha256: hash(written[at] ?? ''),
        })),
        files: [{ id: documentId, name: 'case.pdf', sizeBytes: pdf.length, sha256: hash(pdf) }],
        sha256: hash(content),
        seal: { key: expect.stringMatching(/^[0-9a-f]{12}$/), hmac: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ],
  });
});

it('is its applicant’s alone', async () => {
  expect(await receipts(pro)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await receipts(await app.login())).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const { body } = await app.call('POST', `/v2/applications/${draft.uid}/assign`, {
    token: pro.token,
    body: { flowElementId: 'CHK', userId: pro.userId, role: 'pro' },
  });
  expect(await receipts(pro, body.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('is there for each submission, the newest first', async () => {
  const first = await newest();
  const { body } = await app.call('POST', `/v2/applications/${draft.uid}/take-back`, {
    token: draft.token,
    body: {},
  });
  expect(body.message).toBeUndefined();
  const { revision } = (await openWhole(app, draft.uid, draft.token)).body.assignments[0].data.find(
    (item: { flowElementId: string }) => item.flowElementId === 'title',
  );
  app.clock.advance(60_000);
  await submit([itemOf('title', ['Waves'], { revision })]);
  const all = (await receipts()).body;
  expect(all.map(({ submission }: { submission: number }) => submission)).toEqual([2, 1]);
  expect(all[1]).toEqual(first);
  expect(all[0].sha256).not.toBe(first.sha256);
  expect([await check(all[0]), await check(first)]).toEqual([[], []]);
});

it('is verified against what is stored, in whatever order its file has it', async () => {
  const receipt = await newest();
  expect(await check(receipt)).toEqual([]);
  expect(await check(Object.fromEntries(Object.entries(receipt).reverse()))).toEqual([]);
  expect(readReceipt('no JSON')).toBeNull();
  expect(readReceipt(JSON.stringify({ ...receipt, format: 'another' }))).toBeNull();
});

it('is found to be changed, whatever of it was', async () => {
  const receipt = await newest();
  const zeros = '0'.repeat(64);
  const [first, ...others] = receipt.answers;
  const changed = {
    'another name': [{ ...receipt, call: 'Other' }, ['seal']],
    'another time': [{ ...receipt, submittedAt: '2026-11-20T12:00:00.000Z' }, ['seal', 'time']],
    'another whole': [{ ...receipt, sha256: zeros }, ['seal', 'content']],
    'another answer': [{ ...receipt, answers: [{ ...first, sha256: zeros }, ...others] }, ['seal', 'answer']],
    'an answer less': [{ ...receipt, answers: others }, ['seal', 'answer']],
    'another file': [{ ...receipt, files: [{ ...receipt.files[0], sha256: zeros }] }, ['seal', 'file']],
    'another number': [{ ...receipt, submission: 7 }, ['seal', 'missing']],
    'another seal': [{ ...receipt, seal: { ...receipt.seal, hmac: zeros } }, ['seal']],
    'an unknown key': [{ ...receipt, seal: { ...receipt.seal, key: '0'.repeat(12) } }, ['seal']],
  } as const;
  for (const [what, [given, kinds]] of Object.entries(changed))
    expect([what, (await check(given)).map(({ kind }) => kind)]).toEqual([what, [...kinds]]);
});

it('finds what was changed in the database since, answer by answer', async () => {
  const receipt = await newest();
  const store = (content: unknown) =>
    sql`update submissions set content = ${JSON.stringify(content)}::jsonb
      where assignment_id = ${draft.assignmentId}::uuid`.execute(app.db);
  const { content } = await app.db
    .selectFrom('submissions')
    .select('content')
    .where('assignment_id', '=', draft.assignmentId)
    .executeTakeFirstOrThrow();
  const { answers, rows } = content as { answers: { elementId: string }[]; rows: object[] };
  const set = (values: string[]) =>
    answers.map((one) => (one.elementId === 'title' ? { ...one, values } : one));
  await store({ rows, answers: set(['Something else']) });
  expect((await check(receipt)).map(sentenceOf)).toEqual([
    'The content that is stored is not the one of the receipt.',
    'The content that is stored was changed since it was submitted.',
    'The answer to “Project title” is stored otherwise.',
  ]);
  // Nobody gets a receipt of it any more.
  expect((await receipts()).body).toEqual([]);
  await store({ rows, answers: [...answers.slice(1), { elementId: 'last', groupId: null, values: ['x'] }] });
  expect((await check(receipt)).filter(({ kind }) => kind === 'answer').map(sentenceOf)).toEqual([
    'The answer to “Project title” is not stored any more.',
    'The answer to “last” is stored, and is not in the receipt.',
  ]);
  await store({ rows: [], answers });
  expect((await check(receipt)).map(({ kind }) => kind)).toEqual(['content', 'written']);
  await store({ rows, answers });
  expect(await check(receipt)).toEqual([]);
});

it('finds a file with other bytes, and one that is gone', async () => {
  const receipt = await newest();
  const { key } = await app.platform.files.put(Buffer.from('other bytes'));
  await app.db.updateTable('documents').set({ storage_key: key }).where('id', '=', documentId).execute();
  expect((await check(receipt)).map(sentenceOf)).toEqual(['The file “case.pdf” has another content.']);
  await app.platform.files.remove(key);
  expect((await check(receipt)).map(sentenceOf)).toEqual(['The file “case.pdf” is not kept any more.']);
});

describe('the mail that confirms the submission', () => {
  /** What travels with the mail, by name, and the words around it. */
  const mailed = () => {
    const mails = mailServer.received.filter(({ text }) => text.includes(`${draft.uid}-receipt-1.json`));
    expect(mails).toHaveLength(1);
    const [{ text } = { text: '' }] = mails;
    const unfolded = text.replaceAll('\r\n ', ' ').replaceAll('\r\n', '\n');
    const files = new Map<string, Buffer>();
    for (const part of unfolded.split(/\n--/)) {
      const name = /filename[^=]*="?([^";\n]+)/.exec(part)?.[1];
      if (name !== undefined) files.set(name, Buffer.from(part.slice(part.indexOf('\n\n')), 'base64'));
    }
    return { words: text.replaceAll('=\r\n', ''), files };
  };
  const work = () => workOff(app.platform, allWork(app.platform));
  const pdfIn = (files: Map<string, Buffer>) =>
    [...files].find(([, bytes]) => bytes.subarray(0, 5).toString() === '%PDF-')?.[1];
  const onPage = 'You can download what you submitted as a PDF from the page of your application.';

  it('brings the receipt, and what was submitted as a PDF', async () => {
    const receipt = await newest();
    await work();
    const { words, files } = mailed();
    const sent = JSON.parse(String(files.get(`${draft.uid}-receipt-1.json`)));
    expect(sent).toEqual(receipt);
    expect(await check(sent)).toEqual([]);
    expect(words).toContain(`SHA-256 of the content: ${receipt.sha256.slice(0, 8)} `);
    expect(words).toContain('Keep the attached receipt.');
    expect(words).toContain('What you submitted is attached as a PDF.');
    const { pages, title } = await readPdf(pdfIn(files) ?? Buffer.alloc(0));
    expect(title).toBe('Wellen “ä” \\ "q"');
    expect(pages.join('\n')).toContain('by Ana Horvat');
  });

  it('says where the PDF is when it is too large to travel', async () => {
    const { open } = app.platform.files;
    app.platform.files.open = async (key) => {
      const file = await open(key);
      const { rows } = await sql`select from printouts where storage_key = ${key}`.execute(app.db);
      return file && rows.length > 0 ? { ...file, sizeBytes: 10_000_001 } : file;
    };
    try {
      await work();
    } finally {
      app.platform.files.open = open;
    }
    const { words, files } = mailed();
    expect([files.size, pdfIn(files)]).toEqual([1, undefined]);
    expect(words).toContain(onPage);
  });

  it('goes without the PDF when none came in five minutes', async () => {
    // Nobody comes to making it; ten seconds lie between two looks.
    const { make_printout: _unmade, ...tasks } = allWork(app.platform).tasks;
    const work = () => workOff(app.platform, { tasks, schedule: [] });
    const tenSecondsLater = sql`update graphile_worker._private_jobs set run_at = run_at - interval '10 seconds'`;
    await work();
    for (let nth = 0; nth < 29; nth += 1) {
      expect(mailServer.received).toEqual([]);
      await tenSecondsLater.execute(app.db);
      await work();
    }
    const { words, files } = mailed();
    expect([files.size, pdfIn(files)]).toEqual([1, undefined]);
    expect(words).toContain(onPage);
  });

  it('brings no PDF of what was taken back since', async () => {
    await app.call('POST', `/v2/applications/${draft.uid}/take-back`, { token: draft.token, body: {} });
    await work();
    const { words, files } = mailed();
    expect([files.size, pdfIn(files)]).toEqual([1, undefined]);
    expect(words).not.toContain('PDF');
  });
});
