import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server } from '../../testing/s3-server.ts';
import { type Files, FilesUnavailable, folders } from './files.ts';
import { localFiles } from './local-files.ts';
import { s3Files } from './s3-files.ts';

let root: string;
let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearcall-files-'));
});
afterEach(() => rm(root, { recursive: true }));

const text = (value: string) => Readable.from([Buffer.from(value)]);
const linux = process.platform === 'linux';

let places = 0;
const kinds: [string, () => Files][] = [
  ['a disk', () => localFiles(root)],
  // Each test in a folder of its own.
  [
    'a bucket',
    () => {
      places += 1;
      return s3Files(server.placeOf({ path: `/calls/test-${places}` }), root);
    },
  ],
];

describe.each(kinds)('files on %s', (_name, make) => {
  let files: Files;
  beforeEach(() => {
    files = make();
  });

  const contentOf = async (key: string) => {
    const found = await files.open(key);
    return found === null ? null : String(await buffer(found.stream));
  };
  const waiting = () => readdir(join(root, 'incoming'));
  const all = async () => (await Promise.all(folders.map((folder) => files.list(folder)))).flat();

  it('keeps what came in, under a key of its own', async () => {
    const received = await files.receive(Readable.from([Buffer.from('one '), Buffer.from('file')]), 100);
    if (!received.ok) throw new Error(received.reason);
    expect(received.file.sizeBytes).toBe(8);
    expect(received.file.sha256).toEqual(createHash('sha256').update('one file').digest());
    expect(received.file.head.toString()).toBe('one file');
    const key = await received.file.keep();
    expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}$/);
    expect(await contentOf(key)).toBe('one file');
    expect(await waiting()).toEqual([]);
  });

  it('keeps an empty file, and one of many parts, to the last byte', async () => {
    const bytes = Buffer.alloc(9_000_001, 'any');
    for (const content of [Buffer.alloc(0), bytes]) {
      const { key, sizeBytes } = await files.put(content);
      const found = await files.open(key);
      expect([sizeBytes, found?.sizeBytes]).toEqual([content.length, content.length]);
      const read = found === null ? null : await buffer(found.stream);
      expect(read?.equals(content)).toBe(true);
    }
  });

  it('stops at the limit and leaves nothing', async () => {
    expect((await files.receive(text('x'.repeat(10)), 10)).ok).toBe(true);
    expect(await waiting()).toHaveLength(1);
    expect(await files.receive(text('x'.repeat(11)), 10)).toEqual({ ok: false, reason: 'too_large' });
    expect(await waiting()).toHaveLength(1);
  });

  it('leaves nothing of what broke off', async () => {
    const breaking = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('connection lost');
      })(),
    );
    await expect(files.receive(breaking, 100)).rejects.toThrow('connection lost');
    expect(await waiting()).toEqual([]);
  });

  it('forgets what is discarded or removed, twice if need be', async () => {
    const received = await files.receive(text('no'), 100);
    if (received.ok) await received.file.discard();
    expect(await waiting()).toEqual([]);
    const { key } = await files.put(Buffer.from('yes'));
    await files.remove(key);
    await files.remove(key);
    expect(await files.open(key)).toBeNull();
    expect(await all()).toEqual([]);
  });

  it.each(['../secret', 'ab/../../etc/passwd', '/etc/passwd', 'incoming/x', 'owner', 'ab/cd', ''])(
    'knows no key %j',
    async (key) => {
      for (const action of [files.open, files.remove])
        await expect((async () => action(key))()).rejects.toThrow('unknown form');
    },
  );

  it('sweeps away what was left half received long ago', async () => {
    await files.receive(text('a'), 10);
    const old = Date.now() + 1000;
    expect(await files.sweep(old - 100_000)).toBe(0);
    expect(await files.sweep(old)).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(await localFiles(join(root, 'nowhere')).sweep(old)).toBe(0);
  });

  it('lists its files and nothing else that lies there, and when each was kept', async () => {
    expect(await all()).toEqual([]);
    const before = Date.now() - 2_000;
    const keys = [];
    for (let nth = 0; nth < 5; nth += 1) keys.push((await files.put(Buffer.from('x'))).key);
    await files.mark('me');
    await files.receive(text('half'), 10);
    const stored = await all();
    expect(stored.map(({ key }) => key).sort()).toEqual(keys.sort());
    const at = await stored[0]?.keptAt();
    expect(at?.getTime()).toBeGreaterThan(before);
    expect(at?.getTime()).toBeLessThan(Date.now() + 2_000);
  });

  it('keeps the mark that it got first', async () => {
    expect(await files.mark('first')).toBe('first');
    expect(await files.mark('second')).toBe('first');
    expect(await files.check()).toEqual({ ok: true });
  });

  it('reads to its end what is removed meanwhile', async () => {
    const bytes = Buffer.alloc(2_000_000, 'whole');
    const { key } = await files.put(bytes);
    const found = await files.open(key);
    await files.remove(key);
    expect(found === null ? null : (await buffer(found.stream)).equals(bytes)).toBe(true);
  });

  it.runIf(linux)('lets go of what nobody reads to its end', async () => {
    const held = async () => (await readdir('/proc/self/fd')).length;
    const { key } = await files.put(Buffer.alloc(3_000_000));
    await (await files.open(key))?.stream.toArray();
    const before = await held();
    for (let nth = 0; nth < 20; nth += 1) {
      const unread = await files.open(key);
      const begun = await files.open(key);
      begun?.stream.read();
      await new Promise((done) => setTimeout(done, 2));
      unread?.stream.destroy();
      begun?.stream.destroy();
    }
    await expect.poll(held).toBeLessThanOrEqual(before);
  });
});

