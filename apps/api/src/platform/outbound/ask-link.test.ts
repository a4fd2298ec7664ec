import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askLink, internet, type Network } from './ask-link.ts';
import { isPublicAddress } from './public-address.ts';

let port: number;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  asked.push(
    `${request.method} ${request.headers.host?.split(':')[0]}${request.url} ${request.headers.range ?? ''}`.trim(),
  );
  answer(request, response);
});
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const local = { address: '127.0.0.1', family: 4 };
/** Every name leads to the server of this test. */
const toServer: Network = { resolve: async () => [local], isAllowed: () => true };
const url = (path = '/', host = 'site.example') => `http://${host}:${port}${path}`;

it.each([
  ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '169.254.1.1', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['224.0.0.1', '255.255.255.255', '240.0.0.1', '198.18.0.1', '192.0.2.1'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'fec0::1', 'ff02::1', '2001:db8::1'],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
  ],
  ...['', 'localhost', '1', '0x7f000001'],
])('takes %s for no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '2a00:1450:4009::200e', '2600::'])(
  'takes %s for a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it('asks no private address by whatever it is named', async () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '[::ffff:127.0.0.1]',
    '0',
  ];
  for (const host of hosts)
    expect([host, await askLink(url('/', host))]).toEqual([host, { failure: 'private' }]);
  expect(asked).toEqual([]);
});

it('refuses a name as soon as one of its addresses is private', async () => {
  answer = (_request, response) => response.end();
  const two: Network = {
    ...internet,
    resolve: async () => [{ address: '93.184.216.34', family: 4 }, local],
  };
  expect(await askLink(url(), two)).toEqual({ failure: 'private' });
  expect(asked).toEqual([]);
});

it('connects to the address that was checked, whatever the name server says later', async () => {
  answer = (_request, response) => response.end();
  const given: string[] = [];
  const rebinding: Network = {
    resolve: async (name) => {
      given.push(name);
      // First as a public one, then as that of this machine.
      return given.length === 1 ? [local] : [{ address: '127.0.0.2', family: 4 }];
    },
    isAllowed: (address) => address === '127.0.0.1',
  };
  expect(await askLink(url(), rebinding)).toMatchObject({ status: 200 });
  expect(given).toEqual(['site.example']);
  expect(await askLink(url(), rebinding)).toEqual({ failure: 'private' });
});

it('checks each hop of a redirect, and follows five at most', async () => {
  answer = ({ url: path = '' }, response) => {
    const to: Record<string, string> = {
      '/inside': url('/secret', 'inside.example'),
      '/literal': 'http://169.254.169.254/latest/meta-data/',
      '/file': 'file:///etc/passwd',
      '/here': '/there',
    };
    if (path === '/loop') response.writeHead(302, { Location: '/loop' });
    else if (to[path] !== undefined) response.writeHead(301, { Location: to[path] });
    response.end();
  };
  const network: Network = {
    resolve: async (name) => [name === 'inside.example' ? { address: '10.0.0.1', family: 4 } : local],
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
  };
  expect(await askLink(url('/inside'), network)).toEqual({ failure: 'private' });
  expect(await askLink(url('/literal'), network)).toEqual({ failure: 'private' });
  expect(await askLink(url('/file'), network)).toEqual({ failure: 'redirects' });
  expect(await askLink(url('/here'), network)).toMatchObject({ status: 200 });
  asked = [];
  expect(await askLink(url('/loop'), network)).toEqual({ failure: 'redirects' });
  expect(asked).toHaveLength(6);
});

it('says what answers and how large it is, by GET if the server refuses HEAD', async () => {
  answer = ({ method, url: path }, response) => {
    if (path === '/gone') response.writeHead(404);
    else if (path === '/odd' && method === 'HEAD') response.writeHead(405);
    else if (path === '/odd')
      response.writeHead(206, { 'Content-Type': 'application/pdf', 'Content-Range': 'bytes 0-1023/421888' });
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': 12 });
    response.end(method === 'HEAD' ? undefined : 'hello, world');
  };
  expect(await askLink(url('/page'), toServer)).toEqual({
    status: 200,
    mediaType: 'text/html',
    sizeBytes: 12,
  });
  expect(asked).toEqual(['HEAD site.example/page']);
  asked = [];
  expect(await askLink(url('/odd'), toServer)).toEqual({
    status: 206,
    mediaType: 'application/pdf',
    sizeBytes: 421_888,
  });
  expect(asked).toEqual(['HEAD site.example/odd', 'GET site.example/odd bytes=0-1023']);
  expect(await askLink(url('/gone'), toServer)).toMatchObject({ status: 404 });
});

it('waits no longer than it is told, and says why there is no answer', async () => {
  answer = () => undefined;
  const controller = new AbortController();
  const slow = askLink(url('/slow'), toServer, controller.signal);
  await expect.poll(() => asked.length).toBe(1);
  controller.abort();
  expect(await slow).toEqual({ failure: 'time' });

  answer = ({ socket }) => socket.destroy();
  expect(await askLink(url(), toServer)).toEqual({ failure: 'connection' });
  const nowhere: Network = {
    ...toServer,
    resolve: async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
  };
  expect(await askLink(url(), nowhere)).toEqual({ failure: 'name' });
  expect(await askLink('http://', toServer)).toEqual({ failure: 'name' });
});

it('reads nothing of a body that never ends, and sends no login of an address', async () => {
  let auth: string | undefined = 'none';
  answer = ({ headers, method }, response) => {
    auth = headers.authorization;
    response.writeHead(method === 'HEAD' ? 501 : 200);
    if (method === 'GET') response.write('x'.repeat(1_000));
    else response.end();
  };
  expect(await askLink(`http://user:secret@site.example:${port}/`, toServer)).toMatchObject({ status: 200 });
  expect(auth).toBeUndefined();
});
