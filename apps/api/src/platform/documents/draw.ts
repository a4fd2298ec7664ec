import PDFKit from 'pdfkit';
import {
  colours,
  contentsRows,
  entriesOf,
  type Fragment,
  type Placed,
  place,
  rowsOf,
  type Sheet,
  sheetOf,
  styles,
  type Tag,
} from './lay-out.ts';
import type { AttachedPages, PdfDocument, PdfTask } from './pdf-document.ts';
import { openType, type Style, type Type } from './pdf-type.ts';

type Drawing = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

const ascent = 0.74;

/** Draws one line of text; `x` is its left edge, `y` the upper edge of a line of this height. */
function drawLine(pdf: Drawing, type: Type, fragment: Omit<Fragment, 'tag'>, y: number): void {
  const { line, style, colour } = fragment;
  const height = style.size <= 10.5 ? 15 : style.size <= 12 ? 18 : 26;
  const baseline = y + (height - style.size) / 2 + style.size * (0.5 + ascent / 2) - style.size * 0.02;
  let { x } = fragment;
  const features = type.features(style);
  for (const run of line.runs) {
    const options = { lineBreak: false, baseline: 'alphabetic', ...(features ? { features } : {}) } as const;
    if (run.actual !== undefined) pdf.markContent('Span', { actual: run.actual });
    pdf.font(run.font).fontSize(style.size).fillColor(colour).text(run.text, x, baseline, options);
    if (run.actual !== undefined) pdf.endMarkedContent();
    x += run.width;
  }
}

/** One line that is cut where there is no room for more of it. */
function fitted(type: Type, words: string, style: Style, width: number) {
  const [whole] = type.wrap(words.replaceAll('\n', ' '), style, Number.MAX_SAFE_INTEGER);
  if (whole !== undefined && whole.width <= width) return whole;
  const signs = [...words];
  let [few, many] = [0, signs.length];
  while (few < many) {
    const mid = Math.ceil((few + many) / 2);
    const [line] = type.wrap(`${signs.slice(0, mid).join('')}\u2026`, style, Number.MAX_SAFE_INTEGER);
    if (line !== undefined && line.width <= width) few = mid;
    else many = mid - 1;
  }
  return type.wrap(`${signs.slice(0, few).join('')}\u2026`, style, Number.MAX_SAFE_INTEGER)[0];
}

/** The rays of the portal's mark, as it stands at the head of its pages. */
function drawMark(pdf: Drawing, colour: string, [x, y]: readonly [number, number]): void {
  const scale = 0.6;
  for (let nth = 0; nth < 12; nth += 1) {
    const isBright = nth === 10;
    pdf.save();
    pdf
      .translate(x, y)
      .scale(scale)
      .rotate(nth * 30, { origin: [20, 20] });
    pdf.rect(18.7, isBright ? 1 : 3, 2.6, isBright ? 12 : 8.5).fill(isBright ? '#c27511' : colour);
    pdf.restore();
  }
}

/** What stands at the head and at the foot of every page: whoever listens is not told it again on each. */
function drawFrame(pdf: Drawing, type: Type, document: PdfDocument, page: { nth: number; of: number }): void {
  const { brand, head, foot, words } = document;
  const sheet = sheetOf(document);
  const put = (
    text: string,
    style: Style,
    given: { x: number; y: number; width: number; right?: boolean; colour?: string },
  ) => {
    const line = fitted(type, text, style, given.width);
    if (line === undefined || text === '') return 0;
    const x = given.right ? given.x + given.width - line.width : given.x;
    drawLine(pdf, type, { x, line, style, colour: given.colour ?? colours.ink }, given.y);
    return line.width;
  };
  pdf.markContent('Artifact', { type: 'Pagination' });
  drawMark(pdf, brand.colour, [sheet.side, 39.5]);
  const brandWidth = sheet.textWidth * 0.5;
  put(brand.shortName, styles.strong, { x: sheet.side + 30, y: 36.5, width: brandWidth - 30 });
  put(brand.name, styles.plain, { x: sheet.side + 30, y: 51.5, width: brandWidth - 30, colour: '#3d4a4d' });
  const rightEdge = sheet.width - sheet.side;
  for (const [nth, { label, value }] of head.entries()) {
    const y = 36.5 + nth * 15;
    const used = put(value, styles.strong, { x: rightEdge - 240, y, width: 240, right: true });
    const room = 240 - used - 3;
    if (room > 30) put(label, styles.plain, { x: rightEdge - 240, y, width: room, right: true });
  }
  pdf.rect(sheet.side, 75, sheet.textWidth, 1.5).fill(colours.ink);
  pdf.rect(sheet.side, sheet.bottom + 9, sheet.textWidth, 0.75).fill(colours.line);
  const number = words.pageOf.replace('{page}', String(page.nth)).replace('{pages}', String(page.of));
  const used = put(number, styles.number, {
    x: rightEdge - 200,
    y: sheet.bottom + 16,
    width: 200,
    right: true,
    colour: colours.soft,
  });
  put(foot, styles.plain, {
    x: sheet.side,
    y: sheet.bottom + 16,
    width: sheet.textWidth - used - 15,
    colour: colours.soft,
  });
  pdf.endMarkedContent();
}

