import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import { endpoints } from '@clearcall/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sent } from './testing/build-test-app.ts';
import { pdfOf } from './testing/factories.ts';
import type { Good } from './testing/route-case.ts';
import { routeCases } from './testing/route-cases.ts';
import { buildRouteWorld, type World } from './testing/route-world.ts';

/** Whatever is sent to whichever operation, the answer is a sentence or an operation, never a fault of ours. */

let world: World & { close: () => Promise<void> };
beforeAll(async () => {
  world = await buildRouteWorld();
});
afterAll(() => world.close());

const contract: readonly Endpoint[] = endpoints;
const uuid = '0190a0a0-0000-7000-8000-00000000dead';
const ofJson = { 'content-type': 'application/json' };

/** JSON texts: some of them no value of ours could be written as. */
const oddValues = [
  'null',
  'true',
  '-1',
  '0.5',
  '1e400',
  '-1e400',
  '9007199254740993',
  '2147483648',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b@example.org"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\u202e\u{1d4b3}\u0301\u0301\u0301"',
  '"\'; drop table users; --"',
  '"%s%n\\\\%_"',
  `"${'x'.repeat(100_000)}"`,
  '"0000-01-01"',
  '"9999-12-31"',
  `"${uuid}"`,
  `"${uuid.toUpperCase()}"`,
  '"00000000-0000-0000-0000-000000000000"',
  '"__proto__"',
  '"constructor"',
  '[]',
  '{}',
  '[[[[]]]]',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":"x","length":3}',
  '["a"]',
];

/** Whole bodies that are no good JSON, or more than anybody sends. */
const oddBodies: (string | Buffer)[] = [
  '',
  '{"a":',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '[1e400]',
  '['.repeat(50_000),
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from('{}', 'utf16le'),
  '\u0000',
];

const oddIds = [
  uuid,
  uuid.toUpperCase(),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '2147483648',
  '999999999999999',
  '9007199254740993',
  '-0',
  '01',
  '1.0',
  '%00',
  '%ed%a0%80',
  '%',
  '%2e%2e%2f',
  '__proto__',
  'a'.repeat(8_000),
];

const oddQueries = [
  '?limit=0',
  '?limit=9999&offset=99999',
  '?limit=-1',
  '?limit=1e3',
  '?limit=1&limit=2',
  '?id=1&id=2',
  '?id=999999999',
  '?id[]=1',
  '?offset=%00',
  '?__proto__=1',
  '?to=%ed%a0%80',
  '?to=a&to=b',
  '?%',
  `?a=${'a'.repeat(7_000)}`,
];

