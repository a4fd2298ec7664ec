import { afterAll, beforeAll, expect, it } from 'vitest';
import { workOff } from '../../platform/jobs/work.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';
import { createSurroundings } from '../../testing/factories.ts';
import { assign } from '../../testing/panel-work.ts';
import { createPayment } from '../../testing/payment.ts';
import { allWork } from '../work.ts';

/** A reviewer who is paid and has entered no bank details is asked for them, on the dashboard and by email. */

let app: TestApp;
let finance: SignedIn;
let zoe: SignedIn;

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  finance = await app.login({ role: 'finance_manager' });
  zoe = await app.login({ role: 'scientific_reviewer', firstName: 'Zoë', lastName: 'Ångström' });
});
afterAll(() => app.close());

const unpaid = async ({ token }: SignedIn, body: object = {}) =>
  (await app.call('POST', '/v2/applications/dashboard', { token, body })).body.unpaidReviews;
const subject = 'Enter your bank details for the payment of your reviews';
async function emails(): Promise<{ to: string; text: string }[]> {
  await workOff(app.platform, allWork(app.platform));
  const { body } = await app.call('GET', '/demo/mails');
  return body.filter((mail: { subject: string }) => mail.subject === subject);
}
/** Submits a review of a new application whose payment is assigned to the finance manager. */
async function review(reviewer: SignedIn) {
  const payment = await createPayment(app, finance.userId, []);
  const { applicationId } = payment;
  const by = { userId: reviewer.userId, role: 'scientific_reviewer', stepId: 'SCI' } as const;
  await assign(app, { applicationId, ...by, status: 'accepted' });
  const { id } = await app.db
    .selectFrom('assignments')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('step_id', '=', 'SCI')
    .executeTakeFirstOrThrow();
  const data = [{ flowElementId: 'score', dataGroupId: null, input: { values: ['9'] }, revision: 0 }];
  const submitted = await app.call('PUT', `/v2/assignments/${id}/submit`, {
    token: reviewer.token,
    body: { data, newGroups: [] },
  });
  expect([submitted.status, submitted.body]).toEqual([200, expect.anything()]);
  return payment;
}
const save = (reviewer: SignedIn, iban: string | null) =>
  app.call('PATCH', `/users/${reviewer.userId}`, { token: reviewer.token, body: { iban } });

it('asks until the bank details are entered, once a month by email', async () => {
  expect(await unpaid(zoe)).toBe(0);
  await review(zoe);
  expect(await emails()).toMatchObject([{ to: zoe.email }]);
  await review(zoe);
  expect([(await emails()).length, await unpaid(zoe), await unpaid(zoe, { role: 'applicant' })]).toEqual([
    1, 2, 0,
  ]);
  const occurredAt = new Date(app.platform.now().getTime() - 31 * 86_400_000);
  await app.db.updateTable('events').set({ occurred_at: occurredAt }).execute();
  await review(zoe);
  expect([(await emails()).length, await unpaid(zoe)]).toEqual([2, 3]);
  expect((await save(zoe, 'LU280019400644750000')).status).toBe(200);
  expect(await unpaid(zoe)).toBe(0);
  expect((await save(zoe, null)).status).toBe(200);
  expect(await unpaid(zoe)).toBe(3);
});

it('asks nobody whose bank details are known, and nobody once the reviews are paid', async () => {
  const rui = await app.login({ role: 'scientific_reviewer' });
  const before = (await emails()).length;
  await save(rui, 'LU280019400644750000');
  const { id } = await review(rui);
  expect([(await emails()).length - before, await unpaid(rui)]).toEqual([0, 0]);
  await save(rui, null);
  expect(await unpaid(rui)).toBe(1);
  await app.db.updateTable('assignments').set({ status: 'submitted' }).where('id', '=', id).execute();
  expect(await unpaid(rui)).toBe(0);
});
