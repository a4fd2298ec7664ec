import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { allWork } from '../../../across/work.ts';
import type { Network } from '../../../platform/outbound/ask-link.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createCall, createSurroundings } from '../../../testing/factories.ts';
import { checkLinks, checkLinksOfCall } from './check-links.ts';

let app: TestApp;
let admin: SignedIn;
let pro: SignedIn;
let callId: number;
let base: string;
/** Status of each path of the server; 200 unless given. */
let statuses: Record<string, number>;
let asked: string[];
const server = createServer(({ url: path = '', method }, response) => {
  asked.push(`${method} ${path}`);
  response.writeHead(statuses[path] ?? 200, { 'Content-Type': 'application/pdf', 'Content-Length': 412_000 });
  response.end();
});
const toServer: Network = {
  resolve: async (name) => [{ address: name === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 }],
  isAllowed: (address) => address === '127.0.0.1',
};

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  base = `http://site.example:${(server.address() as AddressInfo).port}`;
  app = await buildTestApp();
  await app.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation) })
    .execute();
  await createSurroundings(app.db);
  admin = await app.login({ role: 'admin' });
  pro = await app.login({ role: 'pro', app: 'admin_portal' });
});
afterAll(async () => {
  server.close();
  await app.close();
});
beforeEach(async () => {
  statuses = {};
  asked = [];
  ({ id: callId } = await createCall(app));
  await sql`delete from call_links`.execute(app.db);
  const links = {
    termsOfReference: `${base}/terms.pdf`,
    guidelineReviewer: `${base}/gone`,
    link1: { title: 'Inside', address: 'http://inside.example/' },
    link2: { title: 'Here', address: `${app.platform.config.publicUrl}/calls` },
  };
  await sql`update calls set links = ${JSON.stringify(links)}::jsonb,
    info = ${`<p><a href="${base}/more?a=1&amp;b=2">More</a> <a href="mailto:a@example.org">write</a></p>`}
    where id = ${callId}`.execute(app.db);
});

const ask = (method: string, path: string, body?: object, by = admin) =>
  app.call(method, `/admin/calls/${callId}${path}`, {
    token: by.token,
    ...(body === undefined ? {} : { body }),
  });
const listed = async () => (await ask('GET', '/links', undefined, pro)).body.data;
const check = (since = app.platform.now().toISOString(), id = callId) =>
  checkLinksOfCall(app.platform, { callId: id, since }, toServer);

it('keeps what each link of a call answered and since when, and asks neither its own pages nor private addresses', async () => {
  statuses = { '/gone': 404 };
  expect(
    (await listed()).map((one: { address: string; check: unknown }) => [one.address, one.check]),
  ).toEqual([
    ['http://inside.example/', null],
    [`${base}/gone`, null],
    [`${base}/terms.pdf`, null],
    [`${base}/more?a=1&b=2`, null],
  ]);
  const first = app.platform.now().toISOString();
  expect(await check()).toEqual({ asked: 4 });
  const none = { status: null, failure: null, mediaType: null, sizeBytes: null };
  const pdf = { status: 200, failure: null, mediaType: 'application/pdf', sizeBytes: 412_000 };
  const at = { since: first, checkedAt: first };
  expect(await listed()).toEqual([
    { address: 'http://inside.example/', check: { ...none, ...at, state: 'private' } },
    { address: `${base}/gone`, check: { ...pdf, ...at, state: 'broken', status: 404 } },
    { address: `${base}/terms.pdf`, check: { ...pdf, ...at, state: 'answers' } },
    { address: `${base}/more?a=1&b=2`, check: { ...pdf, ...at, state: 'answers' } },
  ]);
  expect(asked.sort()).toEqual(['GET /gone', 'HEAD /gone', 'HEAD /more?a=1&b=2', 'HEAD /terms.pdf']);

  // The day stays while the answer does, and changes with it.
  app.clock.advance(86_400_000);
  const second = app.platform.now().toISOString();
  statuses = { '/gone': 404, '/terms.pdf': 403 };
  await check();
  const dated = async () =>
    (await listed()).map(({ check: { state, since, checkedAt } }: { check: Record<string, string> }) => [
      state,
      since,
      checkedAt,
    ]);
  expect(await dated()).toEqual([
    ['private', first, second],
    ['broken', first, second],
    ['closed', second, second],
    ['answers', first, second],
  ]);
});

