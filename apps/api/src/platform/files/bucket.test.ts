import { afterAll, beforeAll, expect, it } from 'vitest';
import { allWork } from '../../across/work.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createCallDocument,
  createDraft,
  createSurroundings,
  pdfOf,
  uploadChecked,
  uploadOf,
} from '../../testing/factories.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { workOff } from '../jobs/work.ts';
import { folders } from './files.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
let app: TestApp;
let callId: number;
beforeAll(async () => {
  server = await startS3Server();
  app = await buildTestApp({ config: { s3: server.placeOf() } });
  await createSurroundings(app.db);
  callId = (await createCall(app, { code: 'REG' })).id;
  await app.db
    .updateTable('calls')
    .set({ download_roles: ['pro'] })
    .execute();
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const stored = async () => {
  const keys: string[] = [];
  // One after the other, as the portal does: a small server on a busy machine resets a connection of hundreds at once.
  for (const folder of folders) for (const { key } of await app.platform.files.list(folder)) keys.push(key);
  return keys.sort();
};

it('holds all files of the portal: uploads, reports, what a call hands out', async () => {
  const draft = await createDraft(app, callId);
  const pdf = await pdfOf(2);
  const { body } = await uploadChecked(app, draft, uploadOf(pdf, { elementId: 'case' }));
  const downloaded = await app.call('GET', `/download/upload/${body.document.id}`, { token: draft.token });
  expect([downloaded.status, Buffer.compare(downloaded.bytes, pdf)]).toEqual([200, 0]);

  const pro = await app.login({ role: 'pro' });
  await app.call('GET', `/download/call/${callId}/applications/csv`, { token: pro.token });
  await workOff(app.platform, allWork(app.platform));
  const { id } = await app.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  const report = await app.call('GET', `/download/report/${id}`, { token: pro.token });
  expect([report.status, report.bytes.toString('utf8').slice(1, 15)]).toEqual([200, 'Application ID']);

  await createCallDocument(app, callId, { name: 'terms' });
  expect((await app.call('GET', `/download/call/${callId}/document/terms`)).status).toBe(200);
  expect(await stored()).toHaveLength(3);
});

it('says so while the bucket is away, changes nothing, and goes on when it is there again', async () => {
  const draft = await createDraft(app, callId);
  const upload = async () => uploadChecked(app, draft, uploadOf(await pdfOf(1), { elementId: 'case' }));
  const { body } = await upload();
  const path = `/download/upload/${body.document.id}`;
  const open = () => app.call('GET', path, { token: draft.token });
  const rows = () => app.db.selectFrom('documents').selectAll().orderBy('id').execute();
  const before = { rows: await rows(), keys: await stored() };
  await server.stop();
  for (const answer of [await upload(), await open()])
    expect([answer.status, answer.body]).toEqual([
      503,
      {
        statusCode: 503,
        code: 'files_away',
        message:
          'Files cannot be stored or opened just now. Nothing was changed. Try again in a few minutes.',
      },
    ]);
  expect((await app.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token })).status).toBe(200);
  await server.startAgain();
  expect({ rows: await rows(), keys: await stored() }).toEqual(before);
  expect([(await open()).status, (await upload()).status]).toEqual([200, 200]);
});
