import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readZip } from '../../testing/read-zip.ts';
import { type ZipEntry, zipFiles } from './zip-files.ts';

const at = new Date('2026-11-21T12:00:00Z');
const texts = (bytes: Buffer) =>
  Object.fromEntries([...readZip(bytes)].map(([name, content]) => [name, String(content)]));

it('holds what comes, and goes on behind a file that cannot be opened or breaks off', async () => {
  const failures: string[] = [];
  const file = (path: string, open: () => Promise<Readable>): ZipEntry => ({
    path,
    open,
    failed: (how, error) => failures.push(`${path} ${how} ${(error as Error).message}`),
  });
  async function* breaking() {
    yield Buffer.from('half of ');
    throw new Error('the disk is broken');
  }
  async function* entries() {
    yield { path: 'README.txt', text: 'Read me' };
    yield file('a/one.pdf', async () => Readable.from([Buffer.from('one')]));
    yield file('a/none.pdf', async () => {
      throw new Error('no such file');
    });
    yield file('a/half.pdf', async () => Readable.from(breaking()));
    yield { path: 'a/why.txt', text: failures.join('\n') };
    yield file('b/ö.pdf', async () => Readable.from([]));
  }
  const told = 'a/none.pdf missing no such file\na/half.pdf cut the disk is broken';
  expect(texts(await buffer(zipFiles(entries(), at)))).toEqual({
    'README.txt': 'Read me',
    'a/one.pdf': 'one',
    'a/half.pdf': 'half of ',
    'a/why.txt': told,
    'b/ö.pdf': '',
  });
  expect(failures.join('\n')).toBe(told);
});

it('breaks off where it is not known what comes, so that nobody takes it for the whole', async () => {
  async function* entries() {
    yield { path: 'README.txt', text: 'Read me' };
    throw new Error('the database went away');
  }
  await expect(buffer(zipFiles(entries(), at))).rejects.toThrow('the database went away');
});

/** Files of a megabyte each, and what became of them. */
function endless() {
  const seen = { opened: 0, closed: 0, readBytes: 0, ended: false };
  const file = () => {
    seen.opened += 1;
    let left = 16;
    const source = new Readable({
      read() {
        left -= 1;
        seen.readBytes += 65_536;
        this.push(left < 0 ? null : Buffer.alloc(65_536));
      },
    });
    source.once('close', () => {
      seen.closed += 1;
    });
    return source;
  };
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (let nth = 0; ; nth += 1)
        yield { path: `${nth}.pdf`, open: async () => file(), failed: () => undefined };
    } finally {
      seen.ended = true;
    }
  }
  return { seen, entries };
}

it('reads no faster than it is read', async () => {
  const { seen, entries } = endless();
  const stream = zipFiles(entries(), at);
  stream.read();
  await setTimeout(50);
  expect(seen.opened).toBe(1);
  expect(seen.readBytes).toBeLessThan(1_000_000);
  stream.destroy();
});

it.each([0, 1, 3, 40])('closes what is open when its reader goes away after %i pieces', async (pieces) => {
  const { seen, entries } = endless();
  const stream = zipFiles(entries(), at);
  const reader = stream[Symbol.asyncIterator]();
  for (let nth = 0; nth < pieces; nth += 1) await reader.next();
  stream.destroy();
  await expect.poll(() => seen.ended).toBe(true);
  await setImmediate();
  expect(seen.closed).toBe(seen.opened);
  const { opened } = seen;
  await setTimeout(20);
  expect(seen.opened).toBe(opened);
});
