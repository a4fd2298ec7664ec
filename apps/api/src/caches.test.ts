import type { Endpoint } from '@clearcall/contract/endpoint.ts';
import { endpoints } from '@clearcall/contract/routes.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, buildPlatform } from './app.ts';
import { loadFlow } from './features/applications/flow-facts.ts';
import { replaceSettings } from './features/organisation/replace-settings.ts';
import { routeCases } from './testing/route-cases.ts';
import { buildRouteWorld, type World } from './testing/route-world.ts';

let world: World & { close: () => Promise<void> };
beforeAll(async () => {
  world = await buildRouteWorld();
});
afterAll(() => world.close());

/** Answers that may be kept, and how long; what else only the signed-in get is about somebody and kept by nobody. */
const kept: Readonly<Record<string, string>> = {
  'GET /users/roles': 'private, max-age=300',
  'GET /v2/options': 'public, max-age=1800',
  'GET /v2/options/:id': 'public, max-age=1800',
  // Forms, lists and calls, of which the address says the content; who may know them is told their address.
  'GET /v2/parts/:hash': 'private, max-age=31536000, immutable',
};
const contract: readonly Endpoint[] = endpoints;
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe.each(contract.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  it('may be kept only where nothing personal is in it, and a refusal never', async () => {
    const { params = {}, query = '', ...sent } = (await routeCases[name]?.good(world)) ?? {};
    const path = endpoint.path.replace(/:(\w+)/g, (_all, key: string) => String(params[key])) + query;
    const open = endpoint.access === 'public' || endpoint.access === 'demo';
    const answer = await world.test.call(endpoint.method, path, {
      token: open ? undefined : world.owner.token,
      ...sent,
    });
    const header = String(answer.headers['cache-control']);
    if (kept[name] !== undefined) expect(header).toBe(kept[name]);
    else
      expect(header).toMatch(
        open ? /^(?:(?:private, )?no-store|public, max-age=\d+)$/ : /^(?:private, )?no-store$/,
      );
    // An answer that a cache repeats later must not set the time.
    expect('clearcall-time' in answer.headers).toBe(header.includes('no-store'));
    if (open) return;
    const refused = await world.test.call(endpoint.method, path, sent);
    expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store']);
  });
});

it('calls are kept a few seconds where nobody moves the clock, and not in a demonstration', async () => {
  const { headers } = await world.plain.call('GET', '/v2/calls/published');
  expect(headers['cache-control']).toBe('public, max-age=5');
  for (const path of ['/v2/calls/published', `/v2/calls/${world.openCallId}`])
    expect((await world.test.call('GET', path)).headers['cache-control']).toBe('no-store');
});

it('the theme is kept for five days at the address that holds its hash, a minute elsewhere', async () => {
  const { themeHash } = await world.test.platform.organisation();
  const lifetime = async (path: string) =>
    (await world.test.app.inject({ url: path })).headers['cache-control'];
  for (const file of ['/theme.json', '/theme.css']) {
    expect(await lifetime(`${file}?v=${themeHash}`)).toBe('public, max-age=432000, immutable');
    expect(await lifetime(`${file}?v=old`)).toBe('public, max-age=60');
    expect(await lifetime(file)).toBe('public, max-age=60');
  }
});

it('another process has what this one changes: settings after a second, lists to choose from after a minute', async () => {
  const { test } = world;
  const { platform } = test;
  const other = buildPlatform(platform.config, platform.log);
  const app = await buildApp(other);
  const titleOf = async () => (await app.inject('/api/openapi.json')).json().info.title;
  const nameOf = async () => (await app.inject('/theme.json')).json().organization.name;
  const now = platform.now();
  const { id } = await platform.db
    .selectFrom('flow_versions')
    .select('id')
    .where('call_id', '=', world.openCallId)
    .executeTakeFirstOrThrow();
  const panelsAt = async (ms: number) =>
    (await loadFlow(other, id, new Date(now.getTime() + ms))).offered.panels?.map(({ value }) => value);
  const first = [await titleOf(), await nameOf(), await panelsAt(0)];

  const { themeHash: _hash, logo: _logo, ...settings } = await platform.organisation();
  const organization = { ...settings.theme.organization, name: 'Ministry of Research' };
  const theme = { ...settings.theme, organization };
  expect(await replaceSettings(platform, { ...settings, theme })).toEqual({ ok: true });
  await platform.db
    .insertInto('options')
    .values({ group_id: 130, value: 'NEW', label: 'New', parent: null, position: 99 })
    .execute();

  expect([await titleOf(), await nameOf()]).toEqual(['Ministry of Research portal', 'Ministry of Research']);
  expect([await panelsAt(59_999), (await panelsAt(60_000))?.at(-1)]).toEqual([first[2], 'NEW']);
  expect(first.slice(0, 2)).not.toContain('Ministry of Research');
  await app.close();
  await other.databases.close();
});
