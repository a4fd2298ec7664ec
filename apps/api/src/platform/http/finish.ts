import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const zip = promisify(gzip);
const minBytes = 2_048;
/** So little is compressed sooner than handed to another thread. */
const minCompressedBytes = 16_384;

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
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (payload.length < minBytes || !takesGzip) return payload;
  reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
  return payload.length < minCompressedBytes ? gzipSync(payload, { level: 4 }) : zip(payload, { level: 4 });
}

const isCacheable = (reply: FastifyReply): boolean =>
  !String(reply.getHeader('cache-control') ?? 'no-store').includes('no-store');
