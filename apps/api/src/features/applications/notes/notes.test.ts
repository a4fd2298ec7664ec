import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  openWhole,
} from '../../../testing/factories.ts';

let app: TestApp;
let callId: number;
let pat: SignedIn;
let quinn: SignedIn;
let owner: SignedIn;
let submitted: Draft;

const now = '2026-11-21T12:00:00.000Z';

async function applied(by: SignedIn): Promise<Draft> {
  const draft = await createDraft(app, callId, by);
  const answer = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: by.token,
    body: { data: [itemOf('title', ['Waves'])] },
  });
  expect(answer.status).toBe(200);
  return draft;
}

beforeAll(async () => {
  app = await buildTestApp({ now });
  await createSurroundings(app.db);
  callId = (await createCall(app)).id;
  owner = await app.login();
  pat = await app.login({ role: 'pro', firstName: 'Pat', lastName: 'Officer' });
  quinn = await app.login({ role: 'pro', firstName: 'Quinn', lastName: 'Officer' });
});
beforeEach(async () => {
  app.clock.set(now);
  submitted = await applied(owner);
});
afterAll(() => app.close());

const at = (uid: string, noteId?: string) =>
  `/v2/applications/${uid}/notes${noteId === undefined ? '' : `/${noteId}`}`;
const list = async (by = pat, uid = submitted.uid, query = '') =>
  app.call('GET', `${at(uid)}${query}`, { token: by.token });
const add = (text: string, by = pat, more: { uid?: string; key?: string } = {}) =>
  app.call('POST', at(more.uid ?? submitted.uid), {
    token: by.token,
    body: { text },
    ...(more.key === undefined ? {} : { headers: { 'idempotency-key': more.key } }),
  });
const rows = () =>
  app.db
    .selectFrom('notes')
    .select(['id', 'author_id', 'text', 'revision', 'created_at', 'changed_at'])
    .where('application_id', '=', submitted.id)
    .orderBy('id')
    .execute();
const events = () =>
  app.db
    .selectFrom('events')
    .select(['type', 'application_id', 'assignment_id', 'user_id', 'actor_id', 'detail', 'occurred_at'])
    .where('application_id', '=', submitted.id)
    .where('type', 'like', 'note_%')
    .orderBy('id')
    .execute();
const eventOf = (type: string, noteId: string, actor = pat, when = now) => ({
  type,
  application_id: submitted.id,
  assignment_id: null,
  user_id: null,
  actor_id: actor.userId,
  detail: { noteId },
  occurred_at: new Date(when),
});

