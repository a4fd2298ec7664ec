import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { freePort } from './free-port.ts';

/** So much later than from its cache a browser has an answer of the server. */
const wayMs = 150;

interface MovedClock {
  /** How far the clock of the server is ahead of the real one, in milliseconds. */
  aheadMs: number;
}

/**
 * A journey to a portal whose clock can be moved between two visits. A proxy before the portal moves the times in the
 * headers of its answers, so the cache of the browser is a real one: it stores and returns what it would of any server.
 */
export const test = base.extend<{ serverClock: MovedClock & { address: string } }>({
  serverClock: async ({ baseURL: portal }, use) => {
    const clock: MovedClock = { aheadMs: 0 };
    const proxy = createServer((asked, answer) => void pass(asked, answer, new URL(portal ?? ''), clock));
    const port = await freePort();
    await once(proxy.listen(port), 'listening');
    await use(Object.assign(clock, { address: `http://localhost:${port}` }));
    proxy.closeAllConnections();
    proxy.close();
  },
});

async function pass(asked: IncomingMessage, answer: ServerResponse, portal: URL, clock: MovedClock) {
  const { origin: _proxy, ...headers } = asked.headers;
  const { hostname, port, host } = portal;
  const sent = request({
    hostname,
    port,
    method: asked.method,
    path: asked.url,
    headers: { ...headers, host, origin: portal.origin },
  });
  sent.on('error', () => answer.destroy());
  sent.on('response', async (received) => {
    await setTimeout(wayMs);
    answer.writeHead(received.statusCode ?? 502, moved(received.headers, clock.aheadMs));
    received.pipe(answer);
  });
  asked.pipe(sent);
}

function moved(headers: IncomingMessage['headers'], aheadMs: number): IncomingMessage['headers'] {
  const { date, 'clearcall-time': time } = headers;
  return {
    ...headers,
    ...(date === undefined ? {} : { date: new Date(Date.parse(date) + aheadMs).toUTCString() }),
    ...(time === undefined ? {} : { 'clearcall-time': String(Number(time) + aheadMs) }),
  };
}
