import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyChanges } from '../../platform/audit/verify-changes.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../testing/build-test-app.ts';

let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await app.login({ role: 'admin' });
});
afterAll(() => app.close());

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#7a1f5c80' } });
const svg = (inside: string, more = '') =>
  Buffer.from(
    `\uFEFF<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"${more}>${inside}</svg>`,
  );
const put = (bytes: Buffer, language = 'en') =>
  app.call('PUT', '/admin/organisation/logo', {
    token: admin.token,
    headers: { 'accept-language': language },
    body: { dataUrl: `data:;base64,${bytes.toString('base64')}` },
  });
const served = () => app.app.inject({ method: 'GET', url: '/logo.png' });
const theme = async () => (await app.app.inject({ method: 'GET', url: '/theme.json' })).json();
const log = async () =>
  (
    await app.db
      .selectFrom('configuration_changes')
      .select(['subject_id', 'action', 'before', 'after'])
      .orderBy('id')
      .execute()
  ).map(({ subject_id, action, before, after }) => [subject_id, action, before, after]);
const stored = async () =>
  (await app.db.selectFrom('organisation').select('logo').executeTakeFirst())?.logo ?? null;

it('shows PNG, WebP and SVG images as one small PNG, with its size in the theme, and records each change', async () => {
  expect((await served()).statusCode).toBe(404);
  expect((await theme()).logo).toBeUndefined();
  const before = (await app.platform.organisation()).themeHash;

  expect(await put(await image(1_200, 300).png().toBuffer())).toMatchObject({ status: 200 });
  await expect.poll(async () => (await theme()).logo).toMatchObject({ width: 576, height: 144 });
  const { hash } = (await theme()).logo;
  const opened = await app.call('GET', '/admin/organisation', { token: admin.token });
  expect(opened.body.logo).toEqual({
    src: expect.stringMatching(/^data:image\/png;base64,/),
    width: 144,
    height: 36,
  });
  expect((await app.platform.organisation()).themeHash).not.toBe(before);
  const answer = await served();
  expect([answer.statusCode, answer.headers]).toMatchObject([
    200,
    {
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
    },
  ]);
  expect(createHash('sha256').update(answer.rawPayload).digest('hex').slice(0, 12)).toBe(hash);
  const long = await app.app.inject({ method: 'GET', url: `/logo.png?v=${hash}` });
  expect(long.headers['cache-control']).toMatch(/immutable$/);

  expect(await put(await image(40, 20).webp().toBuffer())).toMatchObject({ status: 200 });
  await expect.poll(async () => (await theme()).logo).toMatchObject({ width: 40, height: 20 });
  // Drawn as large as it is shown on fine screens, whatever size it names.
  expect(await put(svg('<rect width="20" height="10" fill="#7a1f5c"/>'))).toMatchObject({ status: 200 });
  await expect.poll(async () => (await theme()).logo).toMatchObject({ width: 288, height: 144 });
  expect((await sharp((await served()).rawPayload).metadata()).format).toBe('png');

  const gone = () => app.call('DELETE', '/admin/organisation/logo', { token: admin.token });
  expect(await gone()).toMatchObject({ status: 200 });
  await expect.poll(async () => (await served()).statusCode).toBe(404);
  // There is nothing left to remove, and nothing to record.
  expect(await gone()).toMatchObject({ status: 200 });
  const value = (size: string) => ({
    value: expect.stringMatching(new RegExp(`^${size} \\([0-9a-f]{12}\\)$`)),
  });
  expect(await log()).toEqual([
    ['logo', 'setting_changed', null, value('576 × 144')],
    ['logo', 'setting_changed', value('576 × 144'), value('40 × 20')],
    ['logo', 'setting_changed', value('40 × 20'), value('288 × 144')],
    ['logo', 'setting_changed', value('288 × 144'), null],
  ]);
  expect((await verifyChanges(app.platform)).faults).toEqual([]);
});

it('refuses what is no image, each with its sentence, and changes nothing', async () => {
  expect((await put(await image(40, 20).png().toBuffer())).status).toBe(200);
  const before = [await stored(), await log()];
  const bad = async (bytes: Buffer, language?: string) => {
    const { status, body } = await put(bytes, language);
    expect(status).toBe(422);
    return body.fields.dataUrl;
  };
  const png = await image(40, 20).png().toBuffer();
  const noImage = 'This file is not an image. Choose a PNG, SVG or WebP file.';
  expect(await bad(Buffer.from('Name;Role\n'))).toBe(noImage);
  expect(await bad(await image(40, 20).gif().toBuffer())).toBe(noImage);
  expect(await bad(png.subarray(0, 60))).toBe(noImage);
  expect(await bad(svg('<rect'))).toBe(noImage);
  expect(await bad(Buffer.from('%PDF-1.7'), 'de')).toBe(
    'Diese Datei ist kein Bild. Wählen Sie eine PNG-, SVG- oder WebP-Datei.',
  );
  const script = 'This SVG file contains a script. Save it without scripts.';
  for (const bytes of [
    svg('<script>alert(1)</script>'),
    svg('<s:script xmlns:s="http://www.w3.org/2000/svg" href="x.js"/>'),
    svg('<rect width="1" height="1"/>', ' onload="alert(1)"'),
    svg('<a href="JavaScript:alert(1)"><rect width="1" height="1"/></a>'),
    svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
  ])
    expect(await bad(bytes)).toBe(script);
  expect(await bad(await image(4_001, 10).png().toBuffer())).toMatch(
    /^This image is too large\. Choose one of at most 4.000 × 4.000 pixels\.$/,
  );
  expect((await put(Buffer.alloc(20 * 1024 * 1024))).status).toBe(413);
  for (const body of [{}, { dataUrl: '' }, { dataUrl: 'data:;base64,not base64!' }, { dataUrl: 7 }])
    expect((await app.call('PUT', '/admin/organisation/logo', { token: admin.token, body })).status).toBe(
      400,
    );
  expect([await stored(), await log()]).toEqual(before);
});

it('loads nothing that an SVG names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcall-logo-'));
  await writeFile(`${folder}/secret.png`, await image(20, 10).png().toBuffer());
  expect((await put(svg(`<image href="file://${folder}/secret.png" width="20" height="10"/>`))).status).toBe(
    200,
  );
  await rm(folder, { recursive: true });
  const { channels } = await sharp((await stored()) ?? Buffer.alloc(0)).stats();
  // Every pixel is transparent.
  expect(channels[3]?.max).toBe(0);
});
