import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { encodeResponse, sendEncoded } from './encoded-response.ts';

const long = 'Calls for proposals. '.repeat(200);
const app = Fastify();
const answers = {
  '/long': await encodeResponse('text/plain; charset=utf-8', long),
  '/short': await encodeResponse('text/plain; charset=utf-8', 'Short é'),
};
for (const [path, made] of Object.entries(answers))
  app.get(path, (request, reply) => sendEncoded(request, reply, made));
afterAll(() => app.close());

const get = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers: given, rawPayload } = await app.inject({ method, url, headers });
  return {
    status: statusCode,
    encoding: given['content-encoding'],
    length: given['content-length'],
    given,
    rawPayload,
  };
};

it.each([
  [undefined, undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['gzip;q=0, br; q=0.0', undefined],
  ['*', undefined],
])('who takes %s gets %s, and the same words and tag', async (accept, encoding) => {
  const answer = await get('/long', accept === undefined ? {} : { 'accept-encoding': accept });
  const open = { gzip: gunzipSync, br: brotliDecompressSync }[answer.encoding as 'gzip'];
  expect([answer.status, answer.encoding, answer.length]).toEqual([
    200,
    encoding,
    String(answer.rawPayload.length),
  ]);
  expect(String(open?.(answer.rawPayload) ?? answer.rawPayload)).toBe(long);
  expect(answer.given).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    etag: answers['/long'].tag,
    vary: 'Accept-Encoding',
  });
});

it('what is short goes as it is', async () => {
  const answer = await get('/short', { 'accept-encoding': 'br, gzip' });
  expect([answer.encoding, String(answer.rawPayload)]).toEqual([undefined, 'Short é']);
});

it.each([
  ['the tag', (tag: string) => tag, 304],
  ['a list with it', (tag: string) => `W/"other", ${tag}`, 304],
  ['any', () => '*', 304],
  ['another', () => 'W/"other"', 200],
])('who has %s of it gets the bytes only when they are new', async (_what, known, status) => {
  const { tag } = answers['/long'];
  const answer = await get('/long', { 'if-none-match': known(tag), 'accept-encoding': 'br' });
  expect([answer.status, answer.given.etag]).toEqual([status, tag]);
  expect(answer.rawPayload.length > 0).toBe(status === 200);
});

it('who only looks gets no bytes', async () => {
  const { status, rawPayload } = await get('/long', {}, 'HEAD');
  expect([status, rawPayload.length]).toEqual([200, 0]);
});
