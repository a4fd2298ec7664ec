import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { removeAbandonedFiles } from '../../across/clean-up.ts';
import { buildTestApp, type Sent, type TestApp } from '../../testing/build-test-app.ts';
import {
  createCall,
  createDraft,
  createSurroundings,
  type Draft,
  itemOf,
  pdfOf,
  uploadOf,
  whenChecked,
} from '../../testing/factories.ts';
import { tablesHash } from '../../testing/tables-hash.ts';
import { purgeReplies } from './idempotency.ts';

const now = '2026-11-21T12:00:00.000Z';
let app: TestApp;
let call: Awaited<ReturnType<typeof createCall>>;

beforeAll(async () => {
  app = await buildTestApp({ now });
  await createSurroundings(app.db);
  call = await createCall(app);
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(now));

/** Every file that lies in the storage, once what nobody wants is gone from it. */
async function filesStored(): Promise<number> {
  await app.db.updateTable('abandoned_files').set({ not_before: null }).execute();
  await removeAbandonedFiles(app.platform);
  const entries = await readdir(join(app.platform.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

/** Everything that the portal holds: rows, events, jobs of mails, files. */
const all = async () => ({ files: await filesStored(), rows: await tablesHash(app.db) });

const keyed = (key: string, sent: Sent = {}): Sent => ({ ...sent, headers: { 'idempotency-key': key } });
const create = (token: string, key: string, callId = call.id) =>
  app.call('POST', '/v2/applications', keyed(key, { token, body: { callId } }));
const duplicate = (draft: Draft, key: string) =>
  app.call('POST', `/v2/applications/duplicate/${draft.uid}`, keyed(key, { token: draft.token, body: {} }));
const upload = async (draft: Draft, key: string, bytes: Uint8Array<ArrayBuffer>, elementId = 'letters') => {
  const answer = await app.call(
    'POST',
    `/v2/assignments/${draft.assignmentId}/upload`,
    keyed(key, { token: draft.token, form: uploadOf(bytes, { elementId }) }),
  );
  if (answer.status === 200) await whenChecked(app, draft, answer);
  return answer;
};
const plain = ({ status, body }: { status: number; body: unknown }) => [status, body];

const count = async (table: 'applications' | 'documents', userId: number) => {
  const column = table === 'applications' ? 'owner_id' : 'uploaded_by';
  return (await app.db.selectFrom(table).select('id').where(column, '=', userId).execute()).length;
};

async function submitted(): Promise<Draft> {
  const draft = await createDraft(app, call.id);
  await upload(draft, randomUUID(), await pdfOf(1), 'case');
  const { status } = await app.call('PUT', `/v2/assignments/${draft.assignmentId}/submit`, {
    token: draft.token,
    body: { data: [itemOf('title', ['Waves'])] },
  });
  expect(status).toBe(200);
  return draft;
}

/** The next request that makes something is committed, and whoever wrote it does not learn of it. */
function loseNextCommit(): () => void {
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  let written = false;
  let lost = false;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const done = await query.apply(this, given);
    const { text = '' } = given[0] as { text?: string };
    if (written && !lost && text === 'commit') {
      lost = true;
      throw new Error('the connection was lost');
    }
    written ||= text.includes('insert into "answered_requests"');
    return done;
  } as never);
  return () => spy.mockRestore();
}

it('makes one draft of a request that comes again, and nothing else', async () => {
  const { token, userId } = await app.login();
  const key = randomUUID();
  const first = await create(token, key);
  expect(first.status).toBe(200);
  const before = await all();
  expect(plain(await create(token, key.toUpperCase()))).toEqual(plain(first));
  expect(plain(await create(token, `"${key}"`))).toEqual(plain(first));
  // Also when it would be refused by now.
  app.clock.set('2027-06-01T00:00:00Z');
  expect(plain(await create(token, key))).toEqual(plain(first));
  expect(await all()).toEqual(before);
  app.clock.set(now);
  expect(plain(await create(token, randomUUID()))).not.toEqual(plain(first));
  expect(await count('applications', userId)).toBe(2);
});

it('refuses a key for something else, and tells nobody of the keys of others', async () => {
  const { token } = await app.login();
  const other = await app.login();
  const second = await createCall(app);
  const key = randomUUID();
  const first = await create(token, key);
  const before = await all();
  const refused = await create(token, key, second.id);
  expect([refused.status, refused.body.code]).toEqual([422, 'key_reused']);
  const odd = await create(token, 'again');
  expect([odd.status, odd.body.message]).toEqual([400, ['The Idempotency-Key must be a UUID.']]);
  expect(await all()).toEqual(before);
  const own = await create(other.token, key);
  expect(own.status).toBe(200);
  expect(own.body).not.toEqual(first.body);
});

it('gives the same answer after one that was lost behind its commit', async () => {
  const { token, userId } = await app.login();
  const draft = await submitted();
  const key = randomUUID();
  for (const [send, owner, made] of [
    [() => create(token, key), userId, 1],
    [() => duplicate(draft, key), draft.userId, 2],
  ] as const) {
    const restore = loseNextCommit();
    expect((await send().finally(restore)).status).toBe(500);
    const before = await all();
    expect((await send()).status).toBe(200);
    expect(await all()).toEqual(before);
    expect(await count('applications', owner)).toBe(made);
  }
  const restore = loseNextCommit();
  const letter = await createDraft(app, call.id);
  const send = async () => upload(letter, key, await pdfOf(1));
  expect((await send().finally(restore)).status).toBe(500);
  const again = await send();
  expect(again.status).toBe(200);
  const before = await all();
  expect(plain(await send())).toEqual(plain(again));
  expect(await all()).toEqual(before);
  expect(await count('documents', letter.userId)).toBe(1);
});

it('answers two at once with one key alike, and does it once', async () => {
  const { token, userId } = await app.login();
  const [draft, letter] = [await submitted(), await createDraft(app, call.id)];
  const files = await filesStored();
  const counters = () => app.db.selectFrom('calls').select('counter').where('id', '=', call.id).execute();
  const [{ counter = 0 } = {}] = await counters();
  const key = randomUUID();
  const twice = async (send: () => ReturnType<TestApp['call']>) => {
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  };
  await twice(() => create(token, key));
  await twice(() => duplicate(draft, key));
  const pdf = await pdfOf(1);
  await twice(() => upload(letter, key, pdf));
  expect([await count('applications', userId), await count('applications', draft.userId)]).toEqual([1, 2]);
  expect(await count('documents', letter.userId)).toBe(1);
  expect([await counters(), await filesStored()]).toEqual([[{ counter: counter + 2 }], files + 2]);
});

it('copies an application once, with its files, as often as it is asked to', async () => {
  const draft = await submitted();
  const key = randomUUID();
  const first = await duplicate(draft, key);
  expect(first.status).toBe(200);
  const before = await all();
  expect(plain(await duplicate(draft, key))).toEqual(plain(first));
  expect(await all()).toEqual(before);
  const other = await submitted();
  const mixed = await app.call(
    'POST',
    '/v2/applications',
    keyed(key, { token: draft.token, body: { callId: call.id } }),
  );
  expect([mixed.status, mixed.body.code]).toEqual([422, 'key_reused']);
  expect((await duplicate({ ...other, token: draft.token }, key)).status).toBe(404);
  expect(await count('applications', draft.userId)).toBe(2);
});

it('takes each of several files once, also when the field is full and the step is over', async () => {
  const draft = await createDraft(app, call.id);
  const [one, two] = [randomUUID(), randomUUID()];
  const [pdf, other] = [await pdfOf(1), await pdfOf(2)];
  const first = await upload(draft, one, pdf);
  const second = await upload(draft, two, pdf);
  expect(second.body.data.input.values).toEqual([first.body.document.id]);
  const before = await all();
  expect(plain(await upload(draft, one, pdf))).toEqual(plain(first));
  expect(plain(await upload(draft, two, pdf))).toEqual(plain(second));
  for (const wrong of [await upload(draft, one, other), await upload(draft, one, pdf, 'case')])
    expect([wrong.status, wrong.body.code]).toEqual([422, 'key_reused']);
  expect(await all()).toEqual(before);
  app.clock.set('2026-12-02T00:00:00Z');
  expect(plain(await upload(draft, two, pdf))).toEqual(plain(second));
  expect(await all()).toEqual(before);
});

it('takes a file once that was broken off in the middle and sent again', async () => {
  const draft = await createDraft(app, call.id);
  const pdf = await pdfOf(2);
  const key = randomUUID();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const form = new Response(uploadOf(pdf, { elementId: 'letters' }));
  const body = Buffer.from(await form.arrayBuffer());
  await new Promise<void>((resolve) => {
    const sending = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/v2/assignments/${draft.assignmentId}/upload`,
      headers: {
        authorization: `Bearer ${draft.token}`,
        'content-type': form.headers.get('content-type') ?? '',
        'content-length': body.length,
        'idempotency-key': key,
      },
    });
    sending.on('error', () => undefined);
    sending.on('close', () => resolve());
    sending.write(body.subarray(0, body.length - 100));
    setTimeout(() => sending.destroy(), 100);
  });
  const sent = [await upload(draft, key, pdf), await upload(draft, key, pdf)];
  expect(plain(sent[1] ?? { status: 0, body: null })).toEqual([200, sent[0]?.body]);
  expect(await count('documents', draft.userId)).toBe(1);
});

it('keeps answers for a week, and as long as what they tell of', async () => {
  const { token, userId } = await app.login();
  const kept = async () =>
    (await app.db.selectFrom('answered_requests').select('key').where('user_id', '=', userId).execute())
      .length;
  const { body } = await create(token, randomUUID());
  await create(token, randomUUID());
  await app.call('DELETE', `/v2/applications/${body.uid}`, { token });
  expect(await kept()).toBe(1);
  const week = 7 * 86_400_000;
  await purgeReplies(app.db, new Date(new Date(now).getTime() + week));
  expect(await kept()).toBe(1);
  await purgeReplies(app.db, new Date(new Date(now).getTime() + week + 1));
  expect(await kept()).toBe(0);
});