/** The whole document on its pages; numbers of pages are known before the first is drawn. */
function layOut(type: Type, document: PdfDocument, attached: readonly AttachedPages[]) {
  const sheet = sheetOf(document);
  const root: Tag = { type: 'Document', options: {}, parent: null };
  const tag: Tag = { type: 'H1', options: {}, parent: root };
  const title = type.wrap(document.title, styles.title, sheet.textWidth).map((line, nth, all) => ({
    before: 0,
    height: nth === all.length - 1 ? 34 : 26,
    keep: true,
    fragments: [{ x: sheet.side, line, style: styles.title, colour: colours.ink, tag }],
    rules: [],
  }));
  const opening = [...title, ...rowsOf(type, document.opening, root, sheet)];
  const body = rowsOf(type, document.blocks, root, sheet);
  const entries = entriesOf(document.blocks, attached);
  const start = { page: 0, y: sheet.top };

  const arrange = (pages: readonly number[]) => {
    const contents =
      entries.length < 2
        ? []
        : contentsRows(
            type,
            document.words.contents,
            entries.map((entry, nth) => ({ ...entry, page: pages[nth] ?? 1 })),
            root,
            sheet,
          );
    return place([...opening, ...contents, ...body], start, sheet);
  };
  const firstPlaced = arrange([]);
  const ownPages = (firstPlaced.at(-1)?.page ?? 0) + 1;
  const chapters = firstPlaced.filter(({ row, again }) => row.heading?.level === 1 && !again);
  let next = ownPages + 1;
  const filePages = attached.map(({ pages }) => {
    const at = next;
    next += pages;
    return at;
  });
  const placed = arrange([...chapters.map(({ page }) => page + 1), ...filePages]);
  return { placed, ownPages, allPages: next - 1 };
}

/**
 * Draws a document: a stream of a PDF with tags, contents, bookmarks and page numbers. Its pages alone; what is attached
 * is counted, and is put behind it by whoever has the files.
 */
export function drawDocument({ document, madeAt: instant, attached }: PdfTask): Drawing {
  const madeAt = new Date(instant);
  const sheet = sheetOf(document);
  const pdf = new PDFKit({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    // With other people's pages behind it nobody can promise that. The types do not know it yet.
    ...(attached.length === 0 ? { subset: 'PDF/UA' as 'PDF/A-1' } : {}),
    lang: document.language,
    displayTitle: true,
    info: {
      Title: document.title,
      CreationDate: madeAt,
      ModDate: madeAt,
      Producer: 'Clearcall',
      Creator: 'Clearcall',
    },
  });
  const type = openType(pdf);
  const { placed, ownPages, allPages } = layOut(type, document, attached);

  const elements = new Map<Tag, Element>();
  const elementOf = (tag: Tag): Element => {
    const known = elements.get(tag);
    if (known !== undefined) return known;
    const made = pdf.struct(tag.type, tag.options);
    elements.set(tag, made);
    if (tag.parent === null) pdf.addStructure(made);
    else elementOf(tag.parent).add(made);
    return made;
  };

  const byPage = Map.groupBy(placed, ({ page }) => page);
  const outlines: PDFKit.PDFOutline[] = [pdf.outline];
  let chapter = 0;
  for (let nth = 0; nth < ownPages; nth += 1) {
    pdf.addPage();
    drawFrame(pdf, type, document, { nth: nth + 1, of: allPages });
    for (const one of byPage.get(nth) ?? []) {
      chapter = mark(pdf, one, { outlines, chapter });
      drawRow({ pdf, type, sheet }, one, elementOf);
    }
  }
  pdf.end();
  return pdf;
}

/** A heading's bookmark, and the place that the contents lead to. */
function mark(
  pdf: Drawing,
  { row, y, again }: Placed,
  { outlines, chapter }: { outlines: PDFKit.PDFOutline[]; chapter: number },
): number {
  const { heading } = row;
  if (heading === undefined || again || heading.level > 2) return chapter;
  const parent = outlines[heading.level - 1] ?? outlines[0];
  // The left edge is counted from the right one there.
  const item = parent?.addItem(heading.text, { top: y - 12, left: pdf.page.width } as object);
  if (heading.level !== 1 || item === undefined) return chapter;
  outlines[1] = item;
  pdf.addNamedDestination(`chapter-${chapter + 1}`, 'XYZ', 0, y - 12, null);
  return chapter + 1;
}

function drawRow(
  { pdf, type, sheet }: { pdf: Drawing; type: Type; sheet: Sheet },
  { row, y, again }: Placed,
  elementOf: (tag: Tag) => Element,
): void {
  if (!again) for (const tag of row.tags ?? []) elementOf(tag);
  for (const fragment of row.fragments) {
    if (again) {
      pdf.markContent('Artifact', { type: 'Pagination' });
      drawLine(pdf, type, fragment, y);
      pdf.endMarkedContent();
    } else elementOf(fragment.tag).add(() => drawLine(pdf, type, fragment, y));
  }
  if (row.link !== undefined) {
    const { target, tag, says } = row.link;
    pdf.goTo(sheet.side, y, sheet.textWidth, row.height, target, {
      structParent: elementOf(tag),
      Contents: new String(says),
    } as object);
  }
  // What parts a section from the one before has nothing to part at the top of a page.
  const rules = y === sheet.top ? row.rules.filter((rule) => rule.y >= 0) : row.rules;
  if (rules.length === 0) return;
  pdf.markContent('Artifact', { type: 'Layout' });
  for (const { x, y: below, width, colour, thickness } of rules)
    pdf.rect(x, y + below, width, thickness).fill(colour);
  pdf.endMarkedContent();
}
