import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndOptions, ZipFile } from 'yazl';
import { placesInList } from '../../testing/read-zip.ts';
import { openZip, ZipFault } from './open-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearcall-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

const limits = { maxEntries: 10, maxBytes: 1_000_000 };
const path = () => join(folder, 'a.zip');

/** Replaces each occurrence of a text of the same length. */
function withText(zip: Buffer, from: string, to: string): Buffer {
  expect(from.length).toBe(to.length);
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}
/** Changes two bytes in each entry of the list at the end. */
function inList(zip: Buffer, offset: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  for (const at of placesInList(zip)) changed.writeUInt16LE(value, at + offset);
  return changed;
}
async function zipOf(add: (zip: ZipFile) => void, options?: EndOptions): Promise<Buffer> {
  const zip = new ZipFile();
  add(zip);
  if (options === undefined) zip.end();
  else zip.end(options);
  return buffer(zip.outputStream as unknown as Readable);
}
async function read(zip: Uint8Array, within = limits): Promise<Record<string, string>> {
  await writeFile(path(), zip);
  const files = await openZip(path(), within);
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.path, await text(file.open())])),
  );
}
const faultOf = (zip: Uint8Array, within = limits) =>
  read(zip, within).then(
    () => 'read',
    (error: unknown) => (error instanceof ZipFault ? [error.code, error.path] : String(error)),
  );

const long = 'word '.repeat(40_000);
const two = () =>
  zipOf((zip) => {
    zip.addBuffer(Buffer.from('{}'), 'aa/table.json', { compress: false });
    zip.addBuffer(Buffer.from(long), 'aa/files/1/ö.txt');
  });
const twoFiles = { 'aa/table.json': '{}', 'aa/files/1/ö.txt': long };

it('reads files that are packed, stored, streamed, empty or in a zip of more than four gigabytes', async () => {
  expect(await read(await two())).toEqual(twoFiles);
  const streamed = await zipOf((zip) => {
    zip.addEmptyDirectory('aa');
    zip.addReadStream(Readable.from([Buffer.from('PK\u0003\u0004 in'), Buffer.from('side')]), 'a', {
      compress: false,
    });
    zip.addReadStream(Readable.from([Buffer.from('packed')]), 'b');
    zip.addBuffer(Buffer.alloc(0), 'c');
  });
  const three = { a: 'PK\u0003\u0004 inside', b: 'packed', c: '' };
  expect(await read(streamed)).toEqual(three);
  const large = await zipOf(
    (zip) => {
      for (const [name, content] of Object.entries(three))
        zip.addBuffer(Buffer.from(content), name, { forceZip64Format: true });
    },
    { forceZip64Format: true, comment: 'made by hand' },
  );
  expect(await read(large)).toEqual(three);
  expect(await read(await zipOf(() => undefined))).toEqual({});
});

it('reads names of other systems, and leaves out links', async () => {
  const plain = await zipOf((zip) => zip.addBuffer(Buffer.from('x'), 'aa/b_.txt'));
  expect(Object.keys(await read(withText(plain, 'aa/b_.txt', 'aa\\b\u0094.txt')))).toEqual(['aa/bö.txt']);
  const link = await zipOf((zip) => zip.addBuffer(Buffer.from('/etc/passwd'), 'link', { mode: 0o120777 }));
  expect(await read(link)).toEqual({});
});

it.each([
  '../table.json',
  '/a/table.json',
  'aa/../ab.json',
  'aa//able.json',
  'c:/table.json',
  '..\\table.json',
  'aa/table\u0000json',
  './/table.json',
])('refuses the path %j before anything is unpacked', async (name) => {
  const fault = await faultOf(withText(await two(), 'aa/table.json', name));
  expect(fault).toEqual(['path', name.replaceAll('\\', '/')]);
});

it('refuses too many files, too large ones, names that are too long, and one name twice', async () => {
  expect(await faultOf(await two(), { ...limits, maxEntries: 1 })).toEqual(['entries', '']);
  expect(await faultOf(await two(), { ...limits, maxBytes: long.length + 1 })).toEqual(['size', '']);
  expect(await read(await two(), { maxEntries: 2, maxBytes: long.length + 2 })).toEqual(twoFiles);
  const name = 'n'.repeat(256);
  expect(await faultOf(await zipOf((zip) => zip.addBuffer(Buffer.from('x'), name)))).toEqual(['path', name]);
  const twice = await zipOf((zip) => {
    zip.addBuffer(Buffer.from('1'), 'same');
    zip.addBuffer(Buffer.from('2'), 'same');
  });
  expect(await faultOf(twice)).toEqual(['twice', 'same']);
});

it('refuses what is encrypted or packed in another way', async () => {
  const [flags, method] = [8, 10];
  expect(await faultOf(inList(await two(), flags, 0x0801))).toEqual(['encrypted', 'aa/table.json']);
  expect(await faultOf(inList(await two(), method, 12))).toEqual(['method', 'aa/table.json']);
});

it('stops to unpack a file that is longer than declared, or damaged', async () => {
  const [crc, size] = [16, 24];
  const bomb = await zipOf((zip) => zip.addBuffer(Buffer.alloc(900_000), 'zeros'));
  await writeFile(path(), inList(inList(bomb, size, 5), size + 2, 0));
  const [file] = await openZip(path(), { ...limits, maxBytes: 5 });
  let bytes = 0;
  const count = async () => {
    for await (const chunk of file?.open() ?? []) bytes += chunk.length;
  };
  await expect(count()).rejects.toThrow(ZipFault);
  expect(bytes).toBe(0);

  expect(await faultOf(inList(await two(), crc, 1))).toEqual(['damaged', expect.any(String)]);
  const whole = await two();
  const content = whole.indexOf('ö.txt') + 20;
  const broken = Buffer.from(whole).fill(0xff, content, content + 40);
  expect(await faultOf(broken)).toEqual(['damaged', 'aa/files/1/ö.txt']);
});

it('refuses whatever is no whole zip', async () => {
  const whole = await two();
  for (const bytes of ['', 'PK\u0003\u0004\u0000', '{"number": 1}'])
    expect(await faultOf(Buffer.from(bytes, 'latin1'))).toEqual(['damaged', '']);
  // Cut anywhere, or with numbers that lead elsewhere.
  for (let end = 0; end < whole.length; end += 7)
    expect((await faultOf(whole.subarray(0, end)))[0]).toBe('damaged');
  const end = whole.lastIndexOf('PK\u0005\u0006');
  for (const [at, value] of [
    [10, 3],
    [12, 10],
    [12, 9_000],
    [16, 1],
    [16, 0xffff_ffff],
  ] as const) {
    const odd = Buffer.from(whole);
    if (at === 10) odd.writeUInt16LE(value, end + at);
    else odd.writeUInt32LE(value, end + at);
    expect((await faultOf(odd))[0]).toBe('damaged');
  }
});
