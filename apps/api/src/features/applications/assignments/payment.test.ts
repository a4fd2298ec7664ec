import type { TaskBoard, TaskRow } from '@clearcall/domain/applications/task-board.ts';
import { givenRowId } from '@clearcall/domain/forms/given-rows.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createSurroundings } from '../../../testing/factories.ts';
import { assign } from '../../../testing/panel-work.ts';
import { createPayment } from '../../../testing/payment.ts';
import { reviewFlow } from '../../../testing/review-flow.ts';

let app: TestApp;
let finance: SignedIn;
let pro: SignedIn;
let zoe: SignedIn;
let rui: SignedIn;

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  finance = await app.login({ role: 'finance_manager' });
  pro = await app.login({ role: 'pro' });
  zoe = await app.login({ role: 'scientific_reviewer', firstName: 'Zoë', lastName: 'Ångström' });
  rui = await app.login({ role: 'scientific_reviewer', firstName: 'Rui', lastName: 'Reviewer' });
});
afterAll(() => app.close());

interface Seen {
  assignments: {
    id: string;
    formFacts?: { reviewers?: unknown };
    answers: Record<string, [revision: number, values: string[], row?: number][]>;
  }[];
}
const seenBy = async ({ token }: SignedIn, uid: string): Promise<Seen> =>
  (await app.call('GET', `/v2/applications/${uid}`, { token })).body as Seen;
const item = (flowElementId: string, value: string, dataGroupId: string | null = null) => ({
  flowElementId,
  dataGroupId,
  input: { values: [value] },
  revision: 0,
});
const submit = (id: string, data: object[], newGroups: object[] = []) =>
  app.call('PUT', `/v2/assignments/${id}/submit`, { token: finance.token, body: { data, newGroups } });

it('has a row for each reviewer with what they are owed, which nobody leaves out or adds to', async () => {
  const { id, uid, applicationId } = await createPayment(app, finance.userId, [zoe.userId, rui.userId]);
  await assign(app, {
    applicationId,
    userId: zoe.userId,
    role: 'scientific_reviewer',
    stepId: 'SCI',
    status: 'submitted',
  });
  const open = (await seenBy(finance, uid)).assignments.find((one) => one.id === id);
  expect(open?.formFacts?.reviewers).toEqual([
    { id: zoe.userId, name: 'Zoë Ångström', reviews: 2 },
    { id: rui.userId, name: 'Rui Reviewer', reviews: 1 },
  ]);
  const [zoes, ruis] = [zoe, rui].map(({ userId }) => givenRowId('payees', String(userId)));

  const added = [{ id: app.platform.newId(), flowElementId: 'payees', order: 2 }];
  expect((await submit(id, [item('paid', '450')], added)).status).toBe(422);
  expect((await submit(id, [item('paid', '450'), item('done', '7', zoes)])).status).toBe(422);
  expect((await submit(id, [item('paid', '450'), item('fee', '200', ruis)])).status).toBe(200);

  for (const reader of [finance, pro]) {
    const paid = (await seenBy(reader, uid)).assignments.find((one) => one.id === id)?.answers;
    const valuesOf = (element: string) => paid?.[element]?.map(([, values]) => values[0]);
    expect(['payee', 'done', 'fee', 'due'].map(valuesOf)).toEqual([
      ['Zoë Ångström', 'Rui Reviewer'],
      ['2', '1'],
      ['150', '200'],
      ['300', '200'],
    ]);
  }
});

it('cannot be submitted without a reviewer', async () => {
  const { id } = await createPayment(app, finance.userId, []);
  expect(await submit(id, [item('paid', '0')])).toMatchObject({ status: 422, body: { code: 'has_errors' } });
});

it('names no reviewer before it is accepted, nor with a conflict of interest', async () => {
  const { id, uid, applicationId } = await createPayment(app, finance.userId, [zoe.userId]);
  const named = async (status: 'assigned' | 'accepted') => {
    await app.db.updateTable('assignments').set({ status }).where('id', '=', id).execute();
    return JSON.stringify(await seenBy(finance, uid)).includes('Ångström');
  };
  expect([await named('assigned'), await named('accepted')]).toEqual([false, true]);
  const conflict = { application_id: applicationId, user_id: finance.userId, source: 'marked' } as const;
  await app.db
    .insertInto('conflicts')
    .values({ ...conflict, noted_at: app.platform.now() })
    .execute();
  expect(await named('accepted')).toBe(false);
});

it('shows on the dashboard what the preview opens before somebody takes it on', async () => {
  const title = '"id":"project_title"';
  const flow = JSON.parse(JSON.stringify(reviewFlow).replace(title, `${title},"preview":true`));
  const { id, uid, applicationId } = await createPayment(app, finance.userId, [zoe.userId], flow);
  const named = { title: 'Engines', pi_first_name: 'Ada' };
  await app.db.updateTable('applications').set(named).where('id', '=', applicationId).execute();
  const free = { owner_id: null, status: 'assigned' } as const;
  await app.db.updateTable('assignments').set(free).where('id', '=', id).execute();
  const { token } = finance;
  const { body } = await app.call('POST', '/v2/applications/dashboard', { token, body: {} });
  const rows: TaskRow[] = (body as { boards: TaskBoard[] }).boards.flatMap((board) => board.rows);
  expect(rows.filter((row) => row.uid === uid)).toMatchObject([
    { assignmentId: id, projectTitle: 'Engines', firstName: '' },
  ]);
});
