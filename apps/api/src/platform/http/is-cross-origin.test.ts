import { expect, it } from 'vitest';
import { isCrossOrigin } from './is-cross-origin.ts';

const publicUrl = 'https://portal.example.org';
const host = '10.0.0.7:3000';

it.each([
  ['a program that is no browser', {}, false],
  ['our page', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }, false],
  ['our page, in a browser that names only its origin', { origin: publicUrl }, false],
  ['our page, reached past its public address', { origin: 'http://10.0.0.7:3000' }, false],
  ['our page, behind a proxy that keeps the host', { origin: 'https://x.example', host: 'x.example' }, false],
  ['the person’s own hand', { 'sec-fetch-site': 'none' }, false],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
  ['another site, in a browser that names only its origin', { origin: 'https://evil.example' }, true],
  ['a neighbour', { origin: 'https://wiki.example.org', 'sec-fetch-site': 'same-site' }, true],
  ['another port of the same host', { origin: 'https://portal.example.org:8443' }, true],
  ['our host without TLS', { origin: 'http://portal.example.org' }, true],
  ['a page without an origin', { origin: 'null' }, true],
  ['nonsense', { origin: 'x' }, true],
  ['a browser of later days', { 'sec-fetch-site': 'another-word' }, true],
] as [string, Record<string, string>, boolean][])('%s', (_who, headers, foreign) => {
  const given = { host, ...headers };
  expect(isCrossOrigin({ method: 'POST', headers: given }, { publicUrl })).toBe(foreign);
  const silent = Object.keys(headers).length === 0;
  expect(isCrossOrigin({ method: 'POST', headers: given }, { publicUrl }, true)).toBe(foreign);
  const withCookie = { ...given, cookie: 'session=x' };
  expect(isCrossOrigin({ method: 'POST', headers: withCookie }, { publicUrl }, true)).toBe(foreign || silent);
  expect(isCrossOrigin({ method: 'GET', headers: given }, { publicUrl })).toBe(false);
});
