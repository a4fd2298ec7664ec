import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPlatform } from '../../../app.ts';
import { refusalSentence } from '../../../platform/http/refuse.ts';
import { createLog } from '../../../platform/log.ts';
import type { Platform } from '../../../platform/platform.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  pdfOf,
  rowsOfApplications,
  smallFlow,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';
import { oddPdfs } from '../../../testing/odd-pdfs.ts';
import { logOfRun } from '../../../testing/people-in-logs.ts';
import { runDueCommands } from '../workflow/run-due-commands.ts';
import { askFor, putBack, takeNext } from './check-queue.ts';
import { checksOf } from './checks.ts';
import { finishCheck } from './finish-check.ts';

const now = '2026-11-21T12:00:00.000Z';
const soon = { timeout: 60_000 };
const odd = (name: string) => Uint8Array.from(oddPdfs.find((pdf) => pdf.name === name)?.make() ?? []);

let app: TestApp;
let callId: number;
/** Another process of the portal, on the same database and the same files. */
const others: Platform[] = [];
async function startAnother(): Promise<void> {
  const other = {
    ...buildPlatform(app.platform.config, createLog('trace', logOfRun)),
    now: app.platform.now,
  };
  others.push(other);
  checksOf(other).follow();
}
beforeAll(async () => {
  app = await buildTestApp({ now });
  await createSurroundings(app.db);
  callId = (await createCall(app)).id;
});
afterAll(async () => {
  for (const other of others) {
    await checksOf(other).stop();
    await other.databases.close();
  }
  await app.close();
});

const send = (draft: Draft, bytes: Uint8Array<ArrayBuffer>, elementId = 'case') =>
  app.call('POST', `/v2/assignments/${draft.assignmentId}/upload`, {
    token: draft.token,
    form: uploadOf(bytes, { elementId }),
  });
const checked = (draft: Draft, bytes: Uint8Array<ArrayBuffer>, elementId = 'case') =>
  uploadChecked(app, draft, uploadOf(bytes, { elementId }));
const opened = async (draft: Draft, token = draft.token) => {
  const { body } = await openWhole(app, draft.uid, token);
  return { uploads: body.uploads, documents: body.documents, data: body.assignments[0].data };
};
const remove = (draft: Draft, id: string) =>
  app.call('DELETE', `/v2/assignments/${draft.assignmentId}/upload/${id}`, { token: draft.token });
const submit = (draft: Draft) =>
  app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data: [itemOf('title', ['Waves'])] },
  });
