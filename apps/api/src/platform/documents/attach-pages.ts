import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfString,
} from '@libpdf/core';

/**
 * Puts files behind a document that `drawDocument` made: each has a bookmark of its own, and the place that the contents
 * lead to. Tags of such a file are not taken along, so it says nothing of itself to whoever listens but its text, and the
 * whole says that not all of it is tagged.
 */
export async function attachPages(
  document: Uint8Array,
  files: readonly { title: string; bytes: Uint8Array }[],
): Promise<Uint8Array> {
  const whole = await PDF.load(document);
  const bookmarks: { title: string; page: PdfRef }[] = [];
  for (const { title, bytes } of files) {
    const file = await PDF.load(bytes);
    const first = whole.getPageCount();
    await whole.copyPagesFrom(
      file,
      Array.from({ length: file.getPageCount() }, (_, nth) => nth),
    );
    const pages = whole.getPages().slice(first);
    for (const { dict } of pages) {
      // They would name places in the tags of the document in front.
      dict.delete('StructParents');
      dict.delete('Annots');
    }
    const [page] = pages;
    if (page === undefined) throw new Error('a file without pages');
    bookmarks.push({ title, page: page.ref });
  }
  const catalog = whole.context.catalog.getDict();
  const dictOf = (value: PdfObject | undefined): PdfDict | null => {
    const found = value instanceof PdfRef ? whole.getObject(value) : value;
    return found instanceof PdfDict ? found : null;
  };
  dictOf(catalog.get('MarkInfo'))?.set('Suspects', PdfBool.TRUE);
  addBookmarks();
  addPlaces();
  return whole.save();

  function addBookmarks(): void {
    const named = catalog.get('Outlines');
    const outlines = dictOf(named) ?? new PdfDict([['Type', PdfName.of('Outlines')]]);
    const root = named instanceof PdfRef ? named : whole.context.registry.register(outlines);
    catalog.set('Outlines', root);
    catalog.set('PageMode', PdfName.of('UseOutlines'));
    for (const { title, page } of bookmarks) {
      const item = new PdfDict([
        ['Title', PdfString.fromString(title)],
        ['Parent', root],
        ['Dest', new PdfArray([page, PdfName.of('Fit')])],
      ]);
      const ref = whole.context.registry.register(item);
      const last = outlines.get('Last');
      if (last instanceof PdfRef) {
        item.set('Prev', last);
        dictOf(last)?.set('Next', ref);
      } else outlines.set('First', ref);
      outlines.set('Last', ref);
      const count = outlines.get('Count');
      outlines.set('Count', PdfNumber.of((count instanceof PdfNumber ? count.value : 0) + 1));
    }
  }

  /** Where the lines of the contents lead. */
  function addPlaces(): void {
    const places = dictOf(dictOf(catalog.get('Names'))?.get('Dests'));
    const names = places?.get('Names');
    const list = names instanceof PdfRef ? whole.getObject(names) : names;
    if (!(list instanceof PdfArray)) return;
    const entries: [string, PdfObject][] = [];
    const all = list.toArray();
    for (let at = 0; at + 1 < all.length; at += 2) {
      const [name, place] = [all[at], all[at + 1]];
      if (name instanceof PdfString && place !== undefined) entries.push([name.asString(), place]);
    }
    for (const [nth, { page }] of bookmarks.entries())
      entries.push([`file-${nth + 1}`, new PdfArray([page, PdfName.of('Fit')])]);
    entries.sort(([one], [other]) => (one < other ? -1 : 1));
    const sorted = new PdfArray(entries.flatMap(([name, place]) => [PdfString.fromString(name), place]));
    places?.set('Names', sorted);
    const [first, last] = [entries[0], entries.at(-1)];
    if (first !== undefined && last !== undefined)
      places?.set('Limits', new PdfArray([PdfString.fromString(first[0]), PdfString.fromString(last[0])]));
  }
}
