import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takesEncoding } from './encoded-response.ts';

const zip = promisify(gzip);
const press = promisify(brotliCompress);
const minBytes = 2_048;
/** From here on Brotli in a hurry makes less of lists than gzip does, in half of the time; of shorter texts more. */
const minBrotliBytes = 65_536;
/** So little is compressed sooner than handed to another thread. */
const atOnceBytes = { gzip: 16_384, br: 1_048_576 };
const hurried = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/**
 * The last touch on an answer of the API: a tag for what may be cached, so that the same again costs no bytes, and
 * compression for what is long. Answers that set a cookie hold secrets and are left alone.
 */
export async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  // What nobody keeps says which role counted: a change since the login shows at the next request.
  if (request.actor !== null && !isCacheable(reply)) reply.header('Clearcall-Role', request.actor.role);
  if (typeof payload !== 'string' || reply.hasHeader('set-cookie')) return payload;
  const tag =
    request.method === 'GET' && reply.statusCode === 200 && isCacheable(reply)
      ? `W/"${createHash('sha1').update(payload).digest('base64url')}"`
      : null;
  if (tag !== null) {
    reply.header('ETag', tag);
    if (request.headers['if-none-match'] === tag) {
      reply.status(304).removeHeader('content-length').removeHeader('content-type');
      return null;
    }
  }
  reply.header('Vary', 'Accept-Encoding');
  if (payload.length >= minBrotliBytes && takesEncoding(request, 'br')) {
    reply.header('Content-Encoding', 'br').removeHeader('content-length');
    return payload.length < atOnceBytes.br ? brotliCompressSync(payload, hurried) : press(payload, hurried);
  }
  if (payload.length < minBytes || !takesEncoding(request, 'gzip')) return payload;
  reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
  return payload.length < atOnceBytes.gzip ? gzipSync(payload, { level: 4 }) : zip(payload, { level: 4 });
}

/** Whether a browser or a proxy may store the answer. */
export const isCacheable = (reply: FastifyReply): boolean =>
  !String(reply.getHeader('cache-control') ?? 'no-store').includes('no-store');