async function filesStored(): Promise<number> {
  const entries = await readdir(join(app.platform.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

describe('a file that is refused by its check', () => {
  it.each([
    ['not_a_pdf', () => Uint8Array.from(Buffer.from('%PDF-1.7 and nothing more')), undefined],
    ['encrypted_pdf', () => odd("a user's password, AES 256"), undefined],
    ['too_many_pages', () => pdfOf(3), 'This PDF has 3 pages. The limit here is 2 pages.'],
  ] as const)('says so with %s until it is removed, and is gone', async (code, bytes, text) => {
    const draft = await createDraft(app, callId);
    const before = await filesStored();
    const message = text ?? refusalSentence(code);
    const taken = await send(draft, await bytes());
    const document = { ...taken.body.document, pages: null, check: 'refused', refusal: { code, message } };
    expect((await checked(draft, await bytes(), 'letters')).status).toBe(
      code === 'too_many_pages' ? 200 : 422,
    );
    await expect.poll(async () => (await opened(draft)).uploads[0], soon).toEqual(document);
    if (code === 'too_many_pages') {
      const inGerman = await app.call('GET', `/v2/assignments/${draft.assignmentId}/upload/${document.id}`, {
        token: draft.token,
        headers: { 'accept-language': 'de' },
      });
      expect(inGerman.body.document.refusal.message).toBe(
        'Dieses PDF hat 3 Seiten. Erlaubt sind hier 2 Seiten.',
      );
    }
    expect((await opened(draft)).data).toEqual(code === 'too_many_pages' ? [expect.anything()] : []);
    expect((await app.call('GET', `/download/upload/${document.id}`, { token: draft.token })).status).toBe(
      404,
    );
    await expect.poll(filesStored, soon).toBe(before + (code === 'too_many_pages' ? 1 : 0));
    expect(await submit(draft)).toMatchObject({
      status: 422,
      body: {
        code: 'has_errors',
        problems: expect.arrayContaining([
          {
            formId: 'F1',
            elementId: 'case',
            groupId: null,
            title: 'Scientific case',
            message,
            missing: false,
          },
        ]),
      },
    });
    const removed = await remove(draft, document.id);
    expect([removed.status, removed.body]).toEqual([200, { data: itemOf('case', [], { revision: 0 }) }]);
    expect((await remove(draft, document.id)).status).toBe(404);
    for (const one of (await opened(draft)).uploads) await remove(draft, one.id);
    expect((await submit(draft)).status).toBe(200);
  });

  it('leaves what it was to replace, and goes for the next one', async () => {
    const draft = await createDraft(app, callId);
    const good = await checked(draft, await pdfOf(1));
    expect((await checked(draft, await pdfOf(3))).body.code).toBe('too_many_pages');
    const kept = itemOf('case', [good.body.document.id], { revision: 1 });
    expect(await opened(draft)).toEqual({
      documents: [good.body.document],
      uploads: [expect.objectContaining({ check: 'refused' })],
      data: [kept],
    });
    const next = await checked(draft, await pdfOf(2));
    expect(await opened(draft)).toEqual({
      documents: [next.body.document],
      uploads: [],
      data: [itemOf('case', [next.body.document.id], { revision: 2 })],
    });
  });
});

describe('in a process that ends before it has looked', () => {
  beforeAll(() => checksOf(app.platform).stop());

  it('keeps what was taken for its owner alone, and another process looks into it', async () => {
    const draft = await createDraft(app, callId);
    const bytes = await pdfOf(2);
    const taken = await send(draft, bytes);
    const document = {
      id: expect.any(String),
      assignmentId: draft.assignmentId,
      flowElementId: 'case',
      dataGroupId: null,
      filename: 'Scientific case.pdf',
      originalFilename: 'case.pdf',
      sizeBytes: bytes.length,
      pages: null,
      createdAt: now,
      check: 'waiting',
      refusal: null,
    };
    expect([taken.status, taken.body]).toEqual([
      200,
      { document, data: itemOf('case', [], { revision: 0 }) },
    ]);
    const { id } = taken.body.document;
    expect(await opened(draft)).toEqual({ documents: [], uploads: [document], data: [] });
    const path = `/v2/assignments/${draft.assignmentId}/upload/${id}`;
    expect((await app.call('GET', path, { token: draft.token })).body).toEqual(taken.body);
    // Nobody else, and nobody may say that it is in the answer.
    const foreign = await app.login();
    const pro = await app.login({ role: 'pro' });
    for (const { token } of [foreign, pro]) {
      expect((await app.call('GET', path, { token })).status).toBe(404);
      expect((await app.call('GET', `/download/upload/${id}`, { token })).status).toBe(404);
    }
    const file = await app.call('GET', `/download/upload/${id}`, { token: draft.token });
    expect([file.status, file.bytes.equals(bytes)]).toEqual([200, true]);
    const save = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
      token: draft.token,
      body: { data: [itemOf('case', [id])] },
    });
    expect(save.status).toBe(422);

    // Two files of a submission, one of which nobody has begun with: it waits, past the deadline, without a connection.
    await send(draft, bytes, 'letters');
    const submitting = submit(draft);
    await expect
      .poll(() => app.db.selectFrom('uploads').select('id').where('asked_at', 'is not', null).execute(), soon)
      .toHaveLength(2);
    const lent = app.platform.databases.pool;
    expect(lent.totalCount - lent.idleCount).toBe(0);
    app.clock.set('2027-06-01T00:00:00.000Z');
    await startAnother();
    const { status, body } = await submitting;
    app.clock.set(now);
    expect([status, body.submittedAt]).toEqual([200, now]);
    const { documents, uploads } = await opened(draft, pro.token);
    expect([documents.length, documents[0], uploads]).toEqual([
      2,
      {
        ...document,
        id,
        filename: `${draft.userId}_Number ${draft.userId}_${document.filename}`,
        pages: 2,
        check: undefined,
        refusal: undefined,
      },
      [],
    ]);
  });

  it('looks again after a process that ended in the middle of it', async () => {
    const draft = await createDraft(app, callId);
    await app.platform.db.transaction().execute(async () => undefined);
    app.clock.set('2026-11-21T13:00:00.000Z');
    const holder = app.platform.databases.background.db;
    const taken = await send(draft, await pdfOf(1));
    await holder
      .updateTable('uploads')
      .set({ held_until: '2026-11-21T13:00:10.000Z' })
      .where('id', '=', taken.body.document.id)
      .execute();
    app.clock.set('2026-11-21T13:00:11.000Z');
    await expect.poll(async () => (await opened(draft)).documents, soon).toHaveLength(1);
    app.clock.set(now);
  });
});

describe('what becomes of an upload', () => {
  let still: TestApp;
  beforeAll(async () => {
    still = await buildTestApp({ now });
    await checksOf(still.platform).stop();
    await createSurroundings(still.db);
    await createCall(still);
  });
  afterAll(() => still.close());

  const taken = async (draft: Draft, elementId = 'case') => {
    const answer = await still.call('POST', `/v2/assignments/${draft.assignmentId}/upload`, {
      token: draft.token,
      form: uploadOf(await pdfOf(1), { elementId }),
    });
    return { id: String(answer.body.document.id), assignmentId: draft.assignmentId };
  };
  const newDraft = async (as?: Draft) => {
    const call = await still.db.selectFrom('calls').select('id').executeTakeFirstOrThrow();
    return createDraft(still, call.id, as);
  };

  it('is nothing where it was removed, replaced or lost with its draft meanwhile, and once where two look', async () => {
    const draft = await newDraft();
    const replaced = await taken(draft);
    const removed = await taken(draft, 'letters');
    const last = await taken(draft);
    await still.call('DELETE', `/v2/assignments/${draft.assignmentId}/upload/${removed.id}`, {
      token: draft.token,
    });
    const gone = await newDraft();
    const lost = await taken(gone);
    await still.call('DELETE', `/v2/applications/${gone.uid}`, { token: gone.token });
    const before = await rowsOfApplications(still);
    for (const one of [replaced, removed, lost]) {
      await finishCheck(still.platform, one, { pages: 1 });
      await finishCheck(still.platform, one, { code: 'not_a_pdf' });
    }
    expect(await rowsOfApplications(still)).toEqual(before);
    expect(before.abandoned).toHaveLength(3);
    await finishCheck(still.platform, last, { pages: 1 });
    const passed = await rowsOfApplications(still);
    expect([passed.documents.map(({ id }) => id), passed.uploads]).toEqual([[last.id], []]);
    await finishCheck(still.platform, last, { pages: 1 });
    await finishCheck(still.platform, last, { code: 'not_a_pdf' });
    expect(await rowsOfApplications(still)).toEqual(passed);
  });

  const sendTo = (draft: Draft, action: 'submit' | 'save', data: unknown[]) =>
    still.call('PUT', `/v2/assignments/${draft.assignmentId}/${action}`, {
      token: draft.token,
      body: { data },
    });
  const asked = async ({ assignmentId }: Draft) =>
    still.db
      .selectFrom('assignments')
      .select(['status', 'submitted_at', 'submission_asked_at', 'expired_at'])
      .where('id', '=', assignmentId)
      .executeTakeFirstOrThrow();
  const inTime = '2026-12-01T08:59:00.000Z';
  const tooLate = '2026-12-01T09:00:01.000Z';

  it('says when a submit has waited long enough, and loses nothing', async () => {
    const settle = vi.spyOn(checksOf(still.platform), 'settle').mockResolvedValue(false);
    still.clock.set(inTime);
    const draft = await newDraft();
    const file = await taken(draft);
    const text = [itemOf('title', ['Waves'])];
    const putOff = {
      status: 503,
      body: {
        statusCode: 503,
        code: 'files_in_check',
        message: refusalSentence('files_in_check'),
        submissionAskedAt: inTime,
      },
    };
    const first = await sendTo(draft, 'submit', text);
    expect([{ status: first.status, body: first.body }, first.headers['retry-after']]).toEqual([
      putOff,
      '10',
    ]);
    const waits = {
      status: 'draft',
      submitted_at: null,
      submission_asked_at: new Date(inTime),
      expired_at: null,
    };
    expect(await asked(draft)).toEqual(waits);

    // The deadline passes: it is not late, and nothing but itself is taken any more.
    still.clock.set(tooLate);
    await runDueCommands(still.platform);
    const before = await rowsOfApplications(still);
    expect(await sendTo(draft, 'submit', text)).toMatchObject(putOff);
    for (const action of ['submit', 'save'] as const)
      expect(await sendTo(draft, action, [itemOf('title', ['Tides'], { revision: 1 })])).toMatchObject({
        status: 409,
        body: { code: 'deadline_passed' },
      });
    expect(await rowsOfApplications(still)).toEqual(before);
    expect(await asked(draft)).toEqual(waits);
    const seen = await openWhole(still, draft.uid, draft.token);
    expect(seen.body.assignments[0]).toMatchObject({
      data: [itemOf('title', ['Waves'], { revision: 1 })],
      can: { save: false, submit: true },
      notice: expect.stringContaining('while we were still checking its files'),
    });

    await finishCheck(still.platform, file, { pages: 1 });
    const done = await sendTo(draft, 'submit', []);
    expect([done.status, done.body.submittedAt]).toEqual([200, inTime]);
    expect(await asked(draft)).toEqual({
      ...waits,
      status: 'submitted',
      submitted_at: new Date(inTime),
      submission_asked_at: null,
    });
    settle.mockRestore();
    still.clock.set(now);
    const other = await newDraft();
    await taken(other);
    expect(await checksOf(still.platform).settle(other.assignmentId, 50)).toBe(false);
    expect(await checksOf(still.platform).settle(randomUUID(), 5_000)).toBe(true);
  });

  it('lets no submission wait that was changed since, or for longer than a day', async () => {
    const settle = vi.spyOn(checksOf(still.platform), 'settle').mockResolvedValue(false);
    still.clock.set(inTime);
    const [changed, forgotten] = [await newDraft(), await newDraft()];
    for (const draft of [changed, forgotten]) {
      await taken(draft);
      expect((await sendTo(draft, 'submit', [itemOf('title', ['Waves'])])).status).toBe(503);
    }
    await sendTo(changed, 'save', [itemOf('title', ['Tides'], { revision: 1 })]);
    expect((await asked(changed)).submission_asked_at).toBe(null);
    still.clock.set(tooLate);
    const late = async (draft: Draft) => (await sendTo(draft, 'submit', [])).body.code;
    expect([await late(changed), await late(forgotten)]).toEqual(['deadline_passed', 'files_in_check']);
    await runDueCommands(still.platform);
    const isLate = async (draft: Draft) => (await asked(draft)).expired_at !== null;
    expect([await isLate(changed), await isLate(forgotten)]).toEqual([true, false]);
    still.clock.set('2026-12-02T08:59:00.001Z');
    expect(await late(forgotten)).toBe('deadline_passed');
    await runDueCommands(still.platform);
    expect(await isLate(forgotten)).toBe(true);
    settle.mockRestore();
    still.clock.set(now);
  });

  it('lets what its check refused be mended after the deadline, and nothing else', async () => {
    const settle = vi.spyOn(checksOf(still.platform), 'settle').mockResolvedValue(false);
    const needed = JSON.parse(
      JSON.stringify(smallFlow).replace('"maxPages":2}', '"maxPages":2},"required":true'),
    );
    const call = await createCall(still, { code: 'NEED', flow: needed });
    still.clock.set(inTime);
    const draft = await createDraft(still, call.id);
    const refused = [await taken(draft), await taken(draft, 'letters')];
    const kept = await taken(draft, 'letters');
    await sendTo(draft, 'submit', [itemOf('title', ['Waves'])]);
    for (const file of refused) await finishCheck(still.platform, file, { code: 'not_a_pdf' });
    await finishCheck(still.platform, kept, { pages: 1 });
    still.clock.set(tooLate);
    expect((await sendTo(draft, 'submit', [])).body.code).toBe('has_errors');
    const path = `/v2/assignments/${draft.assignmentId}/upload`;
    const drop = ({ id }: { id: string }) =>
      still
        .call('DELETE', `${path}/${id}`, { token: draft.token })
        .then(({ status, body }) => [status, body.code]);
    const put = async (elementId: string) => {
      const form = uploadOf(await pdfOf(1), { elementId });
      const { status, body } = await still.call('POST', path, { token: draft.token, form });
      return status === 200
        ? { id: body.document.id, assignmentId: draft.assignmentId }
        : [status, body.code];
    };
    const before = await rowsOfApplications(still);
    // What passed stays; a file that is needed is replaced, not taken away; and no word is changed.
    expect([
      await drop(kept),
      await drop(refused[0] ?? kept),
      (await sendTo(draft, 'save', [itemOf('title', ['Tides'], { revision: 1 })])).body.code,
    ]).toEqual([[409, 'deadline_passed'], [422, 'invalid_value'], 'deadline_passed']);
    expect(await rowsOfApplications(still)).toEqual(before);
    const seen = await openWhole(still, draft.uid, draft.token);
    expect(seen.body.assignments[0]).toMatchObject({
      can: { save: false, submit: true },
      notice: expect.stringContaining('Delete or replace it'),
    });

    expect(await drop(refused[1] ?? kept)).toEqual([200, undefined]);
    // Its place is gone with it.
    expect(await put('letters')).toEqual([409, 'deadline_passed']);
    const other = await put('case');
    if (Array.isArray(other)) throw new Error(String(other));
    // One for one: while that is being checked, nothing else comes in.
    expect([await put('case'), await drop(other)]).toEqual([
      [409, 'deadline_passed'],
      [409, 'deadline_passed'],
    ]);
    expect((await sendTo(draft, 'submit', [])).body.code).toBe('files_in_check');
    await finishCheck(still.platform, other, { pages: 1 });
    const done = await sendTo(draft, 'submit', []);
    expect([done.status, done.body.submittedAt]).toEqual([200, inTime]);
    const { documents, uploads } = await rowsOfApplications(still);
    const own = [...documents, ...uploads].filter((one) => one.assignment_id === draft.assignmentId);
    expect(own.map(({ id }) => id).toSorted()).toEqual([kept.id, other.id].toSorted());
    settle.mockRestore();
    still.clock.set(now);
  });

  it('stays in the cut-off in which it came, also where the next one has opened since', async () => {
    const settle = vi.spyOn(checksOf(still.platform), 'settle').mockResolvedValue(false);
    const call = await createCall(still, {
      code: 'TWO',
      cutoffs: [
        { start: '2026-11-01T09:00:00Z', end: '2026-12-01T09:00:00Z' },
        { start: '2026-12-01T09:00:00Z', end: '2027-02-01T09:00:00Z' },
      ],
    });
    still.clock.set(inTime);
    const drafts = [await createDraft(still, call.id), await createDraft(still, call.id)];
    const placed: unknown[] = [];
    for (const [nth, draft] of drafts.entries()) {
      still.clock.set(inTime);
      const file = await taken(draft);
      await sendTo(draft, 'submit', [itemOf('title', ['Waves'])]);
      still.clock.set(tooLate);
      await finishCheck(still.platform, file, { pages: 1 });
      // New words make it one of the next cut-off.
      const text = nth === 0 ? [] : [itemOf('title', ['Tides'], { revision: 1 })];
      const { body } = await sendTo(draft, 'submit', text);
      const { cutoff_id } = await still.db
        .selectFrom('applications')
        .select('cutoff_id')
        .where('uid', '=', body.uid)
        .executeTakeFirstOrThrow();
      placed.push([body.submittedAt, cutoff_id]);
    }
    expect(placed).toEqual([
      [inTime, call.cutoffIds[0]],
      [tooLate, call.cutoffIds[1]],
    ]);
    settle.mockRestore();
    still.clock.set(now);
  });

  it('comes in turn: who waits to submit, who has none being looked into, who was first', async () => {
    await still.db.deleteFrom('uploads').execute();
    const at = new Date(now);
    const [ada, eve] = [await newDraft(), await newDraft()];
    const [first, second, third] = [
      await taken(ada),
      await taken(ada, 'letters'),
      await taken(ada, 'letters'),
    ];
    const eves = await taken(eve);
    const waiting = await newDraft(ada);
    const asked = await taken(waiting);
    await askFor(still.db, waiting.assignmentId, at);
    const take = async (costly = false, atMs = at.getTime()) =>
      (await takeNext(still.db, { costly, now: new Date(atMs), holdMs: 10_000 }))?.id ?? null;
    expect([await take(), await take(), await take(), await take()]).toEqual([
      asked.id,
      eves.id,
      first.id,
      second.id,
    ]);
    await putBack(still.db, first.id, { costly: true });
    expect([await take(), await take(), await take(true), await take(true)]).toEqual([
      third.id,
      null,
      first.id,
      null,
    ]);
    // Whoever had them is gone.
    expect(await take(false, at.getTime() + 9_999)).toBe(null);
    expect(await take(false, at.getTime() + 10_000)).toBe(asked.id);
  });

  it('ends a connection that sends far more than is allowed', async () => {
    const draft = await newDraft();
    await still.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = still.app.server.address() as AddressInfo;
    const head = [
      `POST /api/v2/assignments/${draft.assignmentId}/upload HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${draft.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1500000000',
      '',
      '--x\r\nContent-Disposition: form-data; name="flowElementId"\r\n\r\ncase\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7',
    ].join('\r\n');
    const { sentMb, answer } = await new Promise<{ sentMb: number; answer: string }>((done) => {
      const socket = connect(port, '127.0.0.1');
      const piece = Buffer.alloc(1_048_576, ' ');
      let sentMb = 0;
      let answer = '';
      socket.write(head);
      const more = () => {
        while (!socket.destroyed && sentMb < 1_400) {
          sentMb += 1;
          if (!socket.write(piece)) return;
        }
      };
      socket.on('drain', more).on('connect', more);
      socket.on('data', (chunk) => {
        answer += String(chunk);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => done({ sentMb, answer }));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('This file is larger than 1 MB. Choose a smaller one.');
    expect(sentMb).toBeLessThan(40);
    expect(await readdir(join(still.platform.config.dataDir, 'files', 'incoming'))).toEqual([]);
  });
});
