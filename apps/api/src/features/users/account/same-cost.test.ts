import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAccount, goodPassword, logInAs } from '../../../testing/accounts.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';

// What takes time is the hashing. It is counted, because clocks lie on a busy machine; it runs for real.
const hashing = vi.hoisted(() => ({ count: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const counted =
    <A extends unknown[], R>(work: (...given: A) => R) =>
    (...given: A) => {
      hashing.count += 1;
      return work(...given);
    };
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
});

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await createAccount(app, { email: 'known@example.org' });
  await createAccount(app, { email: 'locked@example.org', status: 'locked' });
  await createAccount(app, { email: 'closed@example.org', status: 'closed' });
  await createAccount(app, { email: 'invited@example.org', password: false });
  await logInAs(app, 'warm-up@example.org');
});
afterAll(() => app.close());

const addresses = ['known', 'locked', 'closed', 'invited', 'nobody'].map((name) => `${name}@example.org`);

async function costOf(action: () => Promise<unknown>): Promise<{ hashes: number; statements: string[] }> {
  hashing.count = 0;
  const statements = await app.sqlOf(action);
  return { hashes: hashing.count, statements };
}

it('a refused login costs one hash and the same two statements, whoever the address belongs to', async () => {
  const costs = [];
  for (const email of addresses) {
    costs.push(await costOf(() => logInAs(app, email, { password: 'Wrong-password-1' })));
  }
  expect(costs.map(({ hashes, statements }) => [hashes, statements.length])).toEqual(
    addresses.map(() => [1, 2]),
  );
  expect(new Set(costs.map(({ statements }) => statements.join('\n'))).size).toBe(1);
});

it('a registration costs one hash and the same statements, whoever the address belongs to', async () => {
  const costs = [];
  for (const email of addresses) {
    const { body } = await app.call('POST', '/users/challenge', { body: {} });
    await app.db
      .updateTable('human_challenges')
      .set({ angle: 90 })
      .where('id', '=', body.challengeId)
      .execute();
    const form = {
      firstName: 'Zoë',
      lastName: 'Ångström',
      email,
      password: 'Tidal-Locked-Moon',
      challengeId: body.challengeId,
      answer: '270',
      acceptedTerms: true,
    };
    costs.push(await costOf(() => app.call('PUT', '/users/register', { body: form })));
  }
  expect(costs.map(({ hashes }) => hashes)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(costs.map(({ statements }) => statements.join('\n'))).size).toBe(1);
});

it.each([
  ['a forgotten password', 'POST', '/users/forgot'],
  ['a link that is sent again', 'POST', '/users/register/resend'],
  ['a mailed code', 'POST', '/users/challenge/code'],
] as const)(
  '%s costs no hash and the same statements, whoever the address belongs to',
  async (_what, method, path) => {
    const costs = [];
    for (const email of addresses)
      costs.push(await costOf(() => app.call(method, path, { body: { email } })));
    expect(costs.map(({ hashes }) => hashes)).toEqual([0, 0, 0, 0, 0]);
    expect(new Set(costs.map(({ statements }) => statements.join('\n'))).size).toBe(1);
  },
);

it('a change of e-mail costs one hash and the same statements, whoever the new address belongs to', async () => {
  await createAccount(app, { email: 'asker@example.org' });
  const { token } = await logInAs(app, 'asker@example.org');
  const costs = [];
  for (const email of addresses) {
    const body = { email, password: goodPassword };
    costs.push(await costOf(() => app.call('PATCH', '/users/email', { token, body })));
  }
  expect(costs.map(({ hashes }) => hashes)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(costs.map(({ statements }) => statements.join('\n'))).size).toBe(1);
});
