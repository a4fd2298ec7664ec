import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { findNotUtf8, readUtf8 } from './read-utf8.ts';

let path: string;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcall-text-'));
  path = join(folder, 'given');
  return () => rm(folder, { recursive: true });
});
const found = async (...parts: (string | readonly number[])[]) => {
  await writeFile(path, Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  return findNotUtf8(path);
};

it('finds the line and the row at which a file stops being UTF-8', async () => {
  expect(await found('')).toBe(null);
  expect(await found('Ü\n日本\n\u{1f600}')).toBe(null);
  expect(await found('a\n', [0xfc], 'b\n')).toEqual({ line: 2, row: 2 });
  expect(await found('a\n"b\nc ""d""\n"\n', [0x80])).toEqual({ line: 5, row: 3 });
  // A letter that the end of the file or of its line cuts, an overlong one, half a surrogate.
  expect(await found('a\nb', [0xc3])).toEqual({ line: 2, row: 2 });
  expect(await found([0xc3], '\na')).toEqual({ line: 1, row: 1 });
  expect(await found('\n\n', [0xc0, 0xaf])).toEqual({ line: 3, row: 3 });
  expect(await found([0xed, 0xa0, 0x80])).toEqual({ line: 1, row: 1 });
});

it('reads letters that lie across the pieces in which a file is read', async () => {
  const piece = 64 * 1024;
  for (const before of [piece - 1, piece - 2, piece - 3])
    expect(await found('a'.repeat(before), '\u{1f600}', '\nend')).toBe(null);
  expect(await found('a\n'.repeat(piece), [0xff])).toEqual({ line: piece + 1, row: piece + 1 });
});

it('gives the text without its mark, or says what to do', async () => {
  await writeFile(path, '\ufeff{"a":"ü"}');
  expect(await readUtf8(path)).toEqual({ ok: true, text: '{"a":"ü"}' });
  await writeFile(path, Buffer.from('{\n"a":"ü"}', 'latin1'));
  expect(await readUtf8(path, 'our.json')).toEqual({
    ok: false,
    sentence: 'Line 2 of our.json is not UTF-8. Save the file in UTF-8.',
  });
  expect(await readUtf8(`${path}.none`, 'our.json')).toEqual({
    ok: false,
    sentence: 'The file our.json cannot be read.',
  });
});
