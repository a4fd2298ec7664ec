import { type PDF, PdfArray, PdfDict, type PdfName, type PdfObject, PdfRef } from '@libpdf/core';

/** Pages pass on what is in these entries to the pages below them. */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/** More pages than any honest file has, and more levels of its page tree. */
const maxPages = 100_000;

export interface FoundPage {
  /** A copy of the dictionary of the page, with all that it inherits. */
  dict: PdfDict;
  /** Its place in the file, or null if it has none. */
  ref: PdfRef | null;
}

/**
 * Returns the pages of a document as PDF programs show them: whatever has children is no page, whether it states its
 * type or not; a page counts as often as the tree names it; a node that contains itself ends there. Throws a RangeError
 * if the tree does not end.
 */
export function pagesOf(pdf: PDF): FoundPage[] {
  const resolve = (value: PdfObject | null | undefined): PdfObject | null =>
    value instanceof PdfRef ? pdf.getObject(value) : (value ?? null);
  const found: FoundPage[] = [];
  const open = new Set<PdfDict>();
  type Entries = ReadonlyMap<string, PdfObject>;
  type Step = { node: PdfObject; from: Entries } | { done: PdfDict };
  const steps: Step[] = [{ node: pdf.getCatalog().get('Pages') ?? new PdfArray([]), from: new Map() }];
  let taken = 0;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('done' in step) {
      open.delete(step.done);
      continue;
    }
    taken += 1;
    if (taken > 2 * maxPages) throw new RangeError('too many pages');
    const dict = resolve(step.node);
    if (!(dict instanceof PdfDict) || open.has(dict)) continue;
    const entries = new Map(step.from);
    for (const key of inherited) {
      const value = dict.get(key);
      if (value !== undefined) entries.set(key, value);
    }
    const kids = resolve(dict.get('Kids'));
    if (kids instanceof PdfArray) {
      open.add(dict);
      steps.push({ done: dict });
      for (const kid of kids.toArray().reverse()) steps.push({ node: kid, from: entries });
    } else if (nameOf(dict.get('Type')) !== 'Pages') {
      const own = dict.clone();
      for (const [key, value] of entries) own.set(key, value);
      found.push({ dict: own, ref: step.node instanceof PdfRef ? step.node : null });
    }
  }
  return found;

  function nameOf(value: PdfObject | undefined): string | undefined {
    return (resolve(value) as PdfName | null)?.value;
  }
}