it('warns of broken links in the check of a draft, and prevents no publication', async () => {
  statuses = { '/gone': 404, '/more?a=1&b=2': 500 };
  await check();
  const { findings } = (await ask('GET', '/check')).body;
  const about = findings.filter(({ rule }: { rule: string }) => rule.startsWith('link'));
  expect(about).toEqual([
    {
      rule: 'linkBroken',
      severity: 'warning',
      at: [['links', 'guidelineReviewer']],
      text: `The link ‘${base}/gone’ answers with error 404. Correct the address, or have the page restored.`,
    },
    {
      rule: 'linkBroken',
      severity: 'warning',
      at: [['info']],
      text: `The link ‘${base}/more?a=1&b=2’ answers with error 500. Correct the address, or have the page restored.`,
    },
  ]);
});

it('checks every call that is not archived each night, and one address of several calls once', async () => {
  const { id: other } = await createCall(app);
  const { id: archived } = await createCall(app);
  await sql`update calls set links = (select links from calls where id = ${callId}), archived_at = case when id = ${archived} then now() end
    where id in (${other}, ${archived})`.execute(app.db);
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
  await checkLinks(app.platform);
  const { rows } = await sql<{ payload: { callId: number; since: string } }>`
    select payload from graphile_worker._private_jobs order by id`.execute(app.db);
  const jobs = rows
    .map(({ payload }) => payload)
    .filter(({ callId: id }) => [callId, other, archived].includes(id));
  expect(jobs.map(({ callId: id }) => id)).toEqual([callId, other]);
  for (const { callId: id, since } of jobs) await check(since, id);
  expect(asked.filter((one) => one === 'HEAD /terms.pdf')).toHaveLength(1);
  const kept = await sql<{
    n: number;
  }>`select count(*)::int as n from call_links where call_id = ${other}`.execute(app.db);
  expect(kept.rows).toEqual([{ n: 3 }]);
  // A killed job goes on with what it had not checked.
  expect(await check(jobs[0]?.since, callId)).toEqual({ asked: 0 });
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
});

it('checks the links of a draft when an administrator says so, and forgets those that are gone', async () => {
  await check();
  const at = ['links', 'termsOfReference'];
  const changes = [{ do: 'set', at, value: `${base}/new.pdf` }];
  expect((await ask('POST', '/changes', { base: 0, changes })).status).toBe(200);
  expect((await ask('POST', '/links/check', {}, pro)).status).toBe(403);
  app.clock.advance(1_000);
  const { status, body } = await ask('POST', '/links/check', {});
  expect([status, body]).toEqual([200, { askedAt: app.platform.now().toISOString() }]);
  await check(body.askedAt);
  expect((await listed()).map(({ address }: { address: string }) => address)).toContain(`${base}/new.pdf`);
  await sql`update calls set info = '' where id = ${callId}`.execute(app.db);
  await sql`delete from call_drafts where call_id = ${callId}`.execute(app.db);
  await check();
  const kept = await app.db
    .selectFrom('call_links')
    .select('address')
    .where('call_id', '=', callId)
    .orderBy('address')
    .execute();
  expect(kept.map(({ address }) => address)).not.toContain(`${base}/new.pdf`);
});

it('asks the public internet alone when the worker does it', async () => {
  await sql`update calls set links = ${JSON.stringify({ termsOfReference: base.replace('site.example', '127.0.0.1') })}::jsonb, info = ''
    where id = ${callId}`.execute(app.db);
  const task = allWork(app.platform).tasks.check_links_of_call;
  await task?.({ callId, since: app.platform.now().toISOString() }, {} as never);
  expect(asked).toEqual([]);
  expect((await listed()).map(({ check: { state } }: { check: { state: string } }) => state)).toEqual([
    'private',
  ]);
});
