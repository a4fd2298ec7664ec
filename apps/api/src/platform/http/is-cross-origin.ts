import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Whether a page of another site makes a browser send this request, which would take the portal's cookies along. Browsers
 * say from where in a header that no page can write: whether it is the same site, or at least the origin, which is then
 * ours by `PUBLIC_URL` or by the address that the request itself names. A program that is no browser says nothing, which
 * is refused if a cookie says who calls. What only reads is left alone: another site cannot see the answer.
 */
export function isCrossOrigin(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  byCookie = false,
): boolean {
  if (reading.includes(method)) return false;
  const site = headers['sec-fetch-site'];
  // `none`: by the hand of the person, not by a page.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host, cookie } = headers;
  if (origin === undefined) return byCookie && cookie !== undefined;
  if (origin === new URL(publicUrl).origin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
