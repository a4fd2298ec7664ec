import { buffer } from 'node:stream/consumers';
import { PDF, PdfStream } from '@libpdf/core';
import { beforeAll, expect, it } from 'vitest';
import { faultsOfPdfUa } from '../../testing/check-pdf-ua.ts';
import { plainPdf } from '../../testing/odd-pdfs.ts';
import { attachPages } from './attach-pages.ts';
import { drawDocument } from './draw.ts';
import type { PdfBlock, PdfDocument } from './pdf-document.ts';

/** Everything that a document can hold, on several pages. */
const blocks: PdfBlock[] = [
  { kind: 'heading', level: 1, text: 'Chapter', over: 'Form 1 of 2', lang: 'de' },
  // Levels that leave one out, as a form may have them.
  { kind: 'heading', level: 3, text: 'Too low' },
  { kind: 'heading', level: 2, text: 'Section' },
  { kind: 'heading', level: 4, text: 'Lower' },
  { kind: 'paragraph', text: `One\n\nTwo ${'w'.repeat(300)}`, lang: 'fr', tone: 'strong' },
  { kind: 'paragraph', text: '' },
  { kind: 'paragraph', text: 'evil\u202e, \u0007, ∑ ≥ Ж ש \u4e2d\u6587', tone: 'soft' },
  { kind: 'list', items: ['Short', 'Long '.repeat(60)], lang: 'de' },
  { kind: 'list', items: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] },
  {
    kind: 'answers',
    items: [
      { label: 'Question', value: 'Reply', valueLang: 'de', lang: 'fr' },
      { label: 'Nothing', value: 'Not answered', missing: true },
      { label: 'Empty', value: '' },
      ...[1, 2, 3, 4, 5].map((nth) => ({ label: `Figure ${nth}`, value: `${nth}`, number: true })),
    ],
  },
  {
    kind: 'table',
    head: [{ text: 'Name', lang: 'de' }, { text: 'Number', number: true }, { text: '' }],
    rows: Array.from({ length: 80 }, (_, nth) => [`row ${nth}`, String(nth), nth % 3 ? '' : 'Third']),
    foot: ['All', '3160', ''],
  },
  { kind: 'heading', level: 1, text: 'Another' },
  { kind: 'blank', lines: 4 },
];
const document: PdfDocument = {
  language: 'en',
  title: 'A document & more',
  brand: { shortName: 'C', name: 'Clearcall', colour: '#0b535e' },
  head: [{ label: 'Call', value: 'Regular' }],
  foot: 'Foot',
  words: { contents: 'Contents', pageOf: 'Page {page} of {pages}' },
  opening: [{ kind: 'paragraph', text: 'Opening' }],
  blocks,
};
const drawn = (given: PdfDocument = document, attached: { title: string; pages: number }[] = []) =>
  buffer(drawDocument({ document: given, madeAt: '2026-01-01T00:00:00Z', attached }));

let whole: Buffer;
beforeAll(async () => {
  whole = await drawn();
});

it('nothing that a program can find by PDF/UA-1 is wrong with a document', async () => {
  expect(await faultsOfPdfUa(whole)).toEqual([]);
  expect(await faultsOfPdfUa(await drawn({ ...document, blocks: [], opening: [], head: [] }))).toEqual([
    '27-001 no bookmarks',
  ]);
});

it('one with files behind it claims nothing, and says that not all of it is tagged', async () => {
  const before = await drawn(document, [{ title: 'Plan', pages: 2 }]);
  const faults = await faultsOfPdfUa(await attachPages(before, [{ title: 'Plan', bytes: plainPdf(2) }]));
  expect(faults).toContain('06-002 it does not say that it is PDF/UA-1');
  expect(faults).toContain('07-002 some of it may not be tagged');
});

