import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
  reviewFlow,
} from '../testing/factories.ts';
import { allWork } from './work.ts';

/** A review that a centre reads once it is released, but for what is for the panel; a choice, a tick and a group in it. */
const flow = {
  ...reviewFlow,
  steps: reviewFlow.steps.map((step) =>
    step.id !== 'REV'
      ? step
      : {
          ...step,
          title: 'Review',
          permissions: {
            assignable: ['scientific_reviewer'],
            view: [
              {
                role: 'compute_centre_representative',
                scope: 'centre',
                from: 'released',
                audience: ['public'],
              },
            ],
          },
          forms: [
            {
              id: 'REV.F',
              title: 'Review',
              order: 0,
              elements: [
                { id: 'score', type: 'number', title: 'Score' },
                { id: 'fit', type: 'select', title: 'Fit', items: [{ value: 'y', label: 'Fits well' }] },
                { id: 'sure', type: 'toggle', title: 'Sure' },
                { id: 'aside', type: 'text', title: 'Aside', config: { audience: 'panel_only' } },
                {
                  id: 'inner',
                  type: 'group',
                  title: 'Inner',
                  config: { audience: 'panel_only' },
                  children: [{ id: 'deep', type: 'text', title: 'Deep' }],
                },
                { id: 'file', type: 'upload', title: 'File' },
              ],
            },
          ],
        },
  ),
};

let app: TestApp;
let callId: number;
let pro: SignedIn;
let centre: SignedIn;
let draft: Draft;

async function ask(method: string, path: string, token: string, body: object = {}) {
  const answer = await app.call(method, path, { token, body });
  expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
  return answer.body;
}

async function review(who: SignedIn, data: object[], newGroups: object[] = []): Promise<string> {
  const { id } = await ask('POST', `/v2/applications/${draft.uid}/assign`, pro.token, {
    flowElementId: 'REV',
    userId: who.userId,
    role: 'scientific_reviewer',
  });
  await ask('PUT', `/v2/assignments/${id}/accept`, who.token, { accepted: true });
  await ask('PUT', `/v2/assignments/${id}/submit`, who.token, { data, newGroups });
  return id;
}

/** The report that somebody gets, as its columns behind the last one of the application itself. */
async function report(who: SignedIn): Promise<{ head: string[]; row: string }> {
  await app.db.deleteFrom('reports').execute();
  await ask('GET', `/download/call/${callId}/applications/csv`, who.token, undefined);
  await workOff(app.platform, allWork(app.platform));
  const { id } = await app.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
  const text = (await app.call('GET', `/download/report/${id}`, { token: who.token })).bytes.toString('utf8');
  const [head = '', ...rows] = text.split('\r\n');
  return {
    head: (head.split('Cut-off (UTC)')[1] ?? '').split(',').filter(Boolean),
    row: (rows[0] ?? '').split('2026-12-01T09:00:00.000Z')[1] ?? '',
  };
}

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  callId = (await createCall(app, { code: 'REG', flow })).id;
  await app.db
    .updateTable('calls')
    .set({ download_roles: ['pro', 'compute_centre_representative'] })
    .execute();
  pro = await app.login({ role: 'pro' });
  centre = await app.login({ role: 'compute_centre_representative' });
  await app.db
    .insertInto('memberships')
    .values({ user_id: centre.userId, centre_id: 'north', part: 'representative' })
    .execute();
  draft = await createDraft(app, callId);
  const groupId = app.platform.newId();
  await ask('PUT', `/v2/assignments/${draft.assignmentId}/submit`, draft.token, {
    data: [itemOf('title', ['Waves']), itemOf('part', ['aurora-cpu'], { groupId })],
    newGroups: [{ id: groupId, order: 0, flowElementId: 'parts' }],
  });
  const rows = [app.platform.newId(), app.platform.newId()];
  await review(
    await app.login({ role: 'scientific_reviewer' }),
    [
      itemOf('score', ['4']),
      itemOf('fit', ['y']),
      itemOf('sure', ['true']),
      itemOf('aside', ['=1+1']),
      ...rows.map((groupId, at) => itemOf('deep', [`deep ${at}`], { groupId })),
    ],
    rows.map((id, order) => ({ id, order, flowElementId: 'inner' })),
  );
  await review(await app.login({ role: 'scientific_reviewer' }), [itemOf('score', ['3'])]);
});
afterAll(() => app.close());

const columns = ['Review: submitted', 'Review: Score', 'Review: Fit', 'Review: Sure'];

it('tells staff how many handed in a step, and what they answered to each question', async () => {
  const { head, row } = await report(pro);
  expect(head.slice(3, 9)).toEqual([...columns, 'Review: Aside', 'Review: Deep']);
  expect(head.filter((name) => !name.startsWith('Review:'))).toEqual([
    'CHK: submitted',
    'CHK: Verdict',
    'CHK: Message',
    'LOC: submitted',
    'LOC: Reply',
    'FIN: submitted',
    'FIN: Partition',
    'FIN: Result',
    'FIN: Amount',
  ]);
  const [own = ''] = row.split('\r\n');
  for (const told of ['2', 'Fits well', 'Yes', "'=1+1", 'deep 0 | deep 1']) expect(own).toContain(told);
  // What it tells is what the opened application tells, and in no order of coming.
  const opened = (await openWhole(app, draft.uid, pro.token)).body;
  const scores = opened.assignments
    .flatMap(({ data }: { data: { flowElementId: string; input: { values: string[] } }[] }) => data)
    .filter(({ flowElementId }: { flowElementId: string }) => flowElementId === 'score')
    .map(({ input }: { input: { values: string[] } }) => input.values[0]);
  expect([...scores].sort()).toEqual(['3', '4']);
  expect(own).toMatch(/"(3\n4|4\n3)"/);
});

it('tells a centre what view rules open to it, once they do, and no title of anything else', async () => {
  const before = await report(centre);
  expect(before.head).toEqual(columns);
  expect(before.row).toBe(',,,,');
  await ask('POST', `/v2/applications/${draft.uid}/release`, pro.token, { flowElementId: 'REV' });
  const after = await report(centre);
  expect(after.head).toEqual(columns);
  expect(after.row).toMatch(/^,2,"(3\n4|4\n3)",Fits well,"(Yes\nNo|No\nYes)"/);
  expect(after.row).not.toMatch(/1\+1|deep/);
});

it('tells a centre what was released until it is released again: neither what came since nor that it is written anew', async () => {
  const before = await report(centre);
  app.clock.advance(1_000);
  const late = await app.login({ role: 'scientific_reviewer' });
  const id = await review(late, [itemOf('score', ['5'])]);
  expect(await report(centre)).toEqual(before);
  await ask('POST', `/v2/applications/${draft.uid}/release`, pro.token, { flowElementId: 'REV' });
  const released = await report(centre);
  expect(released.row).toMatch(/^,3,/);
  app.clock.advance(1_000);
  await ask('PUT', `/v2/assignments/${id}/reopen`, pro.token, {});
  expect(await report(centre)).toEqual(released);
  await ask('PUT', `/v2/assignments/${id}/submit`, late.token, {
    data: [itemOf('score', ['1'], { revision: 1 })],
    newGroups: [],
  });
  expect(await report(centre)).toEqual(released);
  // Staff read what was handed in last.
  expect((await report(pro)).row).not.toMatch(/"[\d\n]*5[\d\n]*"/);
});

it('tells staff nothing of the reviews of their own application', async () => {
  await app.db.updateTable('applications').set({ owner_id: pro.userId }).where('id', '=', draft.id).execute();
  const { row } = await report(pro);
  expect(row).toMatch(/^,+$/);
});
