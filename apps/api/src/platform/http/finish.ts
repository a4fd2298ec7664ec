import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const zip = promisify(gzip);
const worthBytes = 2_048;

/**
 * The last touch on an answer of the API: a tag for what may be cached, so that the same again costs no bytes, and
 * compression for what is long. Answers that set a cookie hold secrets and are left alone.
 */
export async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || reply.hasHeader('set-cookie')) return payload;
  if (request.method === 'GET' && reply.statusCode === 200 && isCacheable(reply)) {
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('ETag', tag);
    if (request.headers['if-none-match'] === tag) {
      reply.status(304).removeHeader('content-length').removeHeader('content-type');
      return null;
    }
  }
  reply.header('Vary', 'Accept-Encoding');
  if (payload.length < worthBytes || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
    return payload;
  }
  reply.header('Content-Encoding', 'gzip').removeHeader('content-length');
  return zip(payload, { level: 4 });
}

const isCacheable = (reply: FastifyReply): boolean =>
  !String(reply.getHeader('cache-control') ?? 'no-store').includes('no-store');