/** The same bytes with each such name as another of the same length. */
const renamed = (from: string | RegExp, to: string) => () => {
  const text = whole.toString('latin1');
  const other = text.replaceAll(from instanceof RegExp ? from : new RegExp(from, 'g'), to);
  expect([other === text, other.length]).toEqual([false, text.length]);
  return Buffer.from(other, 'latin1');
};
/** The same with other operators on its first page. */
const redrawn = (change: (operators: string) => string) => async () => {
  const pdf = await PDF.load(whole);
  const content = pdf.getPages()[0]?.dict.getRef('Contents');
  const stream = content && pdf.getObject(content);
  if (!(stream instanceof PdfStream)) throw new Error('a page without content');
  const before = Buffer.from(stream.getDecodedData()).toString('latin1');
  const after = change(before);
  expect(after).not.toBe(before);
  stream.setData(Buffer.from(after, 'latin1'));
  return Buffer.from(await pdf.save());
};

it.each([
  ['a claim', '06-002', renamed('pdfuaid:part>1', 'pdfuaid:part>2')],
  ['a title among the properties', '06-003', renamed('<dc:title>', '<dc:titlx>')],
  ['a title that is shown', '07-001', renamed('/DisplayDocTitle', '/DisplayDocTitlx')],
  ['the mark of tags', '01-007', renamed('/Marked true', '/Markex true')],
  ['a language', '11-006', renamed(/\/Lang \(en\)/g, '/Lang (3n)')],
  ['a language of a part that there is', '11-005', renamed(/\/Lang \(de\)/g, '/Lang (4e)')],
  ['a tree of tags', '01-005', renamed('/StructTreeRoot', '/StructTreeRoox')],
  ['the way back to tags', '01-006', renamed('/ParentTree ', '/ParentTrex ')],
  ['tags that there are', '02-001', renamed(/\/S \/P\n/g, '/S /Y\n')],
  ['a first heading', '14-002', renamed(/\/S \/H1\n/g, '/S /H2\n')],
  ['a level of headings', '14-003', renamed(/\/S \/H3\n/g, '/S /H5\n')],
  ['words for a figure', '13-004', renamed(/\/S \/Reference\n/g, '/S /Figure   \n')],
  ['rows of a table', '09-004', renamed(/\/S \/Table\n/g, '/S /Tabel\n')],
  ['items of a list', '09-005', renamed(/\/S \/LI\n/g, '/S /TD\n')],
  ['a scope of a head', '15-003', renamed('/Scope ', '/Scopx ')],
  ['a head of a table', '15-002', renamed(/\/S \/TH\n/g, '/S /TD\n')],
  ['what a link leads from', '28-011', renamed('/Type /OBJR', '/Type /OBJX')],
  ['words of a link', '28-012', renamed(/\/Contents \(/g, '/Contentx (')],
  ['an order of tabs', '28-009', renamed('/Tabs /S', '/Tabs /R')],
  ['the way back of a link', '28-002', renamed(/\/StructParent /g, '/StructParenx ')],
  ['an embedded font', '31-009', renamed('/FontFile', '/FontFilx')],
  ['letters of a font', '31-027', renamed('/ToUnicode', '/ToUnicodx')],
  ['a sign', '31-030', redrawn((operators) => operators.replace(/<[0-9a-f]{4}/, '<0000'))],
  ['a tag', '01-005', redrawn((operators) => `${operators}\n0 0 10 10 re f`)],
  [
    'a tag outside of what is no content',
    '01-004',
    redrawn((operators) => `/Artifact BMC\n${operators}\nEMC`),
  ],
  [
    'what is no content outside of tags',
    '01-003',
    redrawn((operators) => operators.replace(/(\/MCID 0.*?BDC)/s, '$1\n/Artifact BMC EMC')),
  ],
  ['a tag of its own', '01-005', redrawn((operators) => operators.replace('/MCID 1', '/MCID 0'))],
  ['no script', '29-001', renamed('/PageMode ', '/AcroForm ')],
] as const)('finds where there is not %s: %s', async (_what, number, make) => {
  const faults = await faultsOfPdfUa(await make());
  expect(faults.map((fault) => fault.slice(0, 6))).toContain(number);
});
