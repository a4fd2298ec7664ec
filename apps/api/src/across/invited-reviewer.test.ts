import { decodeLink } from '@clearcall/domain/mail/link.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountMailFacts } from '../features/users/account/mail-facts.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createReviewWorld, type ReviewWorld } from '../testing/review-world.ts';

let app: TestApp;
let world: ReviewWorld;
beforeAll(async () => {
  app = await buildTestApp();
  world = await createReviewWorld(app);
});
afterAll(() => app.close());

const statusOf = (id: string) =>
  app.db
    .selectFrom('assignments')
    .innerJoin('users', 'users.id', 'assignments.owner_id')
    .select(['assignments.status', 'users.status as of'])
    .where('assignments.id', '=', id)
    .executeTakeFirstOrThrow();

const ownerOf = (id: string) =>
  app.db
    .selectFrom('assignments')
    .select('owner_id as id')
    .where('id', '=', id)
    .$narrowType<{ id: number }>()
    .executeTakeFirstOrThrow();

it('the work of somebody who is invited waits as assigned until they have chosen a password and accept it', async () => {
  const application = await world.submitted();
  const email = 'invited.reviewer@example.org';
  const { status, body } = await world.as('pro', 'POST', `/v2/applications/${application.id}/invite`, {
    email,
    firstName: 'Runa',
    lastName: 'Østerås',
    flowElementId: 'REV',
    role: 'scientific_reviewer',
  });
  expect([status, body.message]).toEqual([200, undefined]);
  expect(await statusOf(body.id)).toEqual({ status: 'assigned', of: 'locked' });

  // The mail that it brought has a link to choose a password with.
  const facts = await accountMailFacts(
    { db: app.db, now: app.platform.now(), config: app.platform.config },
    'invite',
    { userId: (await ownerOf(body.id)).id },
  );
  const link = decodeLink(facts?.link.split('/').at(-1)?.split('?')[0] ?? '') ?? { email: '', token: '' };
  const password = 'Second-Moon-Rising';
  const chosen = await app.call('PATCH', '/users/invite/password', {
    body: { ...link, password, acceptedTerms: true },
  });
  expect(chosen.body).toEqual({ done: true });
  expect(await statusOf(body.id)).toEqual({ status: 'assigned', of: 'active' });

  const { body: session } = await app.call('POST', '/users/login', {
    body: { email, password, app: 'user_portal' },
  });
  const accepted = await app.call('PUT', `/v2/assignments/${body.id}/accept`, {
    token: session.token,
    body: { accepted: true, agreed: true },
  });
  expect([accepted.status, accepted.body.message]).toEqual([200, undefined]);
  expect((await statusOf(body.id)).status).toBe('accepted');
});
