import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core';

/** What a reader of a PDF gets: the words of each page, the bookmarks, what stands in the properties, the tags. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes);
  const resolve = (value: PdfObject | null | undefined): PdfObject | null =>
    value instanceof PdfRef ? pdf.getObject(value) : (value ?? null);
  const catalog = pdf.context.catalog.getDict();
  const bookmarks: string[] = [];
  const walk = (from: PdfObject | null | undefined, depth: number): void => {
    for (let item = resolve(from); item instanceof PdfDict; item = resolve(item.get('Next'))) {
      const title = resolve(item.get('Title'));
      bookmarks.push(`${'  '.repeat(depth)}${title instanceof PdfString ? title.asString() : ''}`);
      walk(item.get('First'), depth + 1);
    }
  };
  const outlines = resolve(catalog.get('Outlines'));
  if (outlines instanceof PdfDict) walk(outlines.get('First'), 0);
  const tags: string[] = [];
  const walkTags = (value: PdfObject | null | undefined): void => {
    const node = resolve(value);
    if (node instanceof PdfArray) for (const one of node.toArray()) walkTags(one);
    if (!(node instanceof PdfDict)) return;
    const type = resolve(node.get('S'));
    if (type instanceof PdfName) tags.push(type.value);
    walkTags(node.get('K'));
  };
  walkTags(catalog.get('StructTreeRoot'));
  const text = (value: PdfObject | null | undefined) => {
    const found = resolve(value);
    return found instanceof PdfString ? found.asString() : null;
  };
  const info = resolve(pdf.context.info.trailer.get('Info'));
  const property = (name: string) => (info instanceof PdfDict ? text(info.get(name)) : null);
  const viewer = resolve(catalog.get('ViewerPreferences'));
  return {
    pages: pdf.getPages().map((page) => page.extractText().text),
    isLandscape: pdf.getPages().every(({ width, height }) => width > height),
    bookmarks,
    tags,
    language: text(catalog.get('Lang')),
    title: property('Title'),
    author: property('Author'),
    showsTitle: viewer instanceof PdfDict && viewer.getBool('DisplayDocTitle')?.value === true,
  };
}
