import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPdf } from '../../testing/odd-pdfs.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import type { Files } from '../files/files.ts';
import { localFiles } from '../files/local-files.ts';
import type { PdfBlock, PdfDocument } from './pdf-document.ts';
import { type AttachedFile, writePdf } from './write-pdf.ts';

let folder: string;
let files: Files;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-pdf-'));
  files = localFiles(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const documentOf = (blocks: PdfBlock[]): PdfDocument => ({
  language: 'en',
  title: 'A document',
  brand: { shortName: 'C', name: 'Clearcall', colour: '#0b535e' },
  head: [],
  foot: 'Foot',
  words: { contents: 'Contents', pageOf: 'Page {page} of {pages}' },
  opening: [],
  blocks,
});
async function written(document: PdfDocument, attached: AttachedFile[] = []) {
  const file = await writePdf(document, {
    madeAt: new Date('2026-01-01T00:00:00Z'),
    attached,
    receive: (pdf) => files.receive(pdf, 10_000_000),
  });
  const opened = await files.open(await file.keep());
  if (opened === null) throw new Error('nothing was kept');
  const bytes = await buffer(opened.stream);
  return { ...(await readPdf(bytes)), bytes };
}

it('lays out what is long, wide or odd without losing any of it', async () => {
  const lines = Array.from({ length: 90 }, (_, nth) => `line ${nth + 1}`);
  const rows = Array.from({ length: 80 }, (_, nth) => [`row ${nth + 1}`, String(nth)]);
  const long = 'w'.repeat(300);
  const blocks: PdfBlock[] = [
    { kind: 'heading', level: 1, text: 'One' },
    { kind: 'paragraph', text: lines.join('\n') },
    { kind: 'heading', level: 3, text: 'Table' },
    { kind: 'table', head: [{ text: 'Name' }, { text: 'Number', number: true }], rows },
    { kind: 'heading', level: 1, text: 'Two' },
    { kind: 'answers', items: [{ label: 'Word', value: long }] },
    { kind: 'paragraph', text: 'evil\u202e txt.exe, x\u0007y, ∑ ≥ Ж ש \u4e2d\u6587' },
    { kind: 'paragraph', text: 'Solar\u000bwind\u000clayer\u0085edge, 10\u009612 nodes\u001fin all' },
    // Too low on the page for more than itself.
    { kind: 'paragraph', text: Array(32).fill('filler').join('\n') },
    { kind: 'heading', level: 2, text: 'Not alone' },
    { kind: 'paragraph', text: 'It goes with the heading.' },
  ];
  const { pages, tags, bookmarks } = await written(documentOf(blocks));
  const all = pages.join('\n');
  for (const words of [...lines, ...rows.map(([name]) => name ?? '')]) expect(all).toContain(words);
  expect(all.replace(/\s/g, '').match(/w{200,}/)?.[0]?.length).toBeGreaterThanOrEqual(250);
  expect(all).toContain('evil txt.exe, xy, ∑ ≥ Ж');
  expect(all).toMatch(/Solar\s+wind\s+layer\s+edge, 10–12 nodes in all/);
  // The head of the table is said on each page that it goes over, and is a tag once.
  const headed = pages.filter((page) => page.includes('row ') && page.includes('Number'));
  expect(headed).toHaveLength(pages.filter((page) => page.includes('row ')).length);
  expect(headed.length).toBeGreaterThan(1);
  expect(tags.filter((tag) => tag === 'TR')).toHaveLength(1 + 80 + 1);
  const page = pages.find((one) => one.includes('Not alone'));
  expect(page).toContain('It goes with the heading.');
  expect(bookmarks).toEqual(['One', 'Two', '  Not alone']);
  expect(pages.map((one, nth) => one.includes(`Page ${nth + 1} of ${pages.length}`))).not.toContain(false);
});

describe('pages', () => {
  const filler = (lines: number): PdfBlock => ({
    kind: 'paragraph',
    text: Array(lines).fill('filler').join('\n'),
  });
  const answers = (count: number): PdfBlock => ({
    kind: 'answers',
    items: Array.from({ length: count }, (_, nth) => ({
      label: `Question ${nth + 1}`,
      value: `Reply ${nth + 1}.`,
    })),
  });
  const pagesOf = async (blocks: PdfBlock[]) => (await written(documentOf(blocks))).pages;
  const repliesOn = (page = '') => page.match(/Reply \d+\./g)?.length ?? 0;

  it('are begun by a chapter only where little is left of one', async () => {
    const chapter = (text: string): PdfBlock => ({ kind: 'heading', level: 1, text });
    const short = await pagesOf([chapter('One'), filler(3), chapter('Two'), filler(3)]);
    expect(short).toHaveLength(1);
    const long = await pagesOf([chapter('One'), filler(18), chapter('Two'), filler(3)]);
    expect(long.map((page) => page.includes('filler'))).toEqual([true, true]);
    expect(long[1]?.replace(/\s+/g, ' ')).toContain('Two filler');
  });

  it('hold the few answers under a heading together, and of many never one alone', async () => {
    for (const lines of [24, 32, 40]) {
      const pages = await pagesOf([filler(lines), { kind: 'heading', level: 2, text: 'Member' }, answers(9)]);
      const page = pages.find((one) => one.includes('Member'));
      expect([lines, repliesOn(page)]).toEqual([lines, 9]);
    }
    for (const count of [31, 33]) {
      const counts = (await pagesOf([answers(count)])).map(repliesOn);
      expect([count, counts.reduce((sum, one) => sum + one, 0)]).toEqual([count, count]);
      expect(Math.min(...counts)).toBeGreaterThan(1);
    }
  });

  it('have figures side by side, and short options in columns, in the order in which they are read', async () => {
    const figures = ['Runs', 'Nodes', 'Hours', 'Cores', 'Disks'];
    const options = ['Prof.', 'Dr.', 'Mr.', 'Ms.', 'Mx.', 'Other'];
    const { pages, tags } = await written(
      documentOf([
        { kind: 'answers', items: figures.map((label, nth) => ({ label, value: `${nth}0`, number: true })) },
        { kind: 'list', items: options },
      ]),
    );
    const text = pages.join('').replace(/[\s\u2022]+/g, ' ');
    expect(text).toContain('Runs 00 Nodes 10 Hours 20 Cores 30 Disks 40');
    expect(text).toContain(options.join(' '));
    expect(tags.filter((tag) => tag === 'TR')).toHaveLength(3);
    expect(tags.filter((tag) => tag === 'LI')).toHaveLength(6);
  });
});

it('writes the same bytes of the same document, and puts files behind it', async () => {
  const document = documentOf([{ kind: 'heading', level: 1, text: 'One' }]);
  const [one, other] = [await written(document), await written(document)];
  expect(one.bytes.equals(other.bytes)).toBe(true);
  const pdf = plainPdf(3);
  const open = async () => ({ stream: Readable.from([pdf]), sizeBytes: pdf.length });
  const whole = await written(document, [{ title: 'Plan', pages: 3, open }]);
  expect([whole.bookmarks, whole.pages.length, whole.pages[0]?.includes('Plan 2')]).toEqual([
    ['One', 'Plan'],
    4,
    true,
  ]);
});

it('keeps nothing and says so where a file behind it breaks off', async () => {
  const open = async () => ({ stream: Readable.from([Buffer.from('%PDF')]), sizeBytes: 100 });
  await expect(written(documentOf([]), [{ title: 'Torn', pages: 1, open }])).rejects.toThrow();
});
