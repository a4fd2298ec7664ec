import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

const page =
  '<html><head><meta content="%THEME_HASH%"><meta content="%SENTRY_DSN%"><meta name="emails" content="%EMAILS%"><title>%TITLE%</title><link href="/theme.css?v=%THEME_HASH%">';
let test: TestApp;
let app: FastifyInstance;
let dist: string;

async function rename(shortName: string, staffRoles = defaultOrganisation.theme.staffRoles): Promise<void> {
  const { theme } = defaultOrganisation;
  const settings = {
    ...defaultOrganisation,
    theme: { ...theme, organization: { ...theme.organization, shortName }, staffRoles },
  };
  await test.db
    .insertInto('organisation')
    .values({ settings: JSON.stringify(settings) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings: JSON.stringify(settings) }))
    .execute();
}

beforeAll(async () => {
  test = await buildTestApp();
  dist = await mkdtemp(join(tmpdir(), 'clearcall-dist-'));
  for (const portal of ['user', 'admin']) {
    await mkdir(join(dist, portal, 'assets'), { recursive: true });
    for (const name of ['index.html', 'INDEX.HTML', 'index.html.gz'])
      await writeFile(join(dist, portal, name), page);
    await writeFile(join(dist, portal, 'assets', 'main-abc.js'), `console.log('${portal}')`);
    await writeFile(join(dist, portal, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(dist, portal, '.clearcall-stamp'), 'secret of the build');
  }
  await writeFile(join(dist, 'user', 'assets', 'main-abc.js.gz'), gzipSync(`console.log('user')`));
  await rename('A & <B>');
  app = await buildApp(test.platform, [
    { prefix: '/admin/', dist: join(dist, 'admin'), titleEnd: ' - Administration' },
    { prefix: '/', dist: join(dist, 'user'), titleEnd: ' - User Portal' },
  ]);
});
afterAll(async () => {
  await app.close();
  await test.close();
  await rm(dist, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });

describe('a page', () => {
  it.each(['/', '/calls/12', '/applications/ESAO-REG-2026R01-001', '/mailbox', '/no/such/page'])(
    'stands at %s, filled in, never cached',
    async (url) => {
      const { themeHash } = await test.platform.organisation();
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).toBe(
        `<html><head><meta content="${themeHash}"><meta content=""><meta name="emails" content=""><title>A &amp; &lt;B&gt; - User Portal</title><link href="/theme.css?v=${themeHash}">`,
      );
    },
  );

  it('is not sent again to whoever has it', async () => {
    const { etag } = (await get('/')).headers;
    const again = await get('/calls/12', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'no-cache']);
  });

  it.each(['/admin/', '/admin/calls'])('of the administration stands at %s', async (url) => {
    expect((await get(url)).body).toContain('<title>A &amp; &lt;B&gt; - Administration</title>');
  });

  it('tells where errors are reported to, where that is set', async () => {
    const sentryDsn = 'https://key@errors.example.org/1';
    const reporting = { ...test.platform, config: { ...test.platform.config, sentryDsn } };
    const place = { prefix: '/', dist: join(dist, 'user'), titleEnd: '' };
    const other = await buildApp(reporting, [place]);
    const answer = await other.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } });
    expect(answer.body).toContain(`<meta content="${sentryDsn}">`);
    await other.close();
  });

  it('tells that emails wait, where there is no mail server', async () => {
    const silent = { ...test.platform, config: { ...test.platform.config, demo: false, emailsOff: true } };
    const other = await buildApp(silent, [{ prefix: '/', dist: join(dist, 'user'), titleEnd: '' }]);
    const answer = await other.inject({ method: 'GET', url: '/', headers: { accept: 'text/html' } });
    expect(answer.body).toContain('<meta name="emails" content="off">');
    await other.close();
  });

  it('is reached without the slash too', async () => {
    const answer = await get('/admin');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/admin/']);
  });

  it('allows no foreign scripts, styles or frames', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy.split(';').sort()).toEqual([
      "base-uri 'self'",
      "connect-src 'self'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
    ]);
  });
});

it('shows the preview of a call in a frame of our own, and leaves it out of searches and caches', async () => {
  const { headers } = await get('/calls/preview');
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'self'");
  for (const other of ['/calls/previews', '/calls/1', '/admin/calls/preview'])
    expect(String((await get(other)).headers['content-security-policy'])).toContain("frame-ancestors 'none'");
});

describe('a file', () => {
  it('with a hash in its name is kept for a year, compressed where that was prepared', async () => {
    const answer = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
    });
    const admin = await get('/admin/assets/main-abc.js');
    expect(admin.body).toBe("console.log('admin')");
  });

  it('without one for an hour', async () => {
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each([
    '/assets/gone.js',
    '/admin/assets/gone.js',
    '/.clearcall-stamp',
    '/../api/package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
  ])('%s is not there', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.body).not.toMatch(/"version"|secret/);
  });

  it.each(['/index.html', '/INDEX.HTML', '/index.html.gz', '/admin/index.html'])(
    '%s never goes out unfilled',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body]).toEqual([404, expect.not.stringContaining('%TITLE%')]);
    },
  );
});

it('says so where a portal is not built', async () => {
  const bare = await buildApp(test.platform, [
    { prefix: '/', dist: join(dist, 'nowhere'), titleEnd: ' - User Portal' },
  ]);
  const answer = await bare.inject({ method: 'GET', url: '/calls' });
  await bare.close();
  expect([answer.statusCode, answer.body]).toEqual([
    503,
    expect.stringContaining('This portal is not built yet'),
  ]);
});

describe('the theme', () => {
  it('is kept for five days under the hash of its content, shortly without', async () => {
    const { theme, themeHash } = await test.platform.organisation();
    const long = await get(`/theme.json?v=${themeHash}`);
    expect(long.json()).toEqual({ ...theme, language: 'en', words: {} });
    const { palette, colours, organization, contactLink } = long.json();
    expect([palette.length, Object.keys(colours), contactLink]).toEqual([
      10,
      ['cover', 'cover2', 'coverRule'],
      '/contact',
    ]);
    expect(organization).toEqual({ name: 'Clearcall', shortName: 'A & <B>', description: '', link: '/' });
    expect(long.headers['cache-control']).toBe('public, max-age=432000, immutable');
    for (const url of ['/theme.json', '/theme.json?v=old', '/theme.css', '/theme.css?v=x&v=y']) {
      expect((await get(url)).headers['cache-control']).toBe('public, max-age=60');
    }
  });

  it('sets the accent and the cover for light and dark pages', async () => {
    const answer = await get('/theme.css');
    expect(answer.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(answer.body).toMatch(/^:root\{--accent-0:#edf5f5;.*;--cover:#07343c;.*\}\n/);
    expect(answer.body).toMatch(
      /\n@media screen\{:root\[data-color-scheme="dark"\]\{.*--accent-text:#8cc4cb;.*--cover:#0a282e;.*\}\}\n$/,
    );
  });

  it('shows a change of the settings at the next page, under a new address', async () => {
    const before = await test.platform.organisation();
    await rename('New', ['pro']);
    await expect
      .poll(async () => (await get('/')).body, { timeout: 3000, interval: 200 })
      .toContain('<title>New - User Portal</title>');
    expect((await test.platform.organisation()).themeHash).not.toBe(before.themeHash);
    const staffRoles = [before.theme.staffRoles, (await get('/theme.json')).json().staffRoles];
    expect(staffRoles).toEqual([['pro', 'admin', 'super_admin', 'eurohpc_admin'], ['pro']]);
  });
});
