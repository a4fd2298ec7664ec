/**
 * A program of its own, started by write-pdf.ts: it reads the titles of the files that are put behind a document, as one
 * line of JSON, then the document and these files, each behind its length (4 bytes). It writes the whole.
 */
import { buffer } from 'node:stream/consumers';
import { attachPages } from './attach-pages.ts';

const input = await buffer(process.stdin);
const lineEnd = input.indexOf(10);
const titles = JSON.parse(input.subarray(0, lineEnd).toString()) as string[];
const parts: Uint8Array[] = [];
for (let at = lineEnd + 1; at < input.length; ) {
  const length = input.readUInt32BE(at);
  parts.push(input.subarray(at + 4, at + 4 + length));
  at += 4 + length;
}
const [document, ...files] = parts;
if (document === undefined || files.length !== titles.length) throw new Error('a part is missing');
const whole = await attachPages(
  document,
  files.map((bytes, nth) => ({ bytes, title: titles[nth] ?? '' })),
);
process.stdout.write(whole);
