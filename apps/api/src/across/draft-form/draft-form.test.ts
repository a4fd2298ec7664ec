import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../testing/factories.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { allWork } from '../work.ts';

let app: TestApp;
let ada: SignedIn;
let pro: SignedIn;
let callId: number;
let form: string[];

beforeAll(async () => {
  app = await buildTestApp();
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  ada = await app.login({ role: 'admin' });
  pro = await app.login({ role: 'pro', app: 'admin_portal' });
});
afterAll(() => app.close());
beforeEach(async () => {
  callId = (await createCall(app)).id;
  await app.db.deleteFrom('printouts').execute();
  const { steps } = (await ask('GET', '/draft')).body.definition.flow;
  const step = steps.find(({ ownerRole }: { ownerRole: string }) => ownerRole === 'applicant');
  form = ['flow', 'steps', step.id, 'forms', step.forms[0].id];
});

const ask = (method: string, path: string, body?: object, by: SignedIn = ada) =>
  app.call(method, `/admin/calls/${callId}${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
async function change(...changes: object[]): Promise<void> {
  const { body } = await ask('GET', '/draft');
  expect((await ask('POST', '/changes', { base: body.revision, changes })).status).toBe(200);
}
const set = (at: string[], value: unknown) => ({ do: 'set', at, value });
const link = async () => (await ask('POST', '/preview-links', {})).body;
const inPortal =
  (by: SignedIn, language = 'en') =>
  () =>
    app.call('GET', `/admin/calls/${callId}/preview/form?wait=0`, {
      token: by.token,
      headers: { 'accept-language': language },
    });
const byLink = (token: string) => () => app.call('POST', '/call-previews/form?wait=0', { body: { token } });
const work = () => workOff(app.platform, allWork(app.platform));
const printouts = async () =>
  Number(
    (await app.db.selectFrom('printouts').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n,
  );

/** Requests the PDF until it has been made, and returns its text. */
async function printed(asked: ReturnType<typeof inPortal>) {
  let answer = await asked();
  if (answer.status === 202) {
    await work();
    answer = await asked();
  }
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const { pages } = await readPdf(answer.bytes);
  return { text: pages.join('\n'), name: decodeURIComponent(String(answer.headers['content-disposition'])) };
}

it('prints the words of the draft, in the portal and by a link, and those of the next change in a new PDF', async () => {
  await change(set([...form, 'title'], { en: 'Project in short', de: 'Kurz gefasst' }));
  const first = await printed(inPortal(pro));
  expect(first.text).toContain('Project in short');
  expect(first.text).toContain('It may change until it is published');
  expect(first.name).toContain('Application form, preview.pdf');
  expect((await printed(inPortal(pro, 'de'))).text).toContain('Kurz gefasst');
  const { token } = await link();
  const before = await printouts();
  expect((await printed(byLink(token))).text).toBe(first.text);
  expect(await printouts(), 'it was made already').toBe(before);

  await change(set([...form, 'title'], { en: 'Project in long' }));
  for (const asked of [inPortal(pro), byLink(token)]) {
    const { text } = await printed(asked);
    expect(text).toContain('Project in long');
    expect(text).not.toContain('Project in short');
  }
  const ofVisitors = await app.call('GET', `/download/call/${callId}/form?wait=0`);
  expect(ofVisitors.status).toBe(202);
  await work();
  const { bytes } = await app.call('GET', `/download/call/${callId}/form?wait=0`);
  const { pages } = await readPdf(bytes);
  expect(pages.join('\n')).not.toMatch(/Project in|It may change/);
});

it('prints what there is of a draft with errors', async () => {
  const nowhere = [[{ refs: [{ element: 'nowhere' }], type: 'non_empty', values: [] }]];
  const thing = {
    id: 'again',
    type: 'select',
    title: { en: 'Once more?' },
    optionsGroup: 'no_such_list',
    config: { max: { cutoff: 'end' } },
    effects: [
      { effect: 'visible', validations: nowhere },
      { effect: 'sum', of: [{ element: 'nowhere' }] },
    ],
  };
  await change(set(['title', 'en'], ''), set(['cutoffs'], []), {
    do: 'add',
    to: [...form, 'elements'],
    after: null,
    thing,
  });
  expect((await ask('GET', '/check')).body.findings.length).toBeGreaterThan(0);
  const { text } = await printed(inPortal(pro));
  expect(text).toContain('Once more?');
});

it('is not there without a form', async () => {
  const { steps } = (await ask('GET', '/draft')).body.definition.flow;
  await change(...steps.map(({ id }: { id: string }) => set(['flow', 'steps', id, 'forms'], [])));
  expect((await inPortal(pro)()).body.code).toBe('not_found');
});

it('is for people who read calls and for those with a link, until it expires or is withdrawn', async () => {
  await change(set(['title', 'en'], 'Secret plan'));
  for (const role of ['user', 'scientific_reviewer', 'call_coordinator'] as const)
    expect((await inPortal(await app.login({ role }))()).status).toBe(403);
  expect((await app.call('GET', `/admin/calls/${callId}/preview/form`)).status).toBe(401);

  const { token, id } = await link();
  const other = await link();
  expect((await byLink(other.token)()).status).toBe(202);
  await ask('DELETE', `/preview-links/${other.id}`);
  await work();
  expect((await byLink(token)()).status).toBe(200);
  await app.db
    .updateTable('call_previews')
    .set({ expires_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  for (const refused of [token, other.token, 'B'.repeat(43)])
    expect(await byLink(refused)()).toMatchObject({ status: 410, body: { code: 'link_invalid' } });
  expect(
    (await app.call('GET', `/admin/calls/${callId}/preview/form`, { token })).status,
    'a link is no account',
  ).toBe(401);
});
