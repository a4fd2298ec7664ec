import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPlatform } from '../../app.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Answer, buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createCall, createDraft, createSurroundings, type Draft } from '../../testing/factories.ts';
import { publishedPart, publishParts } from './published-parts.ts';

let app: TestApp;
let draft: Draft;
beforeAll(async () => {
  app = await buildTestApp();
  await createSurroundings(app.db);
  const call = await createCall(app, { code: 'PRT' });
  draft = await createDraft(app, call.id);
});
afterAll(() => app.close());

const open = async (): Promise<Answer> =>
  app.call('GET', `/v2/applications/${draft.uid}`, { token: draft.token });
const read = (hash: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call('GET', `/v2/parts/${hash}`, { token: draft.token, headers });
/** Statements that one of several processes sends meanwhile. */
async function countOf({ databases }: Platform, action: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const stop = databases.onStatement(() => {
    count += 1;
  });
  await action();
  stop();
  return count;
}

it('opens an application with its data alone, and says what its parts are by the hash of their content', async () => {
  const { body } = await open();
  expect(Object.keys(body).filter((key) => ['steps', 'options', 'call', 'partitions'].includes(key))).toEqual(
    [],
  );
  const parts = await Promise.all((body.parts as string[]).map((hash) => read(hash)));
  expect(parts.map(({ body: part }) => Object.keys(part).sort())).toEqual([
    ['call', 'partitions'],
    ['steps'],
    ['options'],
  ]);
  const hashes = parts.map(({ bytes }) => createHash('sha256').update(bytes).digest('base64url'));
  expect(hashes).toEqual(body.parts);
  // Again, and by whoever else may see the same, the same.
  expect((await open()).body.parts).toEqual(body.parts);
});

it('sends a part to be kept for good by its reader alone, compressed as the reader takes it', async () => {
  const [, step = ''] = (await open()).body.parts as string[];
  const plain = await read(step);
  expect([plain.status, plain.headers['cache-control'], plain.headers['content-encoding']]).toEqual([
    200,
    'private, max-age=31536000, immutable',
    undefined,
  ]);
  const [zipped, pressed] = await Promise.all(
    ['gzip', 'gzip, deflate, br'].map((encodings) =>
      app.app.inject({
        url: `/api/v2/parts/${step}`,
        headers: { authorization: `Bearer ${draft.token}`, 'accept-encoding': encodings },
      }),
    ),
  );
  if (zipped === undefined || pressed === undefined) throw new Error('there is no answer');
  expect([zipped, pressed].map(({ headers }) => [headers['content-encoding'], headers.vary])).toEqual([
    ['gzip', 'Accept-Encoding'],
    ['br', 'Accept-Encoding'],
  ]);
  expect([gunzipSync(zipped.rawPayload), brotliDecompressSync(pressed.rawPayload)]).toEqual([
    plain.bytes,
    plain.bytes,
  ]);
  expect(pressed.rawPayload.length).toBeLessThan(plain.bytes.length / 2);
  const known = await read(step, { 'if-none-match': String(plain.headers.etag) });
  expect([known.status, known.bytes.length, known.headers['cache-control']]).toEqual([
    304,
    0,
    'private, max-age=31536000, immutable',
  ]);
  // Who reads it is looked up, and nothing else.
  expect(await app.sqlCount(() => read(step))).toBe(1);
});

it('has nothing under a hash that nobody was told, nor for somebody who is not signed in', async () => {
  const missing = { statusCode: 404, code: 'not_found', message: 'Not found' };
  const undisclosed = createHash('sha256').update('{"steps":[]}').digest('base64url');
  for (const hash of [undisclosed, 'x', `${undisclosed}A`, `${undisclosed.slice(0, -1)}%2F`])
    expect((await read(hash)).body).toEqual(missing);
  const [step = ''] = (await open()).body.parts as string[];
  expect((await app.call('GET', `/v2/parts/${step}`)).status).toBe(401);
});

it('is told once: again it takes no statement, and another process has it too', async () => {
  const { parts } = (await open()).body as { parts: string[] };
  expect(await app.sqlCount(open)).toBeLessThanOrEqual(3);
  const rows = await app.db.selectFrom('told_parts').select('hash').execute();
  expect(rows.map(({ hash }) => hash).sort()).toEqual([...parts].sort());

  // Two others, started a moment ago: one is asked for a part, one tells some.
  const asked = buildPlatform(app.platform.config, app.platform.log);
  const telling = buildPlatform(app.platform.config, app.platform.log);
  const [hash = ''] = parts;
  const { bytes } = await read(hash);
  expect((await publishedPart(asked, hash))?.plain).toEqual(bytes);
  expect(await countOf(asked, () => publishedPart(asked, hash))).toBe(0);
  const again = [JSON.parse(bytes.toString()), { steps: ['new'] }, { steps: ['new'] }];
  let notified: string[] = [];
  const tell = async () => {
    notified = await publishParts(telling, again);
  };
  expect([await countOf(telling, tell), notified[0], notified[1]]).toEqual([1, hash, notified[2]]);
  expect(await countOf(telling, tell)).toBe(0);
  expect((await read(String(notified[1]))).body).toEqual({ steps: ['new'] });
  await asked.databases.close();
  await telling.databases.close();
});

it('says another hash when a list has changed, and the old one still holds what it was', async () => {
  const before = (await open()).body.parts as string[];
  app.clock.advance(61_000);
  // As they were.
  expect((await open()).body.parts).toEqual(before);
  await app.db.updateTable('options').set({ label: 'Mathematik' }).where('value', '=', 'PE1').execute();
  app.clock.advance(61_000);
  const after = (await open()).body.parts as string[];
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  const [old, now] = await Promise.all([before, after].map((parts) => read(String(parts[2]))));
  expect([old, now].map((part) => part?.body.options.panels[0].label)).toEqual(['Mathematics', 'Mathematik']);
});
