import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { loadWorldFile } from '../../../across/world/load.ts';
import { buildTestApp, type SignedIn, type TestApp } from '../../../testing/build-test-app.ts';
import { createSurroundings } from '../../../testing/factories.ts';
import { readZip } from '../../../testing/read-zip.ts';

/** The demonstration, and an installation with other partitions and lists. */
let demo: TestApp;
let other: TestApp;
const people = new Map<TestApp, SignedIn>();

beforeAll(async () => {
  [demo, other] = [await buildTestApp(), await buildTestApp()];
  const path = fileURLToPath(new URL('../../../../demo/world.json', import.meta.url));
  const loaded = await loadWorldFile(demo.platform, path, demo.platform.now());
  expect(loaded).toMatchObject({ ok: true });
  await createSurroundings(other.db);
  for (const app of [demo, other]) people.set(app, await app.login({ role: 'admin' }));
});
afterAll(async () => {
  await demo.close();
  await other.close();
});

const ask = (app: TestApp, method: string, path: string, by = people.get(app)) =>
  app.call(method, path, { token: by?.token });
const exported = async (app: TestApp, id: number) => {
  const answer = await ask(app, 'GET', `/admin/calls/${id}/package`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  return answer.bytes;
};
const form = (bytes: Uint8Array, call?: object | string) => {
  const made = new FormData();
  if (call !== undefined) made.set('call', typeof call === 'string' ? call : JSON.stringify(call));
  made.set('files', new Blob([new Uint8Array(bytes)]), 'call.zip');
  return made;
};
const inspect = (app: TestApp, bytes: Uint8Array, by = people.get(app)) =>
  app.call('POST', '/admin/call-packages', { token: by?.token, form: form(bytes) });
const send = (app: TestApp, bytes: Uint8Array, call: object | string, by = people.get(app)) =>
  app.call('POST', '/admin/call-packages/import', { token: by?.token, form: form(bytes, call) });
const rowsOf = async (app: TestApp) =>
  Promise.all(
    (['calls', 'call_drafts', 'call_changes', 'call_documents', 'abandoned_files'] as const).map(
      async (table) =>
        (
          await app.db
            .selectFrom(table)
            .select((of) => of.fn.countAll<string>().as('n'))
            .executeTakeFirst()
        )?.n,
    ),
  );

async function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as unknown as Readable);
}
const contentOf = (bytes: Buffer) => {
  const files = readZip(bytes);
  const call = JSON.parse(files.get('call.json')?.toString() ?? '');
  return { files, call };
};

/** A hash over everything that a package has, but the number of the call. */
function hashOf(bytes: Buffer): string {
  const { files, call } = contentOf(bytes);
  files.delete('call.json');
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([one], [another]) => (one < another ? -1 : 1))
              .map(([name, one]) => [name, sorted(one)]),
          )
        : value;
  const hash = createHash('sha256').update(
    JSON.stringify(sorted({ ...call, call: { ...call.call, number: 0 } })),
  );
  for (const [path, content] of [...files].sort()) hash.update(path).update(content);
  return hash.digest('hex');
}

it('exports every call of the demonstration, and imports it as it was', async () => {
  const { body } = await ask(demo, 'GET', '/admin/calls');
  expect(body.data).toHaveLength(15);
  for (const { id, code, year, number } of body.data) {
    const bytes = await exported(demo, id);
    const { call } = contentOf(bytes);
    expect(call).toMatchObject({ format: 1, organisation: 'European Supercomputing Access Office' });
    const seen = await inspect(demo, bytes);
    expect(seen.body).toMatchObject({
      code,
      year,
      number,
      unknown: { partitions: [], lists: [] },
      ignored: [],
    });

    const made = await send(demo, bytes, {
      code,
      year,
      title: call.call.title.en,
      mapping: { partitions: {}, lists: {} },
    });
    expect([code, made.status]).toEqual([code, 200]);
    const again = await exported(demo, made.body.id);
    expect([code, hashOf(again)]).toEqual([code, hashOf(bytes)]);
    // All that prevents a publication is that both would give the same ids to applications, if at all.
    const { findings } = (await ask(demo, 'GET', `/admin/calls/${made.body.id}/check`)).body;
    expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual([]);
  }
});

