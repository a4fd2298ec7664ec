import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removeAbandonedFiles } from '../../../across/clean-up.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  pdfOf,
  rowsOfApplications,
  smallFlow,
  uploadChecked,
  uploadOf,
  whenChecked,
} from '../../../testing/factories.ts';
import { oddPdfs } from '../../../testing/odd-pdfs.ts';
import { cleanFileName, freeName } from './file-name.ts';

const now = '2026-11-21T12:00:00.000Z';
const row1 = '018f0000-0000-7000-8000-000000000001';
const row2 = '018f0000-0000-7000-8000-000000000002';
const part1 = '018f0000-0000-7000-8000-00000000000a';
const textBytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

/** What the organisation allows of one file. */
const maxMb = 2;

describe('documents', () => {
  let app: TestApp;
  let call: Awaited<ReturnType<typeof createCall>>;

  beforeAll(async () => {
    app = await buildTestApp({ now });
    await createSurroundings(app.db);
    call = await createCall(app);
    const settings = JSON.stringify({ ...defaultOrganisation, uploadMaxMb: maxMb });
    await app.db
      .insertInto('organisation')
      .values({ settings, updated_at: app.platform.now() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings }))
      .execute();
    // The settings are read again a second later.
    await vi.waitFor(async () => expect((await app.platform.organisation()).uploadMaxMb).toBe(maxMb), {
      timeout: 60_000,
    });
  });
  afterAll(() => app.close());

  const upload = (draft: Draft, form: FormData, token = draft.token) =>
    uploadChecked(app, { ...draft, token }, form);

  /** A draft of a form with uploads that say little of themselves, and one that nobody may fill in. */
  async function plainUploads() {
    const elements = [
      { id: 'locked', type: 'upload', title: 'Locked', config: { readOnly: true } },
      { id: 'open', type: 'upload', title: 'Open' },
      { id: 'generous', type: 'upload', title: 'Generous', config: { upload: { maxMb: 500 } } },
    ];
    const [applying, ...others] = smallFlow.steps;
    const steps = [{ ...applying, forms: [{ id: 'F1', title: 'Files', order: 0, elements }] }, ...others];
    const { id } = await createCall(app, { flow: { ...smallFlow, steps } });
    return { uploads: await createDraft(app, id), pdf: await pdfOf(1) };
  }

  /** Every file that lies in the storage. */
  async function filesStored(): Promise<string[]> {
    const entries = await readdir(join(app.platform.config.dataDir, 'files'), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  async function refused(sending: () => ReturnType<TestApp['call']>): Promise<[number, string]> {
    const before = [await rowsOfApplications(app), await filesStored()];
    const { status, body } = await sending();
    expect([await rowsOfApplications(app), await filesStored()]).toEqual(before);
    return [status, body.code];
  }

  it('keeps a PDF from its head on, and refuses what has anything else before it', async () => {
    const draft = await createDraft(app, call.id);
    const bytes = await pdfOf(2);
    const send = (before: string) =>
      upload(
        draft,
        uploadOf(Uint8Array.from(Buffer.concat([Buffer.from(before), bytes])), { elementId: 'case' }),
      );
    const { status, body } = await send(`\uFEFF\r\n${' '.repeat(1_000)}`);
    expect({ status, ...body.document }).toMatchObject({ status: 200, pages: 2, sizeBytes: bytes.length });
    const file = await app.call('GET', `/download/upload/${body.document.id}`, { token: draft.token });
    expect(file.bytes.equals(bytes)).toBe(true);
    expect(await send('<!-- -->')).toMatchObject({ status: 422, body: { code: 'not_a_pdf' } });
  });

  it('uploads, lists, downloads, replaces and deletes', async () => {
    const draft = await createDraft(app, call.id);
    const bytes = await pdfOf(2);
    const first = await upload(draft, uploadOf(bytes, { elementId: 'case', filename: 'Übersicht "1".pdf' }));
    const document = {
      id: expect.any(String),
      assignmentId: draft.assignmentId,
      flowElementId: 'case',
      dataGroupId: null,
      filename: 'Scientific case.pdf',
      originalFilename: 'Übersicht _1_.pdf',
      sizeBytes: bytes.length,
      pages: 2,
      createdAt: now,
    };
    expect([first.status, first.body]).toEqual([
      200,
      { document, data: itemOf('case', [first.body.document.id], { revision: 1 }) },
    ]);
    const listed = await app.call('GET', `/v2/applications/${draft.uid}/documents`, { token: draft.token });
    expect(listed.body).toEqual([document]);
    const file = await app.call('GET', `/download/upload/${first.body.document.id}`, { token: draft.token });
    expect([file.status, file.bytes.equals(bytes), file.headers]).toEqual([
      200,
      true,
      expect.objectContaining({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="_bersicht _1_.pdf"; filename*=UTF-8''%C3%9Cbersicht%20_1_.pdf`,
        'x-content-type-options': 'nosniff',
      }),
    ]);

    let second = first;
    second = await upload(draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
    expect(second.body.data).toEqual(itemOf('case', [second.body.document.id], { revision: 2 }));
    expect(
      (await app.call('GET', `/v2/applications/${draft.uid}/documents`, { token: draft.token })).body,
    ).toEqual([
      {
        ...document,
        id: second.body.document.id,
        pages: 1,
        sizeBytes: expect.any(Number),
        originalFilename: 'case.pdf',
      },
    ]);
    expect((await app.db.selectFrom('abandoned_files').selectAll().execute()).length).toBe(1);

    const path = `/v2/assignments/${draft.assignmentId}/upload/${second.body.document.id}`;
    const foreign = await app.login();
    expect((await app.call('DELETE', path, { token: foreign.token })).status).toBe(404);
    const deleted = await app.call('DELETE', path, { token: draft.token });
    expect([deleted.status, deleted.body]).toEqual([200, { data: itemOf('case', [], { revision: 3 }) }]);
    expect((await app.call('DELETE', path, { token: draft.token })).status).toBe(404);
    const types = await app.db
      .selectFrom('events')
      .select('type')
      .where('assignment_id', '=', draft.assignmentId)
      .orderBy('id')
      .execute();
    expect(types.map(({ type }) => type)).toEqual([
      'application_created',
      'document_uploaded',
      'document_uploaded',
      'document_deleted',
    ]);
    // What is gone is not counted in the name of the next one.
    const third = await upload(draft, uploadOf(bytes, { elementId: 'case' }));
    expect([third.body.document.filename, third.body.data.revision]).toEqual(['Scientific case.pdf', 4]);
  });

  it('looks into no file that comes under the key of another one', async () => {
    const draft = await createDraft(app, call.id);
    const headers = { 'idempotency-key': '018f0000-0000-7000-8000-0000000000e1' };
    const keyed = (bytes: Uint8Array<ArrayBuffer>) =>
      app.call('POST', `/v2/assignments/${draft.assignmentId}/upload`, {
        token: draft.token,
        form: uploadOf(bytes, { elementId: 'case' }),
        headers,
      });
    const first = await keyed(await pdfOf(1));
    await whenChecked(app, draft, first);
    expect([first.status, (await keyed(await pdfOf(1))).body]).toEqual([200, first.body]);
    // One that is none, and those that are as large as the organisation allows and larger.
    expect(await refused(() => keyed(textBytes('hello')))).toEqual([422, 'key_reused']);
    expect(await refused(() => keyed(new Uint8Array(maxMb * 1_048_576)))).toEqual([422, 'key_reused']);
    expect(await refused(() => keyed(new Uint8Array(maxMb * 1_048_576 + 1)))).toEqual([
      413,
      'file_too_large',
    ]);
  });

  it('takes one file in an upload, also where the form takes several, and keeps nothing of more', async () => {
    const draft = await createDraft(app, call.id);
    const pdf = await pdfOf(1);
    const reported: unknown[] = [];
    for (const elementId of ['case', 'letters']) {
      for (const [name, second] of [
        ['files', new Blob([pdf])],
        ['more', new Blob([pdf])],
        // A file without a name comes as a text; a place that is named behind the file would be overheard.
        ['files', 'text'],
        ['flowElementId', 'letters'],
        ['groupId', row1],
      ] as const) {
        const form = uploadOf(pdf, { elementId });
        form.append(name, second);
        expect(await refused(() => upload(draft, form))).toEqual([400, 'invalid_input']);
        reported.push((await upload(draft, form)).body.message);
      }
    }
    const oneFile = ['Send one file at a time.'];
    const inOrder = ['Send the place of the file first, then one file. We kept nothing.'];
    const each = [oneFile, oneFile, inOrder, inOrder, inOrder];
    expect(reported).toEqual([...each, ...each]);
    const other = uploadOf(pdf, { elementId: 'case' });
    other.append('note', 'x');
    expect((await upload(draft, other)).status).toBe(200);
  });

  it('takes a file that comes before its place, and keeps nothing of it where it has none', async () => {
    const draft = await createDraft(app, call.id);
    const stranger = await app.login();
    const pdf = await pdfOf(1);
    const turned = (bytes: Uint8Array<ArrayBuffer>, ...fields: [string, string | Blob][]) => {
      const form = new FormData();
      form.append('files', new Blob([bytes], { type: 'application/pdf' }), 'case.pdf');
      for (const [name, value] of fields) form.append(name, value);
      return form;
    };
    const toCase: [string, string] = ['flowElementId', 'case'];
    const { status, body } = await upload(draft, turned(pdf, toCase, ['groupId', 'null']));
    expect([status, body.document.filename, body.data.input.values]).toEqual([
      200,
      'Scientific case.pdf',
      [body.document.id],
    ]);
    const far = Uint8Array.from([...pdf, ...Buffer.alloc(maxMb * 1_048_576, ' ')]);
    for (const [form, token, ...told] of [
      [turned(pdf), draft.token, 400, 'invalid_input'],
      [turned(pdf, ['groupId', row1]), draft.token, 400, 'invalid_input'],
      [turned(pdf, toCase, ['groupId', `0${row1}`]), draft.token, 400, 'invalid_input'],
      [turned(pdf, toCase, ['files', 'text']), draft.token, 400, 'invalid_input'],
      [turned(pdf, toCase, ['files', new Blob([pdf])]), draft.token, 400, 'invalid_input'],
      [turned(pdf, ['flowElementId', 'title']), draft.token, 422, 'invalid_value'],
      [turned(far, toCase), draft.token, 413, 'file_too_large'],
      [turned(pdf, toCase), stranger.token, 404, 'not_found'],
    ] as const)
      expect(await refused(() => upload(draft, form, token))).toEqual(told);
    const [applying, ...others] = smallFlow.steps;
    const small = { id: 'small', type: 'upload', title: 'Small', config: { upload: { maxMb: 1 } } };
    const forms = [{ id: 'F1', title: 'Files', order: 0, elements: [small] }];
    const { id } = await createCall(app, {
      flow: { ...smallFlow, steps: [{ ...applying, forms }, ...others] },
    });
    const other = await createDraft(app, id);
    const sized = Uint8Array.from([...pdf, ...Buffer.alloc(1_048_577 - pdf.length, ' ')]);
    const toSmall: [string, string] = ['flowElementId', 'small'];
    expect(await refused(() => upload(other, turned(sized, toSmall)))).toEqual([413, 'file_too_large']);
    expect((await upload(other, turned(sized.slice(0, 1_048_576), toSmall))).status).toBe(200);
  });

  it('takes several files where the form says so, and counts them', async () => {
    const draft = await createDraft(app, call.id);
    const pdf = await pdfOf(1);
    const one = await upload(draft, uploadOf(pdf, { elementId: 'letters' }));
    const two = await upload(draft, uploadOf(pdf, { elementId: 'letters' }));
    expect(two.body.data.input.values).toEqual([one.body.document.id, two.body.document.id]);
    expect(two.body.document.filename).toBe('Letters #2.pdf');
    expect(await refused(() => upload(draft, uploadOf(pdf, { elementId: 'letters' })))).toEqual([
      422,
      'invalid_value',
    ]);
  });

  it('gives no two files of one element the same name, also where one was deleted or waits for its check', async () => {
    const draft = await createDraft(app, call.id);
    const pdf = await pdfOf(1);
    const path = `/v2/assignments/${draft.assignmentId}/upload`;
    const letter = () => uploadOf(pdf, { elementId: 'letters' });
    const waiting = () => app.call('POST', path, { token: draft.token, form: letter() });
    const remove = ({ id }: { id: string }) => app.call('DELETE', `${path}/${id}`, { token: draft.token });
    const one = (await upload(draft, letter())).body.document;
    const two = (await upload(draft, letter())).body.document;
    await remove(one);
    const next = (await waiting()).body.document;
    await remove(next);
    const both = await Promise.all([waiting(), waiting()]);
    const taken = both.filter(({ status }) => status === 200);
    // Nothing of this is still on its way when others look at all that is stored.
    for (const answer of taken) await whenChecked(app, draft, answer);
    expect([one, two, next, taken[0]?.body.document].map(({ filename }) => filename)).toEqual([
      'Letters.pdf',
      'Letters #2.pdf',
      'Letters.pdf',
      'Letters.pdf',
    ]);
  });

  it('puts a file into the row that is named, and leaves those of other rows', async () => {
    const draft = await createDraft(app, call.id);
    await app.call('PUT', `/v2/assignments/${draft.assignmentId}/save`, {
      token: draft.token,
      body: {
        data: [itemOf('title', ['Waves'])],
        newGroups: [
          { id: row1, flowElementId: 'team', order: 0 },
          { id: row2, flowElementId: 'team', order: 1 },
          { id: part1, flowElementId: 'parts', order: 0 },
        ],
      },
    });
    const put = async (groupId: string) =>
      (await upload(draft, uploadOf(await pdfOf(1), { elementId: 'cv', groupId }))).body;
    const first = await put(row1);
    const second = await put(row2.toUpperCase());
    const again = await put(row1);
    const cv = (groupId: string, revision: number, { document }: { document: { id: string } }) =>
      itemOf('cv', [document.id], { groupId, revision });
    expect([first.data, second.data, again.data]).toEqual([
      cv(row1, 1, first),
      cv(row2, 1, second),
      cv(row1, 2, again),
    ]);
    expect([first, second, again].map(({ document }) => [document.dataGroupId, document.filename])).toEqual([
      [row1, 'Curriculum.pdf'],
      [row2, 'Curriculum #2.pdf'],
      [row1, 'Curriculum.pdf'],
    ]);
    const listed = await app.call('GET', `/v2/applications/${draft.uid}/documents`, { token: draft.token });
    expect(listed.body.map(({ id }: { id: string }) => id).sort()).toEqual(
      [second.document.id, again.document.id].sort(),
    );
    // A row of another group, and a row for what stands in none.
    for (const to of [
      { elementId: 'cv', groupId: part1 },
      { elementId: 'case', groupId: row1 },
    ]) {
      const form = uploadOf(await pdfOf(1), to);
      expect(await refused(() => upload(draft, form))).toEqual([422, 'invalid_value']);
      expect((await upload(draft, form)).body.message).toBe('You cannot upload a file here.');
    }
    // What other programs send for no row.
    const none = await upload(draft, uploadOf(await pdfOf(1), { elementId: 'case', groupId: 'null' }));
    expect(none.body.document.dataGroupId).toBeNull();
  });

  it('takes no file where the form may be read alone, nor a place that is none', async () => {
    const { uploads, pdf } = await plainUploads();
    expect(await refused(() => upload(uploads, uploadOf(pdf, { elementId: 'locked' })))).toEqual([
      422,
      'invalid_value',
    ]);
    const unread = { statusCode: 400, code: 'invalid_input' };
    const message = ['Send the place of the file first, then one file. We kept nothing.'];
    const issues = [{ in: 'body', at: 'flowElementId', code: 'invalid_type' }];
    for (const to of [
      { elementId: '' },
      { elementId: 'x'.repeat(201) },
      { elementId: 'open', groupId: `${row1}0` },
      { elementId: 'open', groupId: `0${row1}` },
    ]) {
      const { body } = await upload(uploads, uploadOf(pdf, to));
      expect(body).toEqual({ ...unread, message, issues });
    }
    expect((await upload(uploads, uploadOf(pdf, { elementId: 'x'.repeat(200) }))).body.code).toBe(
      'invalid_value',
    );
    const empty = await upload(uploads, new FormData());
    expect(empty.body).toEqual({ ...unread, message: ['There is no file in this upload.'] });
  });

  it('takes a file as large and as long as the organisation allows, where the form says nothing of it', async () => {
    const { uploads, pdf } = await plainUploads();
    const sized = (bytes: number) => Uint8Array.from([...pdf, ...Buffer.alloc(bytes - pdf.length, ' ')]);
    const send = async (bytes: Uint8Array<ArrayBuffer>, elementId: string) => {
      const { status, body } = await upload(uploads, uploadOf(bytes, { elementId }));
      return [status, body.message ?? body.document.sizeBytes];
    };
    const most = maxMb * 1_048_576;
    const tooLarge = [413, `This file is larger than ${maxMb} MB. Choose a smaller one.`];
    expect(await send(sized(most), 'open')).toEqual([200, most]);
    expect(await send(sized(most + 1), 'open')).toEqual(tooLarge);
    // A form that allows more than the organisation does.
    expect(await send(sized(most + 1), 'generous')).toEqual(tooLarge);
    expect((await send(await pdfOf(40), 'open'))[0]).toBe(200);
  });

  it('keeps the files of a submission for its readers while changes are made', async () => {
    const draft = await createDraft(app, call.id);
    const put = async (elementId: string, groupId?: string): Promise<string> =>
      (await upload(draft, uploadOf(await pdfOf(1), { elementId, ...(groupId ? { groupId } : {}) }))).body
        .document.id;
    const send = (verb: string, body: unknown) =>
      app.call('PUT', `/v2/assignments/${draft.assignmentId}/${verb}`, { token: draft.token, body });
    await send('save', {
      data: [itemOf('title', ['Waves'])],
      newGroups: [{ id: row1, flowElementId: 'team', order: 0 }],
    });
    const [replaced, letter, cv] = [await put('case'), await put('letters'), await put('cv', row1)];
    expect((await send('submit', { data: [] })).status).toBe(200);
    await app.db
      .updateTable('assignments')
      .set({ status: 'changes_requested' })
      .where('id', '=', draft.assignmentId)
      .execute();

    const renewed = await put('case');
    const letterPath = `/v2/assignments/${draft.assignmentId}/upload/${letter}`;
    expect((await app.call('DELETE', letterPath, { token: draft.token })).status).toBe(200);
    expect((await app.call('DELETE', letterPath, { token: draft.token })).status).toBe(404);
    await app.call('DELETE', `/v2/assignments/${draft.assignmentId}/data`, {
      token: draft.token,
      body: { dataIds: [row1] },
    });
    const pro = await app.login({ role: 'pro' });
    const documents = async (token: string): Promise<string[]> =>
      (await app.call('GET', `/v2/applications/${draft.uid}/documents`, { token })).body.map(
        ({ id }: { id: string }) => id,
      );
    const statusOf = async (id: string | undefined, token: string) =>
      (await app.call('GET', `/download/upload/${id}`, { token })).status;
    expect((await documents(pro.token)).sort()).toEqual([replaced, letter, cv].sort());
    expect(await documents(draft.token)).toEqual([renewed]);
    await removeAbandonedFiles(app.platform);
    expect([await statusOf(letter, pro.token), await statusOf(letter, draft.token)]).toEqual([200, 404]);

    // With the next submission they have served.
    expect((await send('submit', { data: [] })).status).toBe(200);
    expect([await documents(pro.token), await documents(draft.token)]).toEqual([[renewed], [renewed]]);
    const left = await app.db
      .selectFrom('documents')
      .select('id')
      .where('assignment_id', '=', draft.assignmentId)
      .execute();
    expect(left).toEqual([{ id: renewed }]);
  });

  it('keeps a file whose row was written although nobody learned of it', async () => {
    const draft = await createDraft(app, call.id);
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
      written ||= text.includes('insert into uploads');
      return done;
    } as never);
    const form = uploadOf(await pdfOf(1), { elementId: 'case' });
    const { status } = await upload(draft, form).finally(() => spy.mockRestore());
    expect(status).toBe(500);
    await removeAbandonedFiles(app.platform);
    const { body } = await app.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token });
    expect(body.uploads).toHaveLength(1);
    const file = await app.call('GET', `/download/upload/${body.uploads[0].id}`, { token: draft.token });
    expect(file.status).toBe(200);
  });

  it('keeps no file whose row could not be written', async () => {
    const draft = await createDraft(app, call.id);
    const before = await filesStored();
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const { text = '' } = given[0] as { text?: string };
      if (text.includes('insert into uploads')) throw new Error('the disk is full');
      return query.apply(this, given);
    } as never);
    const form = uploadOf(await pdfOf(1), { elementId: 'case' });
    const { status } = await upload(draft, form).finally(() => spy.mockRestore());
    expect(status).toBe(500);
    await app.db.updateTable('abandoned_files').set({ not_before: null }).execute();
    await removeAbandonedFiles(app.platform);
    const left = await filesStored();
    expect(left.filter((file) => !before.includes(file))).toEqual([]);
  });

  it('lets nobody fill the storage through one application', async () => {
    const draft = await createDraft(app, call.id);
    const form = () => pdfOf(1).then((bytes) => uploadOf(bytes, { elementId: 'case' }));
    expect((await upload(draft, await form())).status).toBe(200);
    const stored = app.db.updateTable('documents').where('assignment_id', '=', draft.assignmentId);
    const more = (count: number) =>
      sql`insert into documents
        select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'size_bytes', 0))).*
        from documents d, generate_series(1, ${count}) where d.assignment_id = ${draft.assignmentId} limit ${count}`.execute(
        app.db,
      );
    // Of all of them together to the last byte, and to the last file.
    await stored.set({ size_bytes: 1024 ** 3 - 1 }).execute();
    expect((await upload(draft, await form())).status).toBe(200);
    await stored.set({ size_bytes: 1024 ** 3 }).execute();
    expect(await refused(async () => upload(draft, await form()))).toEqual([413, 'file_too_large']);
    await stored.set({ size_bytes: 1 }).execute();
    await more(498);
    expect((await upload(draft, await form())).status).toBe(200);
    await more(1);
    expect(await refused(async () => upload(draft, await form()))).toEqual([413, 'file_too_large']);
  });

  it('refuses what cannot be kept, and leaves nothing behind', async () => {
    const draft = await createDraft(app, call.id);
    const pdf = await pdfOf(1);
    const before = Buffer.from('<html><script>alert(1)</script></html>');
    const cases: [string, FormData, number, string][] = [
      ['no PDF', uploadOf(textBytes('hello'), { elementId: 'case' }), 422, 'not_a_pdf'],
      ['empty', uploadOf(textBytes(''), { elementId: 'case' }), 422, 'not_a_pdf'],
      [
        'a page of the web',
        uploadOf(Uint8Array.from([...before, ...pdf]), { elementId: 'case' }),
        422,
        'not_a_pdf',
      ],
      ['too large', uploadOf(new Uint8Array(1_048_577), { elementId: 'case' }), 413, 'file_too_large'],
      ['hidden', uploadOf(pdf, { elementId: 'extra' }), 422, 'invalid_value'],
      ['no upload', uploadOf(pdf, { elementId: 'title' }), 422, 'invalid_value'],
      ['unknown', uploadOf(pdf, { elementId: 'nothing' }), 422, 'invalid_value'],
      ['without its row', uploadOf(pdf, { elementId: 'cv' }), 422, 'invalid_value'],
      ['unknown row', uploadOf(pdf, { elementId: 'cv', groupId: row1 }), 422, 'invalid_value'],
      ['odd row', uploadOf(pdf, { elementId: 'cv', groupId: 'x' }), 400, 'invalid_input'],
      ['no file', new FormData(), 400, 'invalid_input'],
    ];
    for (const [name, form, status, code] of cases)
      expect([name, ...(await refused(() => upload(draft, form)))]).toEqual([name, status, code]);
    const path = `/v2/assignments/${draft.assignmentId}/upload`;
    const raw = (contentType: string, body: string) =>
      app.call('POST', path, { token: draft.token, raw: body, headers: { 'content-type': contentType } });
    expect((await refused(() => raw('application/json', '{}')))[0]).toBe(415);
    expect((await refused(() => raw('multipart/form-data; boundary=x', '--x\r\nContent')))[0]).toBe(400);
    const incomplete = 'The upload was interrupted. Try again.';
    const cut = `--x\r\nContent-Disposition: form-data; name="flowElementId"\r\n\r\ncase\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7`;
    expect((await refused(() => raw('multipart/form-data; boundary=x', cut)))[0]).toBe(400);
    expect((await raw('multipart/form-data; boundary=x', cut)).body.message).toEqual([incomplete]);
    // What was refused stays refused for the same reason, whatever comes behind it.
    const behind = uploadOf(pdf, { elementId: 'title' });
    behind.append('groupId', row1);
    behind.append('note', 'x');
    expect(await refused(() => upload(draft, behind))).toEqual([422, 'invalid_value']);
  });

  it('takes exactly as many bytes and pages as the form allows, and one more of neither', async () => {
    const draft = await createDraft(app, call.id);
    const most = 1_048_576;
    const pages = await pdfOf(2);
    const sized = (bytes: number) => Uint8Array.from([...pages, ...Buffer.alloc(bytes - pages.length, ' ')]);
    const send = async (bytes: Uint8Array<ArrayBuffer>) => {
      const { status, body } = await upload(draft, uploadOf(bytes, { elementId: 'case' }));
      return [status, body.code ?? [body.document.sizeBytes, body.document.pages]];
    };
    expect([await send(sized(most)), await send(sized(most + 1))]).toEqual([
      [200, [most, 2]],
      [413, 'file_too_large'],
    ]);
    expect([await send(await pdfOf(2)), await send(await pdfOf(3))]).toEqual([
      [200, [pages.length, 2]],
      [422, 'too_many_pages'],
    ]);
  });

  it('takes what only its owner has locked, and says what stands in the way of the rest', async () => {
    const draft = await createDraft(app, call.id);
    const send = async (name: string) => {
      const bytes = Uint8Array.from(oddPdfs.find((pdf) => pdf.name === name)?.make() ?? Buffer.alloc(0));
      const { status, body } = await upload(draft, uploadOf(bytes, { elementId: 'case' }));
      return [status, body.message ?? body.document.pages];
    };
    expect(await send("an owner's password alone, AES 256")).toEqual([200, 2]);
    expect(await send("a user's password, AES 256")).toEqual([
      422,
      'This PDF is password protected. Upload it without a password.',
    ]);
  });

  it('keeps documents from everybody else, and takes none after the deadline', async () => {
    const draft = await createDraft(app, call.id);
    const pdf = await pdfOf(1);
    const { body } = await upload(draft, uploadOf(pdf, { elementId: 'case' }));
    const foreign = await app.login();
    const pro = await app.login({ role: 'pro' });
    const download = (token: string, id = body.document.id) =>
      app.call('GET', `/download/upload/${id}`, { token });
    for (const { token } of [foreign, pro]) {
      expect((await download(token)).status).toBe(404);
      expect(await refused(() => upload(draft, uploadOf(pdf, { elementId: 'case' }), token))).toEqual([
        404,
        'not_found',
      ]);
    }
    expect((await download(foreign.token, row1)).status).toBe(404);
    expect((await download(foreign.token, 'abc')).status).toBe(404);
    app.clock.set('2026-12-02T00:00:00Z');
    expect(await refused(() => upload(draft, uploadOf(pdf, { elementId: 'case' })))).toEqual([
      409,
      'deadline_passed',
    ]);
    const path = `/v2/assignments/${draft.assignmentId}/upload/${body.document.id}`;
    expect(await refused(() => app.call('DELETE', path, { token: draft.token }))).toEqual([
      409,
      'deadline_passed',
    ]);
    app.clock.set(now);
    await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
      token: draft.token,
      body: { data: [itemOf('title', ['Waves'])] },
    });
    expect((await download(pro.token)).status).toBe(200);
    expect((await download(foreign.token)).status).toBe(404);
  });

  it('answers a too large file over a real connection, before the sender gives up', async () => {
    const draft = await createDraft(app, call.id);
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as AddressInfo;
    const form = new Response(uploadOf(new Uint8Array(6 * 1_048_576), { elementId: 'case' }));
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/assignments/${draft.assignmentId}/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${draft.token}`,
        'content-type': form.headers.get('content-type') ?? '',
      },
      body: await form.arrayBuffer(),
    });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      {
        statusCode: 413,
        code: 'file_too_large',
        message: 'This file is larger than 1 MB. Choose a smaller one.',
      },
    ]);
    // Somebody who hangs up in the middle leaves nothing behind.
    const before = await filesStored();
    await new Promise<void>((resolve) => {
      const sending = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/v2/assignments/${draft.assignmentId}/upload`,
        headers: {
          authorization: `Bearer ${draft.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 500_000,
        },
      });
      sending.on('error', () => undefined);
      sending.on('close', () => resolve());
      sending.write(
        '--x\r\nContent-Disposition: form-data; name="flowElementId"\r\n\r\ncase\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7',
      );
      setTimeout(() => sending.destroy(), 100);
    });
    await expect.poll(filesStored).toEqual(before);
  });

  it('cleans the names that people give their files', () => {
    const names = {
      'case.PDF': 'case.pdf',
      '../../etc/passwd': 'passwd.pdf',
      'C:\\temp\\a\u0000b\u202e.pdf': 'ab.pdf',
      '.pdf': 'document.pdf',
      '': 'document.pdf',
      'Cafe\u0301  plan': 'Café plan.pdf',
      ['x'.repeat(400)]: `${'x'.repeat(196)}.pdf`,
    };
    expect(Object.keys(names).map(cleanFileName)).toEqual(Object.values(names));
    expect([freeName('Letters / notes', []), freeName('Letters', ['Letters.pdf'])]).toEqual([
      'Letters _ notes.pdf',
      'Letters #2.pdf',
    ]);
  });
});
