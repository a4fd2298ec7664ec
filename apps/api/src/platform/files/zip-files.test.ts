import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readZip } from '../../testing/read-zip.ts';
import { type Files, FilesUnavailable } from './files.ts';
import { namesInZip, safeName, zipFiles } from './zip-files.ts';

const mtime = new Date('2026-11-21T12:00:00Z');
const tellMissing = (names: readonly string[]) => ({ filename: 'MISSING.txt', text: names.join('\n') });

it.each([
  ['plan.pdf', 'plan.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c:d*e?f"g<h>i|j.pdf', 'a_b_c_d_e_f_g_h_i_j.pdf'],
  ['tab\tline\nend.pdf', 'tab_line_end.pdf'],
  ['in\u202efdp.exe', 'in_fdp.exe'],
  ['con.pdf', '_con.pdf'],
  ['  . ', 'file'],
  ['', 'file'],
  ['\ud800.pdf', '\ufffd.pdf'],
  [`${'ä'.repeat(400)}.pdf`, `${'ä'.repeat(150)}.pdf`],
])('the name %j goes into a zip as %j', (given, expected) => {
  expect(safeName(given)).toBe(expected);
});

it('names each file of a zip once, also where capitals do not count', () => {
  expect(namesInZip(['plan.pdf', 'Plan.pdf', 'plan (2).pdf', 'plan', 'plan'])).toEqual([
    'plan.pdf',
    'Plan (2).pdf',
    'plan (2) (2).pdf',
    'plan',
    'plan (2)',
  ]);
});

/** A storage that counts what of it is open. */
function storage(contents: Record<string, Buffer | null>) {
  let open = 0;
  const opened: string[] = [];
  const files: Pick<Files, 'open'> = {
    open: async (key) => {
      const content = contents[key];
      if (content === undefined || content === null) return null;
      opened.push(key);
      open += 1;
      const parts = Array.from({ length: Math.ceil(content.length / 65_536) }, (_none, at) =>
        content.subarray(at * 65_536, (at + 1) * 65_536),
      );
      const stream = Readable.from(parts, { objectMode: false });
      stream.once('close', () => {
        open -= 1;
      });
      return { stream, sizeBytes: content.length };
    },
  };
  return { files, opened, open: () => open };
}

it('holds the files to the last byte, and says in a text file which are missing', async () => {
  const big = Buffer.alloc(700_001, 'any');
  const { files, open } = storage({ a: big, c: Buffer.alloc(0) });
  const entries = [
    { key: 'a', filename: 'one.pdf' },
    { key: 'b', filename: 'gone.pdf' },
    { key: 'c', filename: 'one.pdf' },
  ];
  const found = readZip(await buffer(await zipFiles(files, entries, { mtime, tellMissing })));
  expect([...found.keys()]).toEqual(['one.pdf', 'one (2).pdf', 'MISSING.txt']);
  expect(found.get('one.pdf')?.equals(big)).toBe(true);
  expect(found.get('one (2).pdf')?.length).toBe(0);
  expect(String(found.get('MISSING.txt'))).toBe('gone.pdf');
  expect(open()).toBe(0);
  const none = await zipFiles(files, [{ key: 'b', filename: 'gone.pdf' }], { mtime, tellMissing });
  expect([...readZip(await buffer(none)).keys()]).toEqual(['MISSING.txt']);
});

it('opens one file after the other, as they are read, and lets go of it when nobody reads on', async () => {
  const contents = Object.fromEntries(
    Array.from({ length: 20 }, (_none, at) => [`${at}`, Buffer.alloc(1_000_000)]),
  );
  const { files, opened, open } = storage(contents);
  const entries = Object.keys(contents).map((key) => ({ key, filename: `${key}.pdf` }));
  const stream = await zipFiles(files, entries, { mtime, tellMissing });
  stream.pipe(new PassThrough());
  await setTimeout(100);
  // What waits in between holds some hundred kilobytes: nothing beyond the first file was opened.
  expect([opened.length, open()]).toEqual([1, 1]);
  stream.destroy();
  await setTimeout(20);
  expect([opened.length, open()]).toEqual([1, 0]);
});

it('fails before it begins where the storage is away, and breaks off where a file does', async () => {
  const away: Pick<Files, 'open'> = {
    open: () => Promise.reject(new FilesUnavailable('the bucket does not answer')),
  };
  const entries = [
    { key: 'a', filename: 'a.pdf' },
    { key: 'b', filename: 'b.pdf' },
  ];
  await expect(zipFiles(away, entries, { mtime, tellMissing })).rejects.toThrow(FilesUnavailable);
  const { files } = storage({ a: Buffer.alloc(10) });
  const later: Pick<Files, 'open'> = {
    open: (key) => (key === 'a' ? files.open(key) : away.open(key)),
  };
  await expect(buffer(await zipFiles(later, entries, { mtime, tellMissing }))).rejects.toThrow('the bucket');
  const short: Pick<Files, 'open'> = {
    open: async () => ({ stream: Readable.from([Buffer.alloc(5)]), sizeBytes: 10 }),
  };
  await expect(buffer(await zipFiles(short, entries, { mtime, tellMissing }))).rejects.toThrow();
});
