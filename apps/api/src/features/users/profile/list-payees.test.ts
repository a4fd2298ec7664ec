import { roleCodes } from '@clearcall/domain/people/roles.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createSurroundings } from '../../../testing/factories.ts';
import { assign } from '../../../testing/panel-work.ts';
import { createPayment } from '../../../testing/payment.ts';

let app: TestApp;
let finance: SignedIn;
let known: SignedIn;
let unknown: SignedIn;
const bank = { bankHolderName: 'Zoë Ångström', iban: 'BE68539007547034', swiftCode: 'KREDBEBB' };
const missing = { statusCode: 404, code: 'not_found', message: 'Not found' };

beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  finance = await app.login({ role: 'finance_manager' });
  known = await app.login({ role: 'scientific_reviewer', firstName: 'Zoë', lastName: 'Ångström' });
  unknown = await app.login({ role: 'scientific_reviewer', firstName: 'Rui', lastName: 'Reviewer' });
  const saved = await app.call('PATCH', `/users/${known.userId}`, { token: known.token, body: bank });
  expect(saved.status).toBe(200);
});
afterAll(() => app.close());

const open = (id: string, { token }: SignedIn, method: 'GET' | 'HEAD' = 'GET') =>
  app.call(method, `/v2/assignments/${id}/payees`, { token });
const readings = () =>
  app.db
    .selectFrom('events')
    .select(['user_id', 'actor_id', 'detail'])
    .where('type', '=', 'bank_details_read')
    .execute();

it('lists who submitted reviews with their bank details, and notes whose were read', async () => {
  const { id, applicationId } = await createPayment(app, finance.userId, [known.userId, unknown.userId]);
  const other = await app.login({ role: 'scientific_reviewer' });
  await assign(app, {
    applicationId,
    userId: known.userId,
    role: 'scientific_reviewer',
    stepId: 'SCI',
    status: 'approved',
  });
  await assign(app, { applicationId, userId: other.userId, role: 'scientific_reviewer', stepId: 'SCI' });
  await assign(app, {
    applicationId,
    userId: other.userId,
    role: 'technical_reviewer',
    stepId: 'TEC',
    status: 'submitted',
  });
  await open(id, finance, 'HEAD');
  expect(await readings()).toEqual([]);
  const nothing = { bankAddress: null, bankName: null, bankRemarks: null, bankRouting: null };
  expect(await open(id, finance)).toMatchObject({
    status: 200,
    body: [
      { id: known.userId, firstName: 'Zoë', lastName: 'Ångström', reviews: 2, ...bank, ...nothing },
      { id: unknown.userId, reviews: 1, bankHolderName: null, iban: null, swiftCode: null, ...nothing },
    ],
  });
  expect(await readings()).toEqual([{ user_id: known.userId, actor_id: finance.userId, detail: {} }]);
});

it('is missing for everybody else, and for the finance manager of another payment', async () => {
  const { id } = await createPayment(app, finance.userId, [known.userId]);
  const others = await Promise.all(roleCodes.map((role) => app.login({ role })));
  for (const other of [...others, known]) expect([404, 403]).toContain((await open(id, other)).status);
  const { id: ofAnother } = await createPayment(app, (others[0] as SignedIn).userId, [known.userId]);
  expect((await open(ofAnother, finance)).body).toEqual(missing);
  expect((await app.call('GET', `/users/${known.userId}`, { token: finance.token })).body).toEqual(missing);
});

it('is missing before the payment is accepted, once it is revoked, and with a conflict of interest', async () => {
  const { id, applicationId } = await createPayment(app, finance.userId, [known.userId]);
  const status = async (next: 'assigned' | 'submitted' | 'revoked' | 'accepted') => {
    await app.db.updateTable('assignments').set({ status: next }).where('id', '=', id).execute();
    return (await open(id, finance)).status;
  };
  expect([
    await status('assigned'),
    await status('submitted'),
    await status('revoked'),
    await status('accepted'),
  ]).toEqual([404, 200, 404, 200]);
  await app.db
    .insertInto('conflicts')
    .values({
      application_id: applicationId,
      user_id: finance.userId,
      source: 'marked',
      noted_at: app.platform.now(),
    })
    .execute();
  expect((await open(id, finance)).body).toEqual(missing);
});
