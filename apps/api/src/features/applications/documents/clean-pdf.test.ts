import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { filledPdfs, unwritable } from '../../../testing/filled-pdfs.ts';
import { oddPdfs } from '../../../testing/odd-pdfs.ts';
import { allBytesOf, author, revealingPdfs, words } from '../../../testing/revealing-pdfs.ts';
import { cleanPdf } from './clean-pdf.ts';
import { openWithPdfium } from './pdfium.ts';

const textOf = async (pdf: Uint8Array) =>
  (await PDF.load(pdf)).extractText().map(({ text }) => text.trim().replaceAll(/\s+/g, ' '));
/** The text of a PDF as Chrome reads it. */
async function shownBy(pdf: Uint8Array): Promise<string> {
  const file = await openWithPdfium(pdf);
  if (typeof file === 'string') throw new Error(file);
  const text = file.text();
  file.close();
  return text.trim().replaceAll(/\s+/g, ' ');
}
const active =
  /\/(JavaScript|JS|OpenAction|AA|Launch|URI|SubmitForm|EmbeddedFiles?|Filespec|AcroForm|XFA|Annots?|Info|Metadata|Names|Outlines)\b/;

describe('a cleaned copy', () => {
  it.each(Object.entries(revealingPdfs))('says nothing of the author of %s', async (name, make) => {
    const original = make();
    const before = await textOf(original);
    const copy = Buffer.from(await cleanPdf(original));
    const content = allBytesOf(copy);
    expect(content).not.toContain(author);
    expect(content).not.toContain(author.replace(' ', ''));
    expect(content).not.toMatch(active);
    expect([before, await textOf(copy)]).toEqual([[words], [words]]);
    if (name.startsWith('a form')) expect(content).toContain('filled in');
  });

  it.each(filledPdfs)('shows what is shown by $name', async ({ make, shows }) => {
    const copy = await cleanPdf(make());
    expect(allBytesOf(Buffer.from(copy))).not.toMatch(active);
    expect(await shownBy(copy)).toContain(shows);
  });

  it('closes what it opens, also on a page without content', async () => {
    for (const { make } of filledPdfs) {
      const content = allBytesOf(Buffer.from(await cleanPdf(make())));
      const count = (operator: string) => content.split(/\s+/).filter((one) => one === operator).length;
      expect(count('Q')).toBe(count('q'));
    }
  });

  it('is not made if it would lack what somebody has filled in', async () => {
    await expect(cleanPdf(unwritable())).rejects.toThrow('lacks');
  });

  it('is the same whenever it is made', async () => {
    const [make] = Object.values(revealingPdfs);
    const original = make?.() ?? Buffer.alloc(0);
    expect(Buffer.from(await cleanPdf(original))).toEqual(Buffer.from(await cleanPdf(original)));
  });

  it('would be found out: the originals say it', () => {
    const revealing = Object.entries(revealingPdfs).filter(([, make]) => allBytesOf(make()).includes(author));
    expect(Object.keys(revealingPdfs).filter((name) => !revealing.some(([one]) => one === name))).toEqual([
      'sealed without a password',
    ]);
  });

  it('keeps layers that are off, and what is said to whoever listens', async () => {
    const content = allBytesOf(
      Buffer.from(await cleanPdf(revealingPdfs['layers and tags']?.() ?? Buffer.alloc(0))),
    );
    expect(content).toMatch(/\/OFF \[\d+ 0 R\]/);
    expect(content).toMatch(/\/StructElem/);
    expect(content).toMatch(/\/Lang \(en\)/);
  });

  it('has the pages of PDFs of every sort that are taken', async () => {
    const wrong: unknown[] = [];
    for (const { name, make, expected } of oddPdfs) {
      const allowed = [expected].flat();
      if (typeof expected === 'string' || allowed.includes('costly') || name.includes('300 MB')) continue;
      const copy = await cleanPdf(make()).catch(() => null);
      const found = copy === null ? 'broken' : (await PDF.load(copy)).getPageCount();
      if (!allowed.includes(found)) wrong.push({ name, expected, found });
    }
    expect(wrong).toEqual([]);
  });
});
