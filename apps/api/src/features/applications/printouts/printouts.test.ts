import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import { workOff } from '../../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
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
import { readPdf } from '../../../testing/read-pdf.ts';

let app: TestApp;
let callId: number;
let pro: SignedIn;
beforeAll(async () => {
  app = await buildTestApp({ now: new Date() });
  await createSurroundings(app.db);
  pro = await app.login({ role: 'pro' });
  callId = (await createCall(app, {})).id;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await app.db
    .updateTable('cutoffs')
    .set({ starts_at: days(-1), ends_at: days(100) })
    .execute();
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('printouts').execute());

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
  return { ...answer, pdf: await readPdf(answer.bytes) };
}
async function submitted(): Promise<Draft> {
  const draft = await createDraft(app, callId, await app.login({ firstName: 'Ana', lastName: 'Horvat' }));
  const bytes = await pdfOf(2);
  await uploadChecked(app, draft, uploadOf(bytes, { elementId: 'case', filename: 'plan.pdf' }));
  const member = app.platform.newId();
  const answer = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: {
      data: [
        itemOf('title', ['Waves over Łódź']),
        itemOf('home', ['Łódź, "TU"']),
        itemOf('panel', ['PE2']),
        itemOf('more', ['true']),
        itemOf('details', ['First line\n\nThird line']),
        itemOf('name', ['Zoë Ångström'], { groupId: member }),
      ],
      newGroups: [{ id: member, order: 0, flowElementId: 'team' }],
    },
  });
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return draft;
}

it('gives the application as a tagged PDF with its files behind it, made once by a job', async () => {
  const draft = await submitted();
  const path = `/v2/applications/${draft.uid}/download`;
  const [first, second] = await Promise.all([ask(path, draft), ask(path, draft)]);
  for (const answer of [first, second])
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
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const pdf = await readPdf(bytes);
  expect(pdf).toMatchObject({ language: 'en', title: 'Waves over Łódź', author: null, showsTitle: true });
  expect(pdf.bookmarks).toEqual(['Project', 'Resources', '  Partition', '  Member #1: Zoë Ångström', 'x']);
});
