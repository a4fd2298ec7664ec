import { type Endpoint, portalOf } from '@clearcall/contract/endpoint.ts';
import { endpoints } from '@clearcall/contract/routes.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { type Role, roleCodes } from '@clearcall/domain/people/roles.ts';
import { isRight, rights } from '@clearcall/domain/permissions/administration.ts';
import { mayUsePortal, type Portal } from '@clearcall/domain/permissions/portals.ts';
import { pseudoLanguage } from '@clearcall/i18n/language.ts';
import { withoutSigns, wordsWithoutSigns } from '@clearcall/i18n/pseudo.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from './app.ts';
import { type Good, nobodysUuid, type RouteCase } from './testing/route-case.ts';
import { routeCases } from './testing/route-cases.ts';
import { buildRouteWorld } from './testing/route-world.ts';
import { tablesHash } from './testing/tables-hash.ts';

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const contract: readonly Endpoint[] = endpoints;

let world: Awaited<ReturnType<typeof buildRouteWorld>>;

/** All rows, once what was uploaded is checked. */
async function hashNow(): Promise<string> {
  const unchecked = () => world.test.db.selectFrom('uploads').select('id').execute();
  await expect.poll(unchecked, { timeout: 60_000 }).toEqual([]);
  return tablesHash(world.test.db);
}
beforeAll(async () => {
  world = await buildRouteWorld();
});
afterAll(() => world.close());

it('binds every operation of the contract once, and nothing else', () => {
  const bound = operations.map(({ endpoint }) => endpoint);
  expect(bound.map(nameOf).sort()).toEqual(contract.map(nameOf).sort());
  // The same objects, not copies with other rules.
  expect(bound.every((endpoint) => contract.includes(endpoint))).toBe(true);
  // One place that is not an operation: the description of all of them.
  const routes = world.test.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.includes('api/'));
  expect(world.test.app.hasRoute({ method: 'GET', url: '/api/openapi.json' })).toBe(true);
  expect(routes.length).toBeGreaterThan(0);
});

it('has a row of tests for every operation, and none too many', () => {
  expect(Object.keys(routeCases).sort()).toEqual(contract.map(nameOf).sort());
});

/** The address with its parameters in place. */
function addressOf({ path }: Endpoint, { params = {}, query = '' }: Good): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  return filled + query;
}

const send = (endpoint: Endpoint, good: Good, token: string | undefined, more: Partial<Good> = {}) => {
  const { params: _params, query: _query, ...sent } = { ...good, ...more };
  return world.test.call(endpoint.method, addressOf(endpoint, { ...good, ...more }), { token, ...sent });
};

/** Whoever calls in the row's good example; nobody where everybody may. */
const callerOf = ({ access }: Endpoint, { caller = 'owner' }: RouteCase, { by }: Good): string | undefined =>
  access === 'public' || access === 'demo' ? undefined : (by ?? world[caller].token);

const tokens = new Map<string, string>();
/** Somebody with a role, in the portal where it works unless another is named; made once. */
async function tokenOf(role: Role, app?: Portal): Promise<string> {
  const known = tokens.get(`${role} ${app}`) ?? (await world.test.login({ role, ...(app && { app }) })).token;
  tokens.set(`${role} ${app}`, known);
  return known;
}

const malformedIds = [
  '0',
  '-1',
  '1e3',
  '999999999999999999999',
  'x'.repeat(61),
  "1' or '1'='1",
  '%00',
  '../1',
  '\u{1f600}',
  'null',
];

/** What no operation takes, made from what it does take. */
function badBodies(good: unknown): [string, unknown][] {
  if (typeof good !== 'object' || good === null) return [];
  const rows: [string, unknown][] = [
    ['an unknown field', { ...good, isAdmin: true }],
    ['a list', [good]],
    ['a text', 'body'],
    ['null', null],
  ];
  for (const [field, value] of Object.entries(good)) {
    rows.push([`${field} of another type`, { ...good, [field]: typeof value === 'object' ? 7 : { a: 1 } }]);
    if (typeof value === 'string') rows.push([`${field} too long`, { ...good, [field]: 'a'.repeat(9_000) }]);
    if (Array.isArray(value)) rows.push([`${field} holding nonsense`, { ...good, [field]: [null] }]);
  }
  return rows;
}