const part = (head: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\nx\r\n`;

/** What a body says it is, and what it then is. */
const oddContents: [type: string, raw: string][] = [
  ['text/plain', 'x'],
  ['text/html; charset=utf-8', '<p>'],
  ['application/xml', '<a/>'],
  ['application/octet-stream', '\u0001'],
  ['application/json; charset=utf-16', '{}'],
  ['application/jsonp', '{}'],
  ['x', 'x'],
  ['/', 'x'],
  ['; charset=utf-8', 'x'],
  ['', 'x'],
  ['application/x-www-form-urlencoded', 'a=%ed%a0%80&__proto__=1&a=%'],
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click&List-Unsubscribe=One-Click'],
  ['multipart/form-data', '--b--'],
  ['multipart/form-data; boundary=', '--b--'],
  ['multipart/mixed; boundary=b', '--b--\r\n'],
  ['multipart/form-data; boundary=b', ''],
  ['multipart/form-data; boundary=b', 'no part of anything'],
  ['multipart/form-data; boundary=b', '--b--\r\n'],
  ['multipart/form-data; boundary=b', part('name="a"')],
  ['multipart/form-data; boundary=b', `${part('name="a"')}--b--\r\n`],
  ['multipart/form-data; boundary=b', `${part('name="a"; filename="a.pdf"')}--b--\r\n`],
  ['multipart/form-data; boundary=b', `${part('name="__proto__"')}${part('name="constructor"')}--b--\r\n`],
  ['multipart/form-data; boundary=b', `${part('name="a"').repeat(40)}--b--\r\n`],
  ['multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['multipart/form-data; boundary=b', `--b\r\nContent-Disposition: ${'a'.repeat(90_000)}`],
];

/**
 * In npm test every eighth of a list, from another one on at each turn, so that each is sent somewhere and everything
 * gets some; all of them in npm run test:full.
 */
function atTurn<T>(all: readonly T[], turn: number, share = 8): readonly T[] {
  return process.env.CLEARCALL_FULL === 'yes'
    ? all
    : all.filter((_one, index) => (index + turn) % share === 0);
}

type Path = (string | number)[];

/** Every place in a body, the body itself first; all entries of lists too. */
function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...at, key]))];
}

const hole = '@@hole@@';

/** The JSON text of a body with another JSON text at one place. */
function withAt(body: unknown, place: Path, text: string): string {
  const copy = { root: structuredClone(body) };
  let holder = copy as unknown as Record<string | number, unknown>;
  const steps = ['root', ...place];
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  holder[steps.at(-1) ?? 'root'] = hole;
  return JSON.stringify(copy.root).replace(JSON.stringify(hole), () => text);
}

function addressOf({ path }: Endpoint, params: Good['params'] = {}, query = ''): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => String(params[name])) + query;
}

/** Sends, and fails when the answer is a fault or says nothing. */
async function expectSentence(endpoint: Endpoint, address: string, sent: Sent): Promise<void> {
  const { status, body } = await world.test.call(endpoint.method, address, sent);
  const silent = status >= 400 && (body.message === undefined || body.message.length === 0);
  if (status >= 500 || silent) {
    const what = String(sent.raw ?? '').slice(0, 300);
    throw new Error(`${status} for ${address.slice(0, 200)} ${what}: ${JSON.stringify(body)}`);
  }
}

describe.each(
  contract.map((endpoint, turn) => [`${endpoint.method} ${endpoint.path}`, endpoint, turn] as const),
)('%s', (name, endpoint, turn) => {
  it('answers whatever comes with a sentence or an operation', async () => {
    const row = routeCases[name];
    if (row === undefined) throw new Error('no row');
    const good = await row.good(world);
    const token =
      endpoint.access === 'public' || endpoint.access === 'demo'
        ? undefined
        : (good.by ?? world[row.caller ?? 'owner'].token);
    const send = (given: Good, raw: string | Buffer) =>
      expectSentence(endpoint, addressOf(endpoint, given.params, given.query), {
        raw,
        token,
        headers: { ...given.headers, ...ofJson },
      });

    if (endpoint.body !== undefined) {
      for (const raw of atTurn(oddBodies, turn)) await send(good, raw);
      const places = [...placesIn(good.body).entries()];
      // In npm test a third of the places at each turn.
      for (const [number, place] of atTurn(places, turn, 3)) {
        // Each place on a stage of its own: what was changed by the last one must not hide the next.
        const fresh = await row.good(world);
        for (const text of atTurn(oddValues, turn + number))
          await send(fresh, withAt(fresh.body, place, text));
      }
    }
    for (const [type, raw] of atTurn(oddContents, turn))
      await expectSentence(endpoint, addressOf(endpoint, good.params, good.query), {
        raw,
        token,
        headers: { ...good.headers, 'content-type': type },
      });
    for (const id of Object.keys(good.params ?? {}))
      for (const odd of [...atTurn(oddIds, turn), String(good.params?.[id]).toUpperCase()])
        await expectSentence(endpoint, addressOf(endpoint, { ...good.params, [id]: odd }, good.query), {
          token,
          ...(good.body === undefined ? {} : { body: good.body }),
          ...(good.form === undefined ? {} : { form: good.form }),
        });
    if (endpoint.method === 'GET' || endpoint.query !== undefined)
      for (const query of atTurn(oddQueries, turn))
        await expectSentence(endpoint, addressOf(endpoint, good.params, query), { token, body: good.body });
    for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])
      expect(
        (await world.test.call(method, addressOf(endpoint, good.params), { token })).status,
      ).toBeLessThan(500);
    for (const authorization of ['Bearer', 'Bearer \u00ff', `Bearer ${'a'.repeat(7_000)}`, 'Basic Og=='])
      await expectSentence(endpoint, addressOf(endpoint, good.params, good.query), {
        headers: { authorization, cookie: '=;;a=%;clearcall_user_portal=%ed%a0%80' },
        ...(good.body === undefined ? {} : { body: good.body }),
      });
  });
});

describe('uploads', () => {
  const endpoint = contract.find(({ path }) => path === '/v2/assignments/:id/upload') as Endpoint;
  const field = (named: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${named}"\r\n\r\n${value}\r\n`;
  const to = field('flowElementId', 'case');
  const file = (head: string, bytes: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${bytes}\r\n`;
  const pdfHead = 'name="files"; filename="a.pdf"';
  const multipart = 'multipart/form-data; boundary=b';

  it.each([
    ['nothing', multipart, () => ''],
    ['only the end', multipart, () => '--b--\r\n'],
    ['no boundary named', 'multipart/form-data', () => `${to}--b--\r\n`],
    ['another boundary', 'multipart/form-data; boundary=c', () => `${to}--b--\r\n`],
    ['a boundary without end', `multipart/form-data; boundary=${'b'.repeat(9_000)}`, () => '--b--'],
    ['no file', multipart, () => `${to}--b--\r\n`],
    ['a file first', multipart, (pdf: string) => `${file(pdfHead, pdf)}${to}--b--\r\n`],
    ['two files', multipart, (pdf: string) => `${to}${file(pdfHead, pdf)}${file(pdfHead, pdf)}--b--\r\n`],
    ['a file without an end', multipart, (pdf: string) => `${to}${file(pdfHead, pdf).slice(0, -20)}`],
    ['an empty file', multipart, () => `${to}${file(pdfHead, '')}--b--\r\n`],
    [
      'a field named __proto__',
      multipart,
      (pdf: string) => `${field('__proto__', 'x')}${to}${file(pdfHead, pdf)}--b--\r\n`,
    ],
    ['many fields', multipart, () => `${field('a', 'x').repeat(40)}--b--\r\n`],
    [
      'a long field',
      multipart,
      (pdf: string) => `${field('flowElementId', 'x'.repeat(50_000))}${file(pdfHead, pdf)}--b--\r\n`,
    ],
    [
      'an odd group',
      multipart,
      (pdf: string) => `${to}${field('groupId', '\u0000')}${file(pdfHead, pdf)}--b--\r\n`,
    ],
    [
      'an element with a NUL',
      multipart,
      (pdf: string) => `${field('flowElementId', 'case\u0000')}${file(pdfHead, pdf)}--b--\r\n`,
    ],
    [
      'an element named __proto__',
      multipart,
      (pdf: string) => `${field('flowElementId', '__proto__')}${file(pdfHead, pdf)}--b--\r\n`,
    ],
    [
      'a file without a name',
      multipart,
      (pdf: string) => `${to}${file('name="files"\r\nContent-Type: application/octet-stream', pdf)}--b--\r\n`,
    ],
    ['an empty name', multipart, (pdf: string) => `${to}${file('name="files"; filename=""', pdf)}--b--\r\n`],
    ['no name at all', multipart, (pdf: string) => `${to}${file('filename="x.pdf"', pdf)}--b--\r\n`],
    [
      'an odd name',
      multipart,
      (pdf: string) => `${to}${file('name="files"; filename="../\u0000\u202e/.."', pdf)}--b--\r\n`,
    ],
    [
      'a name in another charset',
      multipart,
      (pdf: string) => `${to}${file('name="files"; filename*=utf-8\'\'%ed%a0%80%00.pdf', pdf)}--b--\r\n`,
    ],
    ['a part without a head', multipart, () => '--b\r\n\r\nx\r\n--b--\r\n'],
    ['a head without end', multipart, () => `--b\r\nContent-Disposition: ${'a'.repeat(90_000)}`],
  ])('answers %s with a sentence or an operation', async (_what, type, body) => {
    const pdf = Buffer.from(await pdfOf(1)).toString('latin1');
    const { assignmentId } = await world.draft();
    await expectSentence(endpoint, `/v2/assignments/${assignmentId}/upload`, {
      token: world.owner.token,
      raw: Buffer.from(body(pdf), 'latin1'),
      headers: { 'content-type': type },
    });
    expect(await world.test.platform.files.sweep(Date.now() + 1_000)).toBe(0);
  });
});