it('loads no client for buckets where files lie on a disk', async () => {
  const program = `
    import { createRequire } from 'node:module';
    import { openFiles } from './open-files.ts';
    const files = openFiles({ dataDir: ${JSON.stringify(root)}, s3: null });
    await files.put(Buffer.from('x'));
    console.log(Object.keys(createRequire(import.meta.url).cache).filter((path) => /aws|smithy/.test(path)).length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
  });
  expect(stdout.trim()).toBe('0');
});

it('keeps files on a disk for nobody else on the machine', async () => {
  const { key } = await localFiles(root).put(Buffer.from('mine'));
  expect((await stat(join(root, key))).mode & 0o777).toBe(0o600);
});

it('says of a disk that takes nothing that it takes nothing', async () => {
  const files = localFiles(join(root, 'file'));
  await writeFile(join(root, 'file'), '');
  expect(await files.check()).toEqual({
    ok: false,
    passes: false,
    sentence: expect.stringMatching(/^No file can be written below \/.*\/file: (EEXIST|ENOTDIR)/),
  });
  // Below /proc nothing can be made, and Node's own way of making folders never comes to an end there.
  expect(await localFiles('/proc/no/files').check()).toEqual({
    ok: false,
    passes: false,
    sentence: expect.stringMatching(/^No file can be written below \/proc\/no\/files: (ENOENT|EACCES|EROFS)/),
  });
});

describe('a bucket', () => {
  const files = (more: Parameters<typeof server.placeOf>[0] = {}) => s3Files(server.placeOf(more), root);

  it('says which setting is wrong, and never the secret', async () => {
    const wrong: [Parameters<typeof server.placeOf>[0], string][] = [
      [{ path: '/missing' }, 'the server knows no such bucket'],
      [{ key: 'NOBODY' }, 'the server does not know the access key'],
      [{ secret: 'geheim' }, 'the secret does not belong to the access key'],
    ];
    for (const [more, why] of wrong) {
      const standing = await files(more).check();
      const bucket = more?.path?.slice(1) ?? 'calls';
      expect(standing).toEqual({
        ok: false,
        passes: false,
        sentence: `S3_URL: the bucket '${bucket}' at http://127.0.0.1:${server.port} cannot be used: ${why}.`,
      });
    }
  });

  it('is away, loses nothing, and is there again', async () => {
    const bucket = files();
    const { key } = await bucket.put(Buffer.from('kept'));
    await server.stop();
    expect(await bucket.check()).toMatchObject({
      ok: false,
      passes: true,
      sentence: expect.stringMatching(/cannot be used: it does not answer \(ECONNREFUSED\)\.$/),
    });
    for (const action of [
      () => bucket.open(key),
      () => bucket.put(Buffer.from('more')),
      () => bucket.remove(key),
      () => bucket.list('00'),
      () => bucket.mark('me'),
    ])
      await expect(action()).rejects.toBeInstanceOf(FilesUnavailable);
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
    await server.startAgain();
    expect(String(await buffer((await bucket.open(key))?.stream ?? Readable.from([])))).toBe('kept');
  });

  it('never passes on as whole what is not what was stored', async () => {
    const bucket = files();
    const { key } = await bucket.put(Buffer.alloc(300_000, 'a'));
    const path = join(server.directory, 'calls', `${key}._S3rver_object`);
    await writeFile(path, Buffer.alloc(300_000, 'b'));
    const found = await bucket.open(key);
    const got: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of found?.stream ?? []) got.push(chunk as Buffer);
    })();
    await expect(reading).rejects.toThrow('not what was stored');
    expect(Buffer.concat(got).length).toBeLessThan(300_000);
  });
});

it.runIf(linux)('takes nothing half where the system takes no more, in the middle of a file', async () => {
  // A limit of the system for the size of a file, in another process: whoever runs the test may set it.
  const program = `
    import { Readable } from 'node:stream';
    import { localFiles } from ${JSON.stringify(new URL('./local-files.ts', import.meta.url).href)};
    const files = localFiles(process.argv[1]);
    async function* parts() { for (let nth = 0; nth < 40; nth += 1) yield Buffer.alloc(65_536); }
    try {
      await files.receive(Readable.from(parts()), 10_000_000);
      console.log('taken');
    } catch (error) {
      console.log(error.name + ': ' + error.message);
    }
    const small = await files.put(Buffer.from('small'));
    console.log(small.sizeBytes);`;
  const { stdout } = await promisify(execFile)('/bin/sh', [
    '-c',
    'ulimit -f 1024; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
    root,
  ]);
  expect(stdout).toBe('FilesUnavailable: the disk does not take files: EFBIG\n5\n');
  expect(await readdir(join(root, 'incoming'))).toEqual([]);
});