describe('notes of the staff', () => {
  it('are written, read by all of the staff with the newest first, changed and removed', async () => {
    const first = await add('  Called the applicant.\r\nWaits for a letter. \u0007');
    expect(first).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const second = await add('Letter is here.', quinn);
    app.clock.set('2026-11-21T13:00:00Z');
    const changed = await app.call('PATCH', at(submitted.uid, first.body.id), {
      token: pat.token,
      body: { text: 'Called twice.', revision: 1 },
    });
    expect([changed.status, changed.body]).toEqual([200, { revision: 2 }]);
    const note = (id: string, by: SignedIn, name: string, more: object) => ({
      id,
      author: { id: by.userId, firstName: name, lastName: 'Officer' },
      revision: 1,
      createdAt: now,
      changedAt: null,
      can: { change: false },
      ...more,
    });
    expect((await list()).body).toEqual({
      data: [
        note(second.body.id, quinn, 'Quinn', { text: 'Letter is here.' }),
        note(first.body.id, pat, 'Pat', {
          text: 'Called twice.',
          revision: 2,
          changedAt: '2026-11-21T13:00:00.000Z',
          can: { change: true },
        }),
      ],
      next: null,
    });
    // By its number as well as by its uid.
    expect((await list(quinn, String(submitted.id))).body.data[0].can).toEqual({ change: true });
    const removed = await app.call('DELETE', at(submitted.uid, first.body.id), {
      token: pat.token,
      body: { revision: 2 },
    });
    expect([removed.status, removed.body]).toEqual([200, { done: true }]);
    expect((await rows()).map(({ id }) => id)).toEqual([second.body.id]);
    const later = '2026-11-21T13:00:00Z';
    expect(await events()).toEqual([
      eventOf('note_added', first.body.id),
      eventOf('note_added', second.body.id, quinn),
      eventOf('note_changed', first.body.id, pat, later),
      eventOf('note_removed', first.body.id, pat, later),
    ]);
  });

  it('keep their lines, in one form, without spaces at the ends', async () => {
    await add('  One\r\n\r\ntwo, caf\u0065\u0301 \u0007 ');
    expect((await rows()).map(({ text }) => text)).toEqual(['One\n\ntwo, caf\u00e9']);
  });

  it('hold 5,000 characters, counted as people do', async () => {
    expect((await add('😀'.repeat(5_000))).status).toBe(200);
    const long = await add('😀'.repeat(5_001));
    expect([long.status, long.body.message]).toEqual([
      400,
      ['The note must be 5\u202f000 characters or fewer.'],
    ]);
    const empty = await add(' \n\t ');
    expect([empty.status, empty.body.message]).toEqual([400, ['Enter a note.']]);
    expect(await rows()).toHaveLength(1);
  });

  it('come in pages', async () => {
    const ids: string[] = [];
    for (const text of ['a', 'b', 'c', 'd', 'e']) ids.unshift((await add(text)).body.id);
    const page = async (query: string) => {
      const { body } = await list(pat, submitted.uid, query);
      return [body.data.map(({ id }: { id: string }) => ids.indexOf(id)), ids.indexOf(body.next)];
    };
    expect(await page('?limit=2')).toEqual([[0, 1], 1]);
    expect(await page(`?limit=2&before=${ids[1]}`)).toEqual([[2, 3], 3]);
    expect(await page(`?limit=2&before=${ids[3]}`)).toEqual([[4], -1]);
    expect(await page(`?limit=5`)).toEqual([[0, 1, 2, 3, 4], -1]);
    for (const query of ['?limit=0', '?limit=201', '?before=7'])
      expect((await list(pat, submitted.uid, query)).status).toBe(400);
  });

  it('are added once, however often the request comes', async () => {
    const key = randomUUID();
    const [one, other] = await Promise.all([add('Once', pat, { key }), add('Once', pat, { key })]);
    const again = await add('Once', pat, { key });
    expect([one.status, other.status, again.status]).toEqual([200, 200, 200]);
    expect(new Set([one.body.id, other.body.id, again.body.id]).size).toBe(1);
    expect(await rows()).toHaveLength(1);
    expect((await add('Something else', pat, { key })).body.code).toBe('key_reused');
    // The key of somebody else is another one.
    expect((await add('Once', quinn, { key })).body.id).not.toBe(one.body.id);
    expect(await events()).toHaveLength(2);
  });

  it('are changed and removed by their author alone, and only as they were last read', async () => {
    const { id } = (await add('Mine')).body;
    const change = (by: SignedIn, text: string, revision: number) =>
      app.call('PATCH', at(submitted.uid, id), { token: by.token, body: { text, revision } });
    const remove = (by: SignedIn, revision: number) =>
      app.call('DELETE', at(submitted.uid, id), { token: by.token, body: { revision } });
    expect((await change(pat, 'One window', 1)).body).toEqual({ revision: 2 });
    const before = [await rows(), await events()];
    for (const answer of [await change(quinn, 'Not mine', 2), await remove(quinn, 2)])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    for (const answer of [await change(pat, 'Other window', 1), await remove(pat, 1), await remove(pat, 3)])
      expect([answer.status, answer.body.code]).toEqual([409, 'stale_revision']);
    // The same once more, because its answer was lost.
    expect((await change(pat, 'One window', 1)).body).toEqual({ revision: 2 });
    expect([await rows(), await events()]).toEqual(before);
    // Two windows at once: one of them is told.
    const both = await Promise.all([change(pat, 'Left', 2), change(pat, 'Right', 2)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are not there for anybody else, whatever they are to the application', async () => {
    const { id } = (await add('Between us')).body;
    const mine = await applied(pat);
    const draft = await createDraft(app, callId, owner);
    const strangers: SignedIn[] = [owner];
    for (const role of [
      'user',
      'scientific_reviewer',
      'panel_chair',
      'ac_chair',
      'call_coordinator',
    ] as const)
      strangers.push(await app.login({ role }));
    // One of the staff who has a conflict of interest with it, and who reviewed it before.
    const conflicted = await app.login({ role: 'pro' });
    await app.db
      .insertInto('assignments')
      .values({
        id: app.platform.newId(),
        application_id: submitted.id,
        step_id: 'REV',
        owner_id: conflicted.userId,
        role: 'scientific_reviewer',
        status: 'conflicted',
        created_at: app.platform.now(),
      })
      .execute();
    strangers.push(conflicted);
    const attempts = async (by: SignedIn, uid: string) => [
      await list(by, uid),
      await add('Me too', by, { uid }),
      await app.call('PATCH', at(uid, id), { token: by.token, body: { text: 'x', revision: 1 } }),
      await app.call('DELETE', at(uid, id), { token: by.token, body: { revision: 1 } }),
    ];
    const before = [await rows(), await events()];
    for (const by of strangers)
      expect((await attempts(by, submitted.uid)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    // Of one's own application one reads no notes, and of a draft nobody does.
    for (const uid of [mine.uid, draft.uid])
      expect((await attempts(pat, uid)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect([await rows(), await events()]).toEqual(before);
    // A note of another application is not there under this one.
    const other = await applied(owner);
    expect((await attempts(pat, other.uid)).map(({ status }) => status)).toEqual([200, 200, 404, 404]);
    // Nothing of them is in what others get of the application.
    const opened = await openWhole(app, submitted.uid, owner.token);
    expect(JSON.stringify(opened.body)).not.toContain('Between us');
  });
});
