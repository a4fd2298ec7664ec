import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createSurroundings, openWhole } from '../../testing/factories.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { allWork } from '../work.ts';

let app: TestApp;
let pro: SignedIn;
let centre: SignedIn;
let applicant: SignedIn;
let callId: number;
let asking: { uid: string; id: number };

const work = () => workOff(app.platform, allWork(app.platform));
const ask = (who?: SignedIn, id = callId) =>
  app.call('GET', `/download/call/pdf/${id}?wait=0`, { token: who?.token });
async function printed(who: SignedIn, id = callId) {
  const first = await ask(who, id);
  expect([first.status, first.body.state]).toEqual([202, 'in_the_making']);
  await work();
  const { status, headers, bytes } = await ask(who, id);
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const pdf = await readPdf(bytes);
  const name = decodeURIComponent(String(headers['content-disposition']).split("UTF-8''")[1] ?? '');
  return { ...pdf, name, bytes, text: pdf.pages.join('\n').replace(/\s+/gu, ' ') };
}

async function apply(values: Record<string, string>, parts: [string, string][] = []) {
  const { uid } = (await app.call('POST', '/v2/applications', { token: applicant.token, body: { callId } }))
    .body;
  const opened = (await openWhole(app, uid, applicant.token)).body;
  const rows = parts.map((part, order) => ({ id: app.platform.newId(), order, part }));
  const item = (flowElementId: string, value: string, dataGroupId: string | null = null) => ({
    flowElementId,
    dataGroupId,
    input: { values: [value] },
    revision: 0,
  });
  const answer = await app.call('PUT', `/v2/assignments/${opened.assignments[0].id}/submit`, {
    token: applicant.token,
    body: {
      newGroups: rows.map(({ id, order }) => ({ id, order, flowElementId: 'parts' })),
      data: [
        ...Object.entries(values).map(([element, value]) => item(element, value)),
        ...rows.flatMap(({ id, part: [name, amount] }) => [
          item('part', name, id),
          item('amount', amount, id),
        ]),
      ],
    },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { uid, id: opened.id as number };
}

const decide = (version: number, amount: string, releasedAt: Date | null) =>
  app.db
    .insertInto('decisions')
    .values({
      application_id: asking.id,
      partition_id: 'aurora-cpu',
      version,
      outcome: 'reduced',
      amount,
      decided_at: app.platform.now(),
      released_at: releasedAt,
    })
    .execute();

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  callId = (await createCall(app, { code: 'REG', title: 'Regular access' })).id;
  await app.db
    .updateTable('calls')
    .set({ download_roles: ['pro', 'compute_centre_representative'] })
    .execute();
  applicant = await app.login({ firstName: 'Ana', lastName: 'Horvat' });
  pro = await app.login({ role: 'pro' });
  centre = await app.login({ role: 'compute_centre_representative' });
  await app.db
    .insertInto('memberships')
    .values({ user_id: centre.userId, centre_id: 'north', part: 'representative' })
    .execute();
  const about = { first: 'Zoë', last: 'Ångström', home: 'Lakeside', panel: 'PE2', field: 'PE2_1' };
  asking = await apply({ title: 'Over the clouds', ...about }, [['aurora-cpu', '1000']]);
  await apply({ title: 'Asks for nothing' });
  await app.call('POST', '/v2/applications', { token: applicant.token, body: { callId } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await work();
  await app.db.deleteFrom('decisions').execute();
  await app.db.deleteFrom('printouts').execute();
});

it('counts and lists what was submitted, with what was released of its outcome', async () => {
  await decide(1, '700', null);
  const before = await printed(pro);
  expect(before.name).toBe('REG-2026-1 - Call report.pdf');
  expect(before.title).toBe('Regular access');
  expect(before.tags).toContain('Table');
  for (const words of [
    'Submitted 2',
    'All 2',
    '1 draft, not listed.',
    'Aurora CPU 1 1 000',
    asking.uid,
    'Over the clouds',
    'Zoë Ångström',
    'Lakeside',
    'Asks for nothing',
  ])
    expect(before.text).toContain(words);
  // Decided and not released is on paper for nobody; an address never is.
  expect(before.text).not.toMatch(/700|Award|@/);

  await app.db.updateTable('decisions').set({ released_at: app.platform.now() }).execute();
  await decide(2, '800', null);
  const after = await printed(pro);
  expect(after.text).toContain('Aurora CPU 1 1 000 1 700');
  // One partition a line, its amounts in columns of their own.
  expect(after.text).toContain('Optics Submitted Aurora CPU 1 000 Awarded in part 700');
  expect(after.isLandscape).toBe(true);
  expect(after.text).not.toContain('800');
});

it('gives a centre what asks for its partitions, and others nothing', async () => {
  await decide(1, '700', app.platform.now());
  const { text } = await printed(centre);
  expect(text).toContain(asking.uid);
  expect(text).toContain('All 1');
  // Nothing of the flow opens the outcome to centres.
  expect(text).not.toMatch(/Asks for nothing|draft|700|Award/);

  expect((await ask()).status).toBe(401);
  for (const role of ['user', 'scientific_reviewer', 'panel_chair'] as const)
    expect((await ask(await app.login({ role }))).status).toBe(403);
  // What was made before is given to nobody whose right is gone.
  await app.db.deleteFrom('memberships').where('user_id', '=', centre.userId).execute();
  expect((await ask(centre)).status).toBe(403);
});

it('leaves out an application with which its reader is in conflict, and what it would add', async () => {
  await app.db
    .insertInto('conflicts')
    .values({
      application_id: asking.id,
      user_id: pro.userId,
      noted_at: app.platform.now(),
      source: 'declared',
    })
    .execute();
  const { text } = await printed(pro);
  await app.db.deleteFrom('conflicts').execute();
  expect(text).toContain('All 1');
  expect(text).toContain('Aurora CPU 0 0');
  expect(text).not.toMatch(/Over the clouds|Ångström/);
});

it('is made once for the same content, not while the right goes, and deleted after a day', async () => {
  const rows = () => app.db.selectFrom('printouts').select(['kind', 'state', 'call_id']).execute();
  await ask(pro);
  await ask(pro);
  expect(await rows()).toEqual([{ kind: 'report', state: 'requested', call_id: callId }]);
  await app.db.updateTable('users').set({ role: 'user' }).where('id', '=', pro.userId).execute();
  await work();
  expect(await rows()).toEqual([{ kind: 'report', state: 'failed', call_id: callId }]);
  await app.db.updateTable('users').set({ role: 'pro' }).where('id', '=', pro.userId).execute();
  await printed(pro);
  const { tasks } = allWork(app.platform);
  const job = { id: 0, attempt: 1, isLastAttempt: false };
  await tasks.purge_printouts?.({}, job);
  expect((await rows()).map(({ state }) => state).sort()).toEqual(['failed', 'made']);
  app.clock.advance(86_400_001);
  await tasks.purge_printouts?.({}, job);
  expect(await rows()).toEqual([]);
});

it('of a call without applications says so, in the words of its reader', async () => {
  const empty = await createCall(app, { code: 'EMP', title: 'Empty' });
  expect((await printed(pro, empty.id)).text).toContain('There are no applications in this report.');
  const speak = (language: string | null) =>
    app.db.updateTable('users').set({ language }).where('id', '=', pro.userId).execute();
  await speak('de');
  const german = await printed(pro, empty.id);
  await speak(null);
  expect([german.language, german.name]).toEqual(['de', 'EMP-2026-1 - Bericht zur Ausschreibung.pdf']);
});
