import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagesOfApplications } from '../features/calls/reports/applications-of.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, itemOf } from '../testing/factories.ts';

const row1 = '018f0000-0000-7000-8000-000000000001';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-21T12:00:00Z' });
  await createSurroundings(app.db);
});
afterAll(() => app.close());

it('shows others what was submitted until it is submitted again: in the list, the dashboard and the report', async () => {
  const own = await createCall(app);
  const draft = await createDraft(app, own.id);
  const pro = await app.login({ role: 'pro' });
  const send = (verb: 'save' | 'submit', data: unknown[], newGroups: unknown[] = []) =>
    app.call('PUT', `/v2/assignments/${draft.assignmentId}/${verb}`, {
      token: draft.token,
      body: { data, newGroups },
    });
  const shown = async () => {
    const list = await app.call('POST', '/v2/applications/search', {
      token: pro.token,
      body: { role: 'pro', searchBy: [{ column: 'id', op: 'contains', value: draft.uid }] },
    });
    const dashboard = await app.call('POST', '/v2/applications/dashboard', { token: draft.token, body: {} });
    const of = (rows: { projectTitle: string; firstName: string; lastName: string; partition: string }[]) =>
      rows.map((row) => [row.projectTitle, `${row.firstName} ${row.lastName}`, row.partition]);
    const report: unknown[] = [];
    for await (const page of pagesOfApplications(app.db, own.id, { userId: pro.userId, language: 'en' }))
      for (const row of page)
        report.push([row.title, row.piName, row.asked.map(({ partitionId }) => partitionId).join()]);
    return { list: of(list.body.data), dashboard: of(dashboard.body.data), report };
  };
  await send('save', [itemOf('title', ['Draft']), itemOf('first', ['Ida'])]);
  expect((await shown()).dashboard).toEqual([['Draft', 'Ida ', '']]);
  await send(
    'submit',
    [
      itemOf('title', ['Waves'], { revision: 1 }),
      itemOf('first', ['Ada'], { revision: 1 }),
      itemOf('last', ['King']),
      itemOf('part', ['aurora-cpu'], { groupId: row1 }),
      itemOf('amount', ['500'], { groupId: row1 }),
    ],
    [{ id: row1, flowElementId: 'parts', order: 0 }],
  );
  await app.db
    .updateTable('assignments')
    .set({ status: 'changes_requested', reason: 'Say more' })
    .where('id', '=', draft.assignmentId)
    .execute();
  await app.db
    .updateTable('applications')
    .set({ status: 'changes_requested' })
    .where('id', '=', draft.id)
    .execute();
  const asSubmitted = await shown();
  expect(asSubmitted).toEqual({
    list: [['Waves', 'Ada King', 'Aurora CPU']],
    dashboard: [['Waves', 'Ada King', 'Aurora CPU']],
    report: [['Waves', 'Ada King', 'aurora-cpu']],
  });

  await send('save', [
    itemOf('title', ['Tides'], { revision: 2 }),
    itemOf('last', ['Lovelace'], { revision: 1 }),
    itemOf('part', ['aurora-gpu'], { groupId: row1, revision: 1 }),
  ]);
  // What is stale stops a submission, and the rest is saved.
  const stale = await send('submit', [
    itemOf('title', ['Old'], { revision: 1 }),
    itemOf('first', ['Eve'], { revision: 2 }),
  ]);
  expect(stale.status).toBe(409);
  expect(await shown()).toEqual(asSubmitted);
  await app.call('DELETE', `/v2/assignments/${draft.assignmentId}/data`, {
    token: draft.token,
    body: { dataIds: [row1] },
  });
  expect(await shown()).toEqual(asSubmitted);

  expect((await send('submit', [])).body.status).toBe('resubmitted');
  expect(await shown()).toEqual({
    list: [['Tides', 'Eve Lovelace', '']],
    dashboard: [],
    report: [['Tides', 'Eve Lovelace', '']],
  });
});
