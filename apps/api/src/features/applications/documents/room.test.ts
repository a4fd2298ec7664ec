import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { folders } from '../../../platform/files/files.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  pdfOf,
  uploadChecked,
  uploadOf,
} from '../../../testing/factories.ts';
import { whileHeldBack } from '../../../testing/held-back.ts';
import { refuseWithoutRoom } from './room.ts';

const allowedBytes = 3 * 1_048_576;

let app: TestApp;
let callId: number;
let pdf: Uint8Array<ArrayBuffer>;
let draft: Draft;
beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  callId = (await createCall(app)).id;
  pdf = await pdfOf(1);
  const settings = JSON.stringify({ ...defaultOrganisation, personUploadsMaxMb: 3 });
  await app.db
    .insertInto('organisation')
    .values({ settings, updated_at: app.platform.now() })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings }))
    .execute();
  // The settings are read again a second later.
  await vi.waitFor(async () => expect((await app.platform.organisation()).personUploadsMaxMb).toBe(3), {
    timeout: 60_000,
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  draft = await createDraft(app, callId);
});

const upload = (to: Draft = draft, elementId = 'case') =>
  uploadChecked(app, to, uploadOf(pdf, { elementId }));
/** Leaves so many bytes of what the person may keep. */
const leave = (bytes: number) =>
  app.db
    .updateTable('documents')
    .set({ size_bytes: allowedBytes - bytes })
    .where('assignment_id', '=', draft.assignmentId)
    .execute();
const stored = async () => {
  const keys = await Promise.all(folders.map((folder) => app.platform.files.list(folder)));
  const rows = await app.db.selectFrom('documents').select('id').orderBy('id').execute();
  return {
    keys: keys
      .flat()
      .map(({ key }) => key)
      .sort(),
    rows,
  };
};

const sentence = (used: string) =>
  `Your files use ${used} of the 3 MB allowed per person. Delete files or drafts you no longer need, then try again. If there are none, contact us to ask for more space.`;

it('takes what fits to the last byte, in all applications of a person, and then nothing', async () => {
  expect((await upload()).status).toBe(200);
  const other = await createDraft(app, callId, draft);
  await leave(pdf.length - 1);
  const before = await stored();
  const refused = await upload(other);
  expect([refused.status, refused.body]).toEqual([
    413,
    { statusCode: 413, code: 'no_room', message: sentence('2 MB') },
  ]);
  expect(await stored()).toEqual(before);
  await leave(pdf.length);
  expect((await upload(other)).status).toBe(200);
  expect((await upload(other, 'letters')).body.message).toBe(sentence('3 MB'));
  // Others have room of their own, and a file that takes the place of another one counts for it.
  expect((await upload(await createDraft(app, callId))).status).toBe(200);
  await leave(pdf.length + 10);
  expect((await upload(other)).status).toBe(200);
});

it('says so before the file is read, where nothing would fit', async () => {
  await upload();
  await leave(0);
  const receive = vi.spyOn(app.platform.files, 'receive');
  expect((await upload(draft, 'letters')).body.code).toBe('no_room');
  expect(receive).not.toHaveBeenCalled();
  receive.mockRestore();
});

it('lets two uploads at the same moment not pass together', async () => {
  const first = await upload();
  expect(first.status).toBe(200);
  const other = await createDraft(app, callId, draft);
  await leave(pdf.length);
  const { id } = first.body.document;
  const answer = await whileHeldBack(
    app,
    async (tx) => {
      const change = { addedBytes: pdf.length, hold: true };
      expect(await refuseWithoutRoom(app.platform, tx, draft.userId, change)).toBeUndefined();
      const row = await tx.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      await tx
        .insertInto('documents')
        .values({ ...row, id: app.platform.newId(), size_bytes: pdf.length })
        .execute();
    },
    () => upload(other),
  );
  expect([answer.status, answer.body.code]).toEqual([413, 'no_room']);
});

it('copies an application only where its files have room', async () => {
  await upload();
  const path = `/v2/assignments/${draft.assignmentId}/submit`;
  const body = { data: [itemOf('title', ['Waves'])] };
  expect((await app.call('PUT', path, { token: draft.token, body })).status).toBe(200);
  const copy = () =>
    app.call('POST', `/v2/applications/duplicate/${draft.uid}`, { token: draft.token, body: {} });
  expect((await copy()).status).toBe(200);
  await leave(0);
  const before = await stored();
  expect((await copy()).body).toMatchObject({ code: 'no_room' });
  expect(await stored()).toEqual(before);
});
