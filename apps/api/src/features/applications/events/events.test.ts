import type { EventType } from '@clearcall/domain/applications/event.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
} from '../../../testing/factories.ts';

let app: TestApp;
let owner: SignedIn;
let pro: SignedIn;
let reviewer: SignedIn;
let draft: Draft;

const now = '2026-11-21T12:00:00.000Z';

beforeAll(async () => {
  app = await buildTestApp({ now });
  await createSurroundings(app.db);
  const call = await createCall(app);
  owner = await app.login({ firstName: 'Otto', lastName: 'Owner' });
  pro = await app.login({ role: 'pro', firstName: 'Pat', lastName: 'Officer' });
  reviewer = await app.login({ firstName: 'Rae', lastName: 'Viewer' });
  draft = await createDraft(app, call.id, owner);
});
afterAll(() => app.close());

const log = (by: SignedIn, query = '') =>
  app.call('GET', `/v2/applications/${draft.uid}/events${query}`, { token: by.token });

/** Something that later versions write. */
async function happened(type: string, more: Partial<Parameters<TestApp['platform']['emit']>[1][number]>) {
  const event = { type: type as EventType, occurredAt: new Date(now), applicationId: draft.id, ...more };
  const [id] = await app.platform.emit(app.db, [event]);
  return id;
}

it('tells the staff what happened to an application, the newest first, page by page', async () => {
  // A draft is its owner's alone, and so is what happened to it.
  expect([(await log(pro)).status, (await log(owner)).status]).toEqual([404, 404]);
  app.clock.set('2026-11-21T13:00:00Z');
  const answer = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: owner.token,
    body: { data: [itemOf('title', ['Waves'])] },
  });
  expect(answer.status).toBe(200);
  await happened('assignment_saved', { actorId: owner.userId });
  await happened('assigned', {
    userId: reviewer.userId,
    actorId: pro.userId,
    detail: { step: 'REV', partition: 'aurora-gpu', depth: 1, cause: 7, secret: 'of the house' },
  });
  await happened('refused', {
    userId: reviewer.userId,
    actorId: reviewer.userId,
    assignmentId: draft.assignmentId,
    detail: { step: 'REV', reason: 'No time' },
  });
  await happened('approved', { actorId: pro.userId, detail: { step: 'APP', status: 'approved' } });
  await happened('approved', { actorId: reviewer.userId, detail: { step: 'gone', partition: 'closed' } });
  await happened('revoked', { userId: reviewer.userId, detail: { reason: '' } });
  await happened('moved_to_the_moon', {});
  await happened('assigned', { applicationId: draft.id + 1 });

  const person = { owner, pro, reviewer };
  const name = { owner: ['Otto', 'Owner'], pro: ['Pat', 'Officer'], reviewer: ['Rae', 'Viewer'] };
  const who = (one: keyof typeof person) => ({
    id: person[one].userId,
    firstName: name[one][0],
    lastName: name[one][1],
  });
  const entry = (type: string, words: string, more: object) => ({
    id: expect.any(Number),
    type,
    words,
    at: now,
    by: null,
    about: null,
    step: null,
    partition: null,
    reason: null,
    ...more,
  });
  const submittedAt = '2026-11-21T13:00:00.000Z';
  const whole = [
    entry('moved_to_the_moon', 'Moved to the moon', {}),
    entry('revoked', 'Assignment revoked', { about: who('reviewer') }),
    entry('approved', 'Assignment approved', { by: who('reviewer'), step: 'gone', partition: 'closed' }),
    entry('approved', 'Admin approved', { by: who('pro'), step: 'Application' }),
    entry('refused', 'Assignment refused', { by: who('reviewer'), step: 'Review', reason: 'No time' }),
    entry('assigned', 'User assigned', {
      by: who('pro'),
      about: who('reviewer'),
      step: 'Review',
      partition: 'Aurora GPU',
    }),
    entry('all_submitted', 'All assignments submitted', {
      at: submittedAt,
      by: who('owner'),
      step: 'Application',
    }),
    entry('submitted', 'Assignment submitted', { at: submittedAt, by: who('owner'), step: 'Application' }),
    entry('application_created', 'Application created', { by: who('owner'), step: 'Application' }),
  ];
  const all = (await log(pro)).body;
  expect(all).toEqual({ data: whole, next: null });

  const pages = [];
  let next: number | null = null;
  do {
    const query: string = next === null ? '?limit=3' : `?limit=3&before=${next}`;
    const { body } = await log(pro, query);
    pages.push(body.data);
    next = body.next;
  } while (next !== null);
  expect(pages).toEqual([all.data.slice(0, 3), all.data.slice(3, 6), all.data.slice(6)]);
  // One page that is exactly full has nothing behind it.
  expect((await log(pro, '?limit=9')).body.next).toBe(null);
});

it('is not there for anybody else', async () => {
  const conflicted = await app.login({ role: 'pro' });
  await app.db
    .insertInto('assignments')
    .values({
      id: app.platform.newId(),
      application_id: draft.id,
      step_id: 'REV',
      owner_id: conflicted.userId,
      role: 'scientific_reviewer',
      status: 'conflicted',
      created_at: app.platform.now(),
    })
    .execute();
  const statuses = [];
  for (const by of [owner, reviewer, conflicted, await app.login({ role: 'ac_chair' })])
    statuses.push((await log(by)).status);
  expect(statuses).toEqual([404, 404, 404, 404]);
});