it('exports the files of a draft that was never published, and imports them as they were', async () => {
  const token = people.get(demo)?.token;
  const from = { kind: 'template', template: 'peer_review' };
  const made = await demo.call('POST', '/admin/calls', {
    token,
    body: { title: 'Never live', code: 'NEV', year: 2031, from },
  });
  const path = `/admin/calls/${made.body.id}`;
  const files = new FormData();
  files.set('files', new Blob(['%PDF-1.7 terms']), 'Terms.pdf');
  const { body: file } = await demo.call('POST', `${path}/documents`, { token, form: files });
  const change = { do: 'set', at: ['documents', 'terms-of-reference', 'file'], value: file };
  const changed = await demo.call('POST', `${path}/changes`, { token, body: { base: 1, changes: [change] } });
  expect(changed.status).toBe(200);

  const bytes = await exported(demo, made.body.id);
  const { files: entries, call } = contentOf(bytes);
  expect(entries.get('files/terms-of-reference.pdf')?.toString()).toBe('%PDF-1.7 terms');
  // The other documents still wait for their files.
  expect(call.call.documents.map((document: { file: unknown }) => document.file)).toEqual([file, null, null]);

  const named = { title: 'Never live', code: 'NEV', year: 2031, mapping: { partitions: {}, lists: {} } };
  const again = await send(demo, bytes, named);
  expect(again.status).toBe(200);
  expect(hashOf(await exported(demo, again.body.id))).toBe(hashOf(bytes));
  const stored = await ask(demo, 'GET', `/admin/calls/${again.body.id}/documents/${file.sha256}`);
  expect(stored.bytes.toString()).toBe('%PDF-1.7 terms');
  const { findings } = (await ask(demo, 'GET', `/admin/calls/${again.body.id}/check`)).body;
  expect(findings.filter(({ rule }: { rule: string }) => rule === 'documentFile')).toHaveLength(2);
});

