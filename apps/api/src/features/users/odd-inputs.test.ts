import * as users from '@clearcall/contract/users.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const id = '00000000-0000-4000-8000-000000000000';
/** A body that is right in form for every public operation. */
const bodies = [
  [users.login, { email: 'a@example.org', password: 'x', app: 'user_portal' }],
  [users.refreshSession, { app: 'user_portal' }],
  [users.logout, { app: 'user_portal' }],
  [users.createHumanChallenge, {}],
  [users.sendHumanCode, { email: 'a@example.org' }],
  [
    users.register,
    {
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.org',
      password: 'Tidal-Locked-Moon',
      challengeId: id,
      answer: '1',
      acceptedTerms: true,
    },
  ],
  [users.confirmRegistration, { email: 'a@example.org', token: 'x' }],
  [users.resendConfirmation, { email: 'a@example.org' }],
  [users.forgotPassword, { email: 'a@example.org' }],
  [users.resetPassword, { email: 'a@example.org', password: 'Tidal-Locked-Moon', token: 'x' }],
] as const;

const odd: unknown[] = [
  null,
  true,
  7,
  -1e300,
  '',
  ' ',
  '\u0000',
  'a\u0000b@example.org',
  '\ud800',
  '‮𝒳é',
  "'; drop table users; --",
  '%s%n',
  'x'.repeat(100_000),
  [],
  {},
  { toString: 'x' },
  { __proto__: null, constructor: 'x' },
  ['a@example.org'],
];

describe.each(bodies.map(([endpoint, body]) => ({ endpoint, body, path: endpoint.path })))(
  '$path',
  ({ endpoint, body }) => {
    it('answers every odd input with a sentence, never with a fault', async () => {
      const tries: unknown[] = [...odd, { ...body, surplus: 1 }];
      for (const key of Object.keys(body)) {
        tries.push(...odd.map((value) => ({ ...body, [key]: value })));
        tries.push(Object.fromEntries(Object.entries(body).filter(([name]) => name !== key)));
      }
      for (const tried of tries) {
        const raw = JSON.stringify(tried);
        const answer = await app.call(endpoint.method, endpoint.path, {
          raw,
          headers: { 'content-type': 'application/json' },
        });
        if (answer.status >= 500 || (answer.status >= 400 && !answer.body.message)) {
          throw new Error(`${answer.status} for ${raw.slice(0, 200)}: ${JSON.stringify(answer.body)}`);
        }
      }
      const surplus = await app.call(endpoint.method, endpoint.path, { body: { ...body, surplus: 1 } });
      expect([surplus.status, surplus.body.code]).toEqual([400, 'invalid_input']);
    });
  },
);
