import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { errorCode } from '../files/error-code.ts';
import { isPublicAddress } from './public-address.ts';

/** How names become addresses, and which of them may be asked. */
export interface Network {
  resolve: (hostname: string) => Promise<{ address: string; family: number }[]>;
  isAllowed: (address: string) => boolean;
}

/** The public internet, and nothing else. */
export const internet: Network = {
  resolve: (hostname) => lookup(hostname, { all: true }),
  isAllowed: isPublicAddress,
};

/** What a link answers, or why it gives no answer. */
export type LinkAnswer =
  | { status: number; mediaType: string | null; sizeBytes: number | null }
  | { failure: 'private' | 'name' | 'time' | 'connection' | 'certificate' | 'redirects' };

class NotAllowed extends Error {}
class TooManyRedirects extends Error {}

const maxRedirects = 5;
const limitMs = 10_000;

/**
 * Resolves a name for a connection, which then uses exactly these addresses: another answer of the name server later
 * changes nothing. A name that leads to a single private address is refused.
 */
const lookupIn =
  ({ resolve, isAllowed }: Network): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => isAllowed(address)))
          callback(new NotAllowed(), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };

/** Sends one request, and reads the head of the answer alone. */
function send(
  url: URL,
  method: 'HEAD' | 'GET',
  network: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { auth: _auth, ...target } = urlToHttpOptions(url);
  const host = String(target.hostname);
  // Node resolves no name that is an address.
  if (isIP(host) !== 0 && !network.isAllowed(host)) throw new NotAllowed();
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      ...target,
      method,
      // A connection of its own: none that another name has opened.
      agent: false,
      lookup: lookupIn(network),
      signal,
      headers: {
        Accept: '*/*',
        'User-Agent': 'Clearcall link check',
        ...(method === 'GET' && { Range: 'bytes=0-1023' }),
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      response.on('error', () => undefined);
      response.destroy();
      resolve(response);
    });
    request.end();
  });
}

async function follow(
  address: string,
  method: 'HEAD' | 'GET',
  network: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') break;
    const response = await send(url, method, network, signal);
    const { statusCode = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return response;
    url = new URL(headers.location, url);
  }
  throw new TooManyRedirects();
}

const ofNames = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA', 'ERR_INVALID_URL']);

function failureOf(error: unknown, signal: AbortSignal): Extract<LinkAnswer, { failure: string }> {
  if (error instanceof NotAllowed) return { failure: 'private' };
  if (error instanceof TooManyRedirects) return { failure: 'redirects' };
  if (signal.aborted) return { failure: 'time' };
  const code = errorCode(error) ?? '';
  if (ofNames.has(code)) return { failure: 'name' };
  return { failure: /CERT|SELF_SIGNED|UNABLE_TO_|TLS|SSL/.test(code) ? 'certificate' : 'connection' };
}

function sizeOf({ headers, statusCode }: IncomingMessage): number | null {
  const given =
    statusCode === 206 ? /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length'];
  const size = Number(given ?? Number.NaN);
  return Number.isSafeInteger(size) && size >= 0 ? size : null;
}

/**
 * Asks a link on the public internet whether it answers: HEAD, and GET if the server refuses that. Each hop of a redirect is
 * resolved and checked like the first. Nothing of a body is read.
 */
export async function askLink(
  address: string,
  network: Network = internet,
  signal: AbortSignal = AbortSignal.timeout(limitMs),
): Promise<LinkAnswer> {
  let failure: LinkAnswer = { failure: 'connection' };
  for (const method of ['HEAD', 'GET'] as const) {
    try {
      const response = await follow(address, method, network, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 400 && method === 'HEAD') continue;
      const [, mediaType = null] =
        /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})/.exec(headers['content-type'] ?? '') ?? [];
      return { status: statusCode, mediaType, sizeBytes: sizeOf(response) };
    } catch (error) {
      failure = failureOf(error, signal);
      if (failure.failure !== 'connection') return failure;
    }
  }
  return failure;
}