it('maps names that are not known to others, and leaves them out if asked to', async () => {
  const { body } = await ask(demo, 'GET', '/admin/calls');
  const { id } = body.data.find(({ code }: { code: string }) => code === 'BEN');
  const bytes = await exported(demo, id);
  const seen = await inspect(other, bytes);
  expect(seen.status).toBe(200);
  expect(seen.body).toMatchObject({
    organisation: 'European Supercomputing Access Office',
    title: 'Benchmark Access',
    told: { title: 'en' },
    steps: 7,
    forms: 12,
    cutoffs: 10,
    ours: {
      lists: [
        { tag: 'fields', title: 'Fields' },
        { tag: 'panels', title: 'Panels' },
      ],
    },
  });
  const { partitions, lists } = seen.body.unknown;
  expect(partitions).toContainEqual({ id: 'lumi-c', name: 'LUMI-C' });
  expect(lists).toContainEqual({ tag: 'yes_no', title: 'Yes or no' });

  const named = { title: 'Benchmark', code: 'BEN', year: 2027 };
  const before = await rowsOf(other);
  const half = await send(other, bytes, { ...named, mapping: { partitions: {}, lists: {} } });
  expect([half.status, half.body.code]).toEqual([422, 'package_not_mapped']);
  const wrong = Object.fromEntries(partitions.map((one: { id: string }) => [one.id, 'nowhere']));
  const unmapped = await send(other, bytes, { ...named, mapping: { partitions: wrong, lists: {} } });
  expect(unmapped.body.code).toBe('package_not_mapped');
  expect(await rowsOf(other)).toEqual(before);

  const mapping = {
    partitions: Object.fromEntries(
      partitions.map((one: { id: string }) => [one.id, one.id === 'lumi-c' ? 'aurora-cpu' : null]),
    ),
    lists: Object.fromEntries(
      lists.map(({ tag }: { tag: string }) => [tag, tag === 'yes_no' ? 'panels' : null]),
    ),
  };
  const made = await send(other, bytes, { ...named, mapping });
  expect(made.status).toBe(200);
  const { definition } = (await ask(other, 'GET', `/admin/calls/${made.body.id}/draft`)).body;
  expect(definition.cutoffs).toHaveLength(10);
  for (const { amounts } of definition.cutoffs)
    expect(amounts.map((one: { id: string }) => one.id)).toEqual(['aurora-cpu']);
  const text = JSON.stringify(definition.flow);
  expect(text).toContain('"optionsGroup":"panels"');
  expect(text).not.toMatch(/"optionsGroup":"(?!panels)/);
  expect(definition.title).toMatchObject({ en: 'Benchmark' });
  expect((await other.call('GET', `/v2/calls/${made.body.id}`)).status).toBe(404);
  expect(
    await other.db
      .selectFrom('configuration_changes')
      .select(['action', 'after'])
      .where('subject_kind', '=', 'call')
      .execute(),
  ).toEqual([{ action: 'created', after: { name: 'Benchmark', code: 'BEN', year: 2027, number: 1 } }]);
});

it('exports the published version of a call, not its draft', async () => {
  const { body } = await ask(demo, 'GET', '/admin/calls');
  const { id } = body.data.find(({ code }: { code: string }) => code === 'DEV');
  const before = hashOf(await exported(demo, id));
  const { revision } = (await ask(demo, 'GET', `/admin/calls/${id}/draft`)).body;
  await demo.call('POST', `/admin/calls/${id}/changes`, {
    token: people.get(demo)?.token,
    body: { base: revision, changes: [{ do: 'set', at: ['unit'], value: 'moons' }] },
  });
  expect(hashOf(await exported(demo, id))).toBe(before);
});

const good = async () => {
  const { body } = await ask(demo, 'GET', '/admin/calls');
  const { files, call } = contentOf(
    await exported(demo, body.data.find(({ code }: { code: string }) => code === 'FTA').id),
  );
  return { files: Object.fromEntries(files), call };
};
type Good = Awaited<ReturnType<typeof good>>;
const withCall = ({ files, call }: Good, over: object) =>
  zipOf({ ...files, 'call.json': JSON.stringify({ ...call, ...over }) });

it.each<[string, (given: Good) => Promise<Buffer>, RegExp]>([
  ['no zip', async () => Buffer.from('a letter'), /no ZIP file/],
  ['a zip without a call', () => zipOf({ 'letter.txt': 'hello' }), /no call\.json/],
  [
    'a call that is no JSON',
    ({ files }) => zipOf({ ...files, 'call.json': '{"format": 1' }),
    /not valid JSON/,
  ],
  ['no format', (given) => withCall(given, { format: undefined }), /names no format/],
  ['a newer format', (given) => withCall(given, { format: 2 }), /format 2, which is newer/],
  ['an older format', (given) => withCall(given, { format: 0 }), /format 0, which is no longer read/],
  [
    'an unknown property',
    (given) => withCall(given, { call: { ...given.call.call, colour: 'red' } }),
    /wrong at this place: “call”/,
  ],
  [
    'a year in words',
    (given) => withCall(given, { call: { ...given.call.call, year: 'next' } }),
    /“call\.year”/,
  ],
  [
    'a flow without steps',
    (given) => withCall(given, { call: { ...given.call.call, flow: { steps: 7 } } }),
    /“call\.flow/,
  ],
  [
    'a missing file',
    ({ files: { 'files/terms-of-reference.pdf': _terms, ...files } }) => zipOf(files),
    /terms-of-reference.* is missing/,
  ],
  [
    'a file that was changed',
    ({ files }) => zipOf({ ...files, 'files/terms-of-reference.pdf': 'other words' }),
    /terms-of-reference.* was changed/,
  ],
  [
    'a path outside',
    async ({ files }) => {
      const bytes = await zipOf({ ...files, 'aa/evil': 'x' });
      return Buffer.from(bytes.toString('latin1').replaceAll('aa/evil', '../evil'), 'latin1');
    },
    /\.\.\/evil of the package is outside/,
  ],
  [
    'a file twice',
    async ({ files }) => {
      const bytes = await zipOf({ ...files, 'aa/one': 'x', 'aa/two': 'y' });
      return Buffer.from(bytes.toString('latin1').replaceAll('aa/two', 'aa/one'), 'latin1');
    },
    /aa\/one twice/,
  ],
  [
    'files that unpack to far more',
    ({ files }) => zipOf({ ...files, 'zeros.bin': new Uint8Array(61 * 1_048_576) }),
    /larger than 60 MB/,
  ],
  [
    'far too many files',
    ({ files }) =>
      zipOf({ ...files, ...Object.fromEntries(Array.from({ length: 101 }, (_one, nth) => [`f${nth}`, ''])) }),
    /more than 100 files/,
  ],
])('refuses %s, and stores nothing', async (_what, make, sentence) => {
  const bytes = await make(await good());
  const before = await rowsOf(demo);
  const files = await stored(demo);
  const call = { title: 'T', code: 'BAD', year: 2027, mapping: { partitions: {}, lists: {} } };
  for (const answer of [await inspect(demo, bytes), await send(demo, bytes, call)]) {
    expect([answer.status, answer.body.code]).toEqual([422, 'package_unreadable']);
    expect(String(answer.body.message)).toMatch(sentence);
  }
  expect(await rowsOf(demo)).toEqual(before);
  expect(await stored(demo)).toEqual(files);
});

/** Keys of all stored files. */
async function stored(app: TestApp): Promise<string[]> {
  const all = await Promise.all(
    Array.from({ length: 256 }, (_one, nth) => app.platform.files.list(nth.toString(16).padStart(2, '0'))),
  );
  return all.flat().map(({ key }) => key);
}

it('refuses a package of 50 MB', async () => {
  const answer = await inspect(demo, new Uint8Array(50 * 1_048_576));
  expect([answer.status, answer.body.code]).toEqual([413, 'file_too_large']);
});

it('refuses what is said beside the package if it is wrong', async () => {
  const bytes = await zipOf((await good()).files);
  const call = { title: 'T', code: 'FTA', year: 2027, mapping: { partitions: {}, lists: {} } };
  const before = await rowsOf(demo);
  expect((await send(demo, bytes, 'no JSON')).status).toBe(400);
  expect((await send(demo, bytes, { ...call, code: 'small letters' })).body.message).toEqual([
    'Enter a code like REG. It has at most 20 capital letters, digits and hyphens.',
  ]);
  expect((await send(demo, bytes, { ...call, year: 2026, number: 1 })).body.code).toBe('call_exists');
  expect((await rowsOf(demo)).slice(0, 4)).toEqual(before.slice(0, 4));
});

it('is for administrators alone', async () => {
  const bytes = await zipOf((await good()).files);
  const pro = await demo.login({ role: 'pro', app: 'admin_portal' });
  const user = await demo.login();
  for (const by of [pro, user]) {
    expect((await inspect(demo, bytes, by)).status).toBe(403);
    expect((await send(demo, bytes, {}, by)).status).toBe(403);
  }
  const { body } = await ask(demo, 'GET', '/admin/calls');
  const path = `/admin/calls/${body.data[0].id}/package`;
  expect((await ask(demo, 'GET', path, pro)).status).toBe(200);
  expect((await ask(demo, 'GET', path, user)).status).toBe(403);
  expect((await ask(demo, 'GET', '/admin/calls/999999/package')).status).toBe(404);
});