/** Every name of the wire that a body holds. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...keysIn(inner),
  ]);
}

const isWord = (key: string): boolean => /^\w+$/.test(key);
// Words that people say as well.
const plainWords = new Set(
  'password passkey name answer code email token reason role data body page fields search to type unit version value title year number'.split(
    ' ',
  ),
);

/** The fields of the form of this world, as its author has named them. */
const fieldNames = /^(?:All together|Details|Panel|Project title|Reference|Scientific case): /;

/** Whether a sentence is none for people: it names something of the wire, or counts a place in a list. */
function isInner(sentence: string, keys: readonly string[]): boolean {
  const isWire =
    /\b[a-z]+[A-Z]|\w_\w|\b(?!example\.org)\w+\.\w|\bundefined\b|\bnull\b|\bNaN\b|\[object|\b[a-z]+ \d+,(?!\d)/.test(
      sentence,
    );
  const named = keys.filter((key) => !plainWords.has(key) && new RegExp(`\\b${key}\\b`).test(sentence));
  return isWire || named.length > 0 || !/^[A-Z“]/.test(sentence);
}

describe.each(contract.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const row: RouteCase = routeCases[name] ?? { good: () => ({}), statements: 0, bad: [] };
  const answered = endpoint.later === undefined ? 200 : 202;

  it('answers a good call, with few statements', async () => {
    const good = await row.good(world);
    const outcome: { status?: number; body?: unknown } = {};
    const statements = await world.test.sqlOf(async () => {
      const { status, body } = await send(endpoint, good, callerOf(endpoint, row, good));
      Object.assign(outcome, { status, body });
    });
    expect(outcome).toMatchObject({ status: endpoint.kind === 'redirect' ? 302 : answered });
    if (row.moreBecause === undefined) expect(row.statements).toBeLessThanOrEqual(5);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(row.statements);
  });

  // One stage and one count of the rows for both: half of what these tests take is the stage.
  if (endpoint.changes === 'nothing' || endpoint.method === 'GET') {
    it('changes nothing where it says so, and never when it is only looked at', async () => {
      const good = await row.good(world);
      const token = callerOf(endpoint, row, good);
      const before = await hashNow();
      if (endpoint.method === 'GET') {
        const { headers = {} } = good;
        const answer = await world.test.call('HEAD', addressOf(endpoint, good), { token, headers });
        const there = endpoint.changes === 'nothing' && endpoint.kind !== 'events';
        expect([answer.status, answer.bytes.length]).toEqual([there ? 200 : 404, 0]);
      }
      if (endpoint.changes === 'nothing') await send(endpoint, good, token);
      expect(await hashNow()).toBe(before);
    });
  }

  // What is for everybody is called by nobody in its good example above.
  if (endpoint.access === 'demo') {
    it('is there in a demonstration alone', async () => {
      const good = await row.good(world);
      expect((await world.plain.call(endpoint.method, addressOf(endpoint, good))).status).toBe(404);
    });
  } else if (endpoint.access !== 'public') {
    it('is there for whom it is there, with the tokens of its portal', async () => {
      const good = await row.good(world);
      const { access } = endpoint;
      const admitted: readonly Role[] = isRight(access)
        ? rights[access]
        : access === 'staff'
          ? defaultOrganisation.theme.staffRoles
          : roleCodes;
      const app = portalOf(endpoint);
      const refusedTokens: string[] = [];
      for (const role of roleCodes.filter((code) => !admitted.includes(code)))
        refusedTokens.push(
          await tokenOf(role, app !== undefined && mayUsePortal(app, role) ? app : undefined),
        );
      const administrators =
        endpoint.portal === 'user_portal'
          ? [
              await tokenOf('admin'),
              await tokenOf('super_admin'),
              await tokenOf('eurohpc_admin'),
              await tokenOf('pro', 'admin_portal'),
            ]
          : app === 'admin_portal'
            ? [await tokenOf('pro'), await tokenOf('user')]
            : [];
      const before = await hashNow();
      const refused = {
        status: 401,
        body: { statusCode: 401, code: 'unauthorized', message: 'Unauthorized' },
      };
      for (const token of [undefined, 'a'.repeat(43), `${world.owner.token}x`, world.endedToken])
        expect(await send(endpoint, good, token)).toMatchObject(refused);
      for (const token of refusedTokens)
        expect(await send(endpoint, good, token)).toMatchObject({ status: 403 });
      for (const token of administrators) {
        const { status, body, headers } = await send(endpoint, good, token);
        expect([status, body.code, headers['set-cookie']]).toEqual([403, 'portal_forbidden', undefined]);
      }
      expect(await hashNow()).toBe(before);
    });
  }

  if (endpoint.method !== 'GET' && endpoint.kind !== 'form') {
    it('takes no call that another site has a browser send', async () => {
      const good = await row.good(world);
      const caller = callerOf(endpoint, row, good);
      const before = await hashNow();
      for (const foreign of [
        { origin: 'https://evil.example' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.localhost:3000', 'sec-fetch-site': 'same-site' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const answer = await send(endpoint, good, caller, { headers: { ...good.headers, ...foreign } });
        expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([
          403,
          'foreign_page',
          undefined,
        ]);
      }
      expect(await hashNow()).toBe(before);
      const own = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
      const answer = await send(endpoint, good, caller, { headers: { ...good.headers, ...own } });
      expect(answer.status).toBe(answered);
    });
  }

  it('takes nothing bad, says so, and changes nothing', async () => {
    const good = await row.good(world);
    const caller = callerOf(endpoint, row, good);
    const json = { ...good.headers, 'content-type': 'application/json' };
    const attempts: [string, number, () => ReturnType<typeof send>][] = [];
    const attempt = (what: string, status: number, more: Partial<Good>) =>
      attempts.push([
        what,
        status,
        // Each sentence comes from the catalogue, in the language that is asked for.
        () =>
          send(endpoint, good, more.by ?? caller, {
            ...more,
            headers: { ...(more.headers ?? good.headers), 'accept-language': pseudoLanguage },
          }),
      ]);

    if (endpoint.kind === 'json' && endpoint.body !== undefined) {
      attempt('malformed JSON', 400, { body: undefined, raw: '{"a":', headers: json });
      if (!endpoint.body.safeParse(undefined).success)
        attempt('no body', 400, { body: undefined, raw: '', headers: json });
      attempt('another kind of content', 415, {
        body: undefined,
        raw: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      attempt('too much', 413, {
        body: undefined,
        raw: `"${'a'.repeat((endpoint.bodyLimitBytes ?? 256 * 1024) + 1)}"`,
        headers: json,
      });
      for (const [what, body] of badBodies(good.body)) attempt(what, 400, { body });
    } else if (endpoint.kind === 'json' && endpoint.method !== 'GET') {
      attempt('a body', 400, { body: { isAdmin: true } });
    }
    for (const id of Object.keys(good.params ?? {})) {
      for (const bad of malformedIds) {
        attempt(`${id} is ${bad}`, 404, { params: { ...good.params, [id]: bad } });
      }
    }
    if (endpoint.query !== undefined) {
      const glue = good.query ? `${good.query}&` : '?';
      attempt('an unknown parameter', 400, { query: `${glue}isAdmin=true` });
      attempt('a NUL in a parameter', 400, { query: `${glue}limit=%00` });
    }
    for (const [what, status, more] of row.bad) {
      // Setting the stage writes; so all of it comes before the rows are counted.
      attempt(what, status, await more(world, good));
    }
    await hashNow();
    const before = await tablesHash(world.test.db, row.counts ?? []);
    expect(attempts.length).toBeGreaterThanOrEqual(
      endpoint.params || endpoint.body || endpoint.query ? 1 : 0,
    );

    const keys = [...keysIn(good.body), ...Object.keys(good.params ?? {}), 'isAdmin'].filter(isWord);
    const outcomes: [string, number, string][] = [];
    for (const [what, , act] of attempts) {
      const { status, body } = await act();
      const sentences: unknown[] = [body.message].flat();
      const inner = sentences.find(
        (one) =>
          typeof one !== 'string' ||
          one === '' ||
          isInner(withoutSigns(one), keys) ||
          wordsWithoutSigns(one.replace(fieldNames, '')).length > 0,
      );
      outcomes.push([what, status, inner === undefined ? 'said' : String(inner)]);
    }
    expect(outcomes).toEqual(attempts.map(([what, status]) => [what, status, 'said']));
    expect(await tablesHash(world.test.db, row.counts ?? [])).toBe(before);
  });

  if (row.foreign !== undefined) {
    it('shows what belongs to somebody else exactly like what is not there', async () => {
      const good = await row.good(world);
      const before = await hashNow();
      const missing = { ...good, params: { ...good.params, ...row.foreign } };
      const unknown = await send(endpoint, missing, world.owner.token);
      const foreign = await send(endpoint, good, world.stranger.token);
      expect([unknown.status, unknown.body]).toEqual([
        404,
        { statusCode: 404, code: 'not_found', message: 'Not found' },
      ]);
      expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
      expect(await hashNow()).toBe(before);
    });
  }
});

it('keeps administrators out of all that applicants and reviewers do, whatever a route says of itself', () => {
  const working = contract.filter(({ path }) =>
    /^\/(v2\/(applications|assignments)|download\/upload)\b/.test(path),
  );
  expect(working.length).toBeGreaterThan(10);
  expect(working.filter(({ portal }) => portal !== 'user_portal').map(nameOf)).toEqual([]);
});

it('counts calls and applications in the time of the workflow, and all else in the real one', () => {
  const ofWorkflow =
    /^\/(time|call-previews|admin\/(actions|call-checks|call-packages|calls(?!\/:id\/preview-links))|v2\/(applications|assignments|calls|releases|reports)|download\/(application|assignment|bundle|upload|call|report))\b/;
  expect(contract.filter(({ time }) => time === 'workflow').map(nameOf)).toEqual(
    contract.filter(({ path }) => ofWorkflow.test(path)).map(nameOf),
  );
});

it('asks of every operation on an object that it be tried on somebody else’s', () => {
  const without = contract
    .filter(({ access, params }) => access !== 'public' && params !== undefined)
    .map(nameOf)
    .filter((name) => routeCases[name]?.foreign === undefined && routeCases[name]?.everybodys === undefined);
  expect(without).toEqual([]);
  expect(nobodysUuid).toMatch(/^[0-9a-f-]{36}$/);
});

const ofManyApplications = [
  'POST /v2/calls/:callId/release',
  'POST /v2/calls/:callId/release/preview',
  'POST /v2/calls/:callId/deadlines',
  'POST /v2/calls/:callId/assign/preview',
  'GET /v2/calls/:callId/scores',
  'GET /v2/calls/:callId/scores/file',
];

it('answers for a call that is not published as for one that does not exist, by every path that names a call', async () => {
  // Administrators know every call.
  const calls = contract.filter(
    ({ path }) =>
      !path.startsWith('/admin/') && (path.includes(':callId') || /\/calls?\/(pdf\/)?:id/.test(path)),
  );
  expect(calls.length).toBeGreaterThan(14);
  for (const endpoint of calls) {
    const row = routeCases[nameOf(endpoint)] as RouteCase;
    const good = await row.good(world);
    const token = callerOf(endpoint, row, good);
    const key = endpoint.path.includes(':callId') ? 'callId' : 'id';
    const answerFor = async (id: string | number) => {
      // Applicants know the call of their own applications.
      const by = nameOf(endpoint) === 'GET /v2/applications/count/:callId' ? world.stranger.token : token;
      const { status, body } = await send(endpoint, good, by, { params: { ...good.params, [key]: id } });
      return [nameOf(endpoint), status, body];
    };
    const publish = (published: boolean) =>
      world.test.db
        .updateTable('calls')
        .set({ published })
        .where('id', '=', Number(good.params?.[key]))
        .execute();
    const unknown = await answerFor(99_999_999);
    expect([unknown[0], await answerFor(world.unpublishedCallId)]).toEqual([unknown[0], unknown]);
    // Staff keep the applications of such a call, list them and act on many of them.
    if (ofManyApplications.includes(nameOf(endpoint))) continue;
    await publish(false);
    try {
      // Answers that are the same for all readers are stored in memory until the change is noticed.
      await expect.poll(() => answerFor(good.params?.[key] ?? ''), { timeout: 60_000 }).toEqual(unknown);
    } finally {
      await publish(true);
    }
  }
});
