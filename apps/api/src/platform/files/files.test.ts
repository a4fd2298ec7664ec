import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Files, localFiles } from './files.ts';

let root: string;
let files: Files;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearcall-files-'));
  files = localFiles(root);
});
afterEach(() => rm(root, { recursive: true }));

const text = (value: string) => Readable.from([Buffer.from(value)]);
const contentOf = async (key: string) => {
  const found = await files.open(key);
  return found === null ? null : String(await buffer(found.stream));
};
const waiting = () => readdir(join(root, 'incoming'));

it('keeps what came in, under a key of its own, for nobody else on the machine', async () => {
  const received = await files.receive(Readable.from([Buffer.from('one '), Buffer.from('file')]), 100);
  if (!received.ok) throw new Error(received.reason);
  expect(received.file.sizeBytes).toBe(8);
  expect(received.file.sha256).toEqual(createHash('sha256').update('one file').digest());
  const key = await received.file.keep();
  expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}$/);
  expect(await contentOf(key)).toBe('one file');
  expect((await stat(join(root, key))).mode & 0o777).toBe(0o600);
  expect(await waiting()).toEqual([]);
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
});

it.each(['../secret', 'ab/../../etc/passwd', '/etc/passwd', 'incoming/x', ''])(
  'knows no key %j',
  async (key) => {
    await expect(files.open(key)).rejects.toThrow('unknown form');
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
