import type { AttachedPages, PdfAnswer, PdfBlock, PdfDocument, PdfHeading } from './pdf-document.ts';
import type { Line, Style, Type } from './pdf-type.ts';

/** Blocks in rows, and rows on pages: where everything stands is known before anything is drawn. */

/** A page, in points: its size, and where its text begins and ends. */
export interface Sheet {
  width: number;
  height: number;
  side: number;
  top: number;
  bottom: number;
  textWidth: number;
}

/** A4, upright or on its side. */
export function sheetOf({ isLandscape = false }: Pick<PdfDocument, 'isLandscape'>): Sheet {
  const [width, height] = isLandscape ? [841.89, 595.28] : [595.28, 841.89];
  const side = 48;
  return { width, height, side, top: 100, bottom: height - 66, textWidth: width - 2 * side };
}
export const colours = { ink: '#122023', soft: '#566265', line: '#dcd7cc' };

export const styles = {
  title: { weight: 'semibold', size: 21 },
  chapter: { weight: 'semibold', size: 21 },
  section: { weight: 'semibold', size: 12 },
  strong: { weight: 'semibold', size: 10.5 },
  plain: { weight: 'regular', size: 10.5 },
  number: { weight: 'regular', size: 10.5, tabular: true },
  strongNumber: { weight: 'semibold', size: 10.5, tabular: true },
} as const satisfies Record<string, Style>;

const lineHeight = 15;
const heightOf = ({ size }: Style): number => (size <= 10.5 ? lineHeight : size <= 12 ? 18 : 26);

/** A place in the tree of tags. */
export interface Tag {
  type: string;
  options: { lang?: string; scope?: 'Row' | 'Column' | 'Both'; title?: string };
  parent: Tag | null;
}

export interface Fragment {
  x: number;
  line: Line;
  style: Style;
  colour: string;
  tag: Tag;
}

/** A line that is drawn, so far below the upper edge of its row. */
interface Rule {
  x: number;
  y: number;
  width: number;
  colour: string;
  thickness: number;
}

/** What stays on one page. */
export interface Row {
  before: number;
  height: number;
  /** The next one is on the same page. */
  keep: boolean;
  fragments: Fragment[];
  rules: Rule[];
  heading?: Pick<PdfHeading, 'level' | 'text'>;
  /** That are there also where nothing is written, as the cells of a table are. */
  tags?: readonly Tag[];
  /** So much has to be left of a page for it. */
  room?: number;
  /** The rows that are said again where a page begins with this one. */
  repeat?: readonly Row[];
  /** Leads to where a heading or an attached file stands. */
  link?: { target: string; tag: Tag; says: string };
}

/** A row where it stands: of which page, and how far below its upper edge. */
export interface Placed {
  row: Row;
  page: number;
  y: number;
  /** Said once more: readers of the tags have it already. */
  again: boolean;
}

interface Cell {
  lines: Line[];
  style: Style;
  colour: string;
  tag: Tag;
  x: number;
  width: number;
  right: boolean;
}

const labelWidth = 148;
const cellPadding = 3;
/** A chapter begins a page where less than this is left of one. */
const roomOfChapter = 260;
/** What is no higher stays whole; of what is higher a few lines stay together at each end. */
const mostWhole = 230;
const columnGap = 24;
/** Side by side stand at least so many figures. */
const leastBeside = 4;
const mostFigure = 90;

const headingTags = ['H2', 'H3', 'H4', 'H5'] as const;

/** Makes the rows of a document's blocks below one tag. */
export function rowsOf(type: Type, blocks: readonly PdfBlock[], top: Tag, sheet: Sheet): Row[] {
  const halfWidth = (sheet.textWidth - columnGap) / 2;
  const rows: Row[] = [];
  let level = 1;
  const child = (parent: Tag, name: Tag['type'], options: Tag['options'] = {}): Tag => ({
    type: name,
    options,
    parent,
  });
  const langOf = (lang: string | undefined): Tag['options'] => (lang === undefined ? {} : { lang });

  function text(
    words: string,
    style: Style,
    given: { tag: Tag; colour?: string; before?: number; keep?: boolean },
  ): void {
    const { tag, colour = colours.ink, before = 0, keep = false } = given;
    const lines = type.wrap(words, style, sheet.textWidth);
    const height = heightOf(style);
    for (const [nth, line] of lines.entries()) {
      rows.push({
        before: nth === 0 ? before : 0,
        height,
        // Neither the first nor the last line of several stands alone.
        keep:
          (keep && nth === lines.length - 1) || (lines.length > 1 && (nth === 0 || nth === lines.length - 2)),
        fragments: line.runs.length === 0 ? [] : [{ x: sheet.side, line, style, colour, tag }],
        rules: [],
      });
    }
  }

  function heading(block: PdfHeading): void {
    const { level: wanted, over } = block;
    // No level is left out, as whoever goes from heading to heading expects.
    level = Math.min(wanted, level + 1);
    const style = wanted === 1 ? styles.chapter : wanted === 2 ? styles.section : styles.strong;
    const from = rows.length;
    if (over !== undefined)
      text(over, styles.plain, { tag: child(top, 'P'), colour: colours.soft, before: 36 });
    const tag = child(top, headingTags[level - 1] ?? 'H5', langOf(block.lang));
    const before =
      wanted === 1 ? (over === undefined ? 36 : 1.5) : wanted === 2 ? 18 : wanted === 3 ? 10.5 : 7.5;
    text(block.text, style, { tag, before });
    const own = rows.slice(from);
    for (const row of own) row.keep = true;
    const [first] = own;
    if (first === undefined) return;
    first.heading = { level: wanted, text: block.text };
    if (wanted === 1) first.room = roomOfChapter;
    if (wanted <= 2) {
      const rule = { x: sheet.side, width: sheet.textWidth, colour: colours.ink };
      first.rules.push({ ...rule, y: wanted === 1 ? -12 : -6, thickness: wanted === 1 ? 1.5 : 0.75 });
    }
    const last = own.at(-1);
    if (last !== undefined) last.height += wanted === 1 ? 6 : wanted === 2 ? 3 : 1;
  }

  /** Cells side by side, as many rows as the highest of them has lines; below them no line, one, or one for each half. */
  function beside(cells: readonly Cell[], lines: 0 | 1 | 2, repeat?: readonly Row[]): Row[] {
    const most = Math.max(1, ...cells.map(({ lines: own }) => own.length));
    const halves = cells.filter(({ width }) => width > 0).length > 2 ? [0, halfWidth + columnGap] : [0];
    const below = { colour: colours.line, thickness: 0.75 };
    const ruled =
      lines === 2
        ? halves.map((x) => ({ ...below, x: sheet.side + x, width: halfWidth }))
        : lines === 1
          ? [{ ...below, x: sheet.side, width: sheet.textWidth }]
          : [];
    return Array.from({ length: most }, (_, nth): Row => {
      const isLast = nth === most - 1;
      const height = lineHeight + (isLast ? cellPadding : 0);
      return {
        before: nth === 0 ? cellPadding : 0,
        height,
        ...(nth === 0 ? { tags: cells.map(({ tag }) => tag) } : {}),
        keep: most > 1 && (nth === 0 || nth === most - 2),
        fragments: cells.flatMap(({ lines: own, x, width, right, ...rest }) => {
          const one = own[nth];
          if (one === undefined || one.runs.length === 0) return [];
          return [{ ...rest, line: one, x: right ? x + width - one.width : x }];
        }),
        rules: isLast ? ruled.map((rule) => ({ ...rule, y: height })) : [],
        ...(repeat === undefined ? {} : { repeat }),
      };
    });
  }

  /** Keeps items together where they would not leave much of a page empty; else the first two, and the last two. */
  function hold(items: readonly (readonly Row[])[]): void {
    const heightOfAll = (some: typeof items) =>
      some.flat().reduce((sum, row) => sum + row.before + row.height, 0);
    const parts = heightOfAll(items) <= mostWhole ? [items] : [items.slice(0, 2), items.slice(-2)];
    for (const part of parts)
      if (heightOfAll(part) <= mostWhole) for (const row of part.flat().slice(0, -1)) row.keep = true;
  }

  /** Room above what has no heading of its own. */
  function apart(made: readonly Row[], previous: PdfBlock | undefined): void {
    const [first] = made;
    if (first !== undefined && previous !== undefined && previous.kind !== 'heading') first.before += 7.5;
  }

  /** A question and its answer side by side, from a left edge on. */
  function pair(
    item: PdfAnswer,
    row: Tag,
    { x, width, right }: { x: number; width: number; right: boolean },
  ) {
    const style = item.number ? styles.number : styles.plain;
    const label = {
      style: styles.plain,
      colour: colours.soft,
      tag: child(row, 'TH', { scope: 'Row', ...langOf(item.lang) }),
      x,
      right: false,
    };
    const value = {
      style,
      colour: item.missing ? colours.soft : colours.ink,
      tag: child(row, 'TD', langOf(item.valueLang)),
      right,
    };
    // At the right edge a figure takes what it needs, and its question has the rest.
    const taken = right ? widthOf(item.value, style) : width - labelWidth;
    const left = width - taken;
    return [
      { ...label, width: left - 12, lines: type.wrap(item.label, styles.plain, left - 12) },
      { ...value, x: x + left, width: taken, lines: type.wrap(item.value, style, taken) },
    ];
  }
  const widthOf = (words: string, style: Style): number =>
    Math.ceil(Math.max(...type.wrap(words, style, sheet.textWidth).map(({ width }) => width)) + 1);

  /** Whether a figure stands beside its question in half the width, which has two lines at most. */
  const isSmall = ({ label, value, number, missing }: PdfAnswer): boolean =>
    number === true &&
    missing !== true &&
    !value.includes('\n') &&
    widthOf(value, styles.number) <= mostFigure &&
    type.wrap(label, styles.plain, halfWidth - 12 - widthOf(value, styles.number)).length <= 2;

  function answers({ items }: Extract<PdfBlock, { kind: 'answers' }>, previous: PdfBlock | undefined): void {
    const made: Row[][] = [];
    // Each row of a table has as many cells: where figures stand side by side they are a table of their own.
    let table: { tag: Tag; width: number } | null = null;
    const rowOf = (width: number): Tag => {
      if (table?.width !== width) table = { tag: child(top, 'Table'), width };
      return child(table.tag, 'TR');
    };
    const single = (item: PdfAnswer) =>
      beside(pair(item, rowOf(1), { x: sheet.side, width: sheet.textWidth, right: false }), 1);
    for (let at = 0; at < items.length; ) {
      const end = items.findIndex((item, nth) => nth >= at && !isSmall(item));
      const small = items.slice(at, end === -1 ? items.length : end);
      if (small.length < leastBeside) {
        made.push(...items.slice(at, at + small.length + 1).map(single));
        at += small.length + 1;
        continue;
      }
      for (let nth = 0; nth < small.length; nth += 2) {
        const row = rowOf(2);
        const cells: Cell[] = small.slice(nth, nth + 2).flatMap((item, column) => {
          const x = sheet.side + column * (halfWidth + columnGap);
          return pair(item, row, { x, width: halfWidth, right: true });
        });
        const nothing = { style: styles.plain, colour: colours.ink, x: 0, width: 0, right: false, lines: [] };
        while (cells.length < 4) cells.push({ ...nothing, tag: child(row, 'TD') });
        made.push(beside(cells, 2));
      }
      at += small.length;
    }
    hold(made);
    rows.push(...made.flat());
    apart(made.flat(), previous);
  }

  function table({ head, rows: body, foot }: Extract<PdfBlock, { kind: 'table' }>): void {
    const node = child(top, 'Table');
    const shares = head.reduce((sum, { share = 1 }) => sum + share, 0);
    let x = sheet.side;
    const gap = 12;
    const columns = head.map(({ number = false, share = 1, lang }, nth) => {
      const whole = (sheet.textWidth * share) / shares;
      const column = { x, width: whole - (nth === head.length - 1 ? 0 : gap), number, lang };
      x += whole;
      return column;
    });
    const line = (cells: readonly string[], kind: 'head' | 'body' | 'foot'): Row[] => {
      const row = child(node, 'TR');
      return beside(
        columns.map(({ x: at, width, number, lang }, nth) => {
          const style =
            kind === 'foot' ? styles.strongNumber : number && kind === 'body' ? styles.number : styles.plain;
          const tag =
            kind === 'head'
              ? child(row, 'TH', { scope: 'Column', ...langOf(lang) })
              : nth === 0
                ? child(row, 'TH', { scope: 'Row' })
                : child(row, 'TD');
          return {
            lines: type.wrap(cells[nth] ?? '', style, width),
            style,
            colour: kind === 'head' ? colours.soft : colours.ink,
            tag,
            x: at,
            width,
            right: number,
          };
        }),
        kind === 'foot' ? 0 : 1,
        kind === 'head' ? undefined : headRows,
      );
    };
    const headRows: Row[] = line(
      head.map(({ text: words }) => words),
      'head',
    );
    for (const row of headRows) row.keep = true;
    const bodyRows = body.map((cells) => line(cells, 'body'));
    if (foot !== undefined) bodyRows.push(line(foot, 'foot'));
    hold(bodyRows);
    rows.push(...headRows, ...bodyRows.flat());
  }

  /** Short items stand in columns, line by line, as they are read. */
  function list({ items, lang }: Extract<PdfBlock, { kind: 'list' }>): void {
    const node = child(top, 'L', langOf(lang));
    const bullet = 12;
    const widest = Math.max(0, ...items.map((item) => widthOf(item, styles.plain))) + bullet;
    const columns =
      items.length < 5 ? 1 : Math.max(1, Math.min(3, Math.floor(sheet.textWidth / (widest + bullet))));
    const width = sheet.textWidth / columns;
    const made: Row[][] = [];
    for (let at = 0; at < items.length; at += columns) {
      const cells = items.slice(at, at + columns).flatMap((item, nth): Cell[] => {
        const entry = child(node, 'LI');
        const given = { style: styles.plain, colour: colours.ink, right: false };
        const x = sheet.side + nth * width;
        const room = width - bullet;
        return [
          {
            ...given,
            lines: type.wrap('\u2022', styles.plain, bullet),
            tag: child(entry, 'Lbl'),
            x,
            width: bullet,
          },
          {
            ...given,
            lines: type.wrap(item, styles.plain, room),
            tag: child(entry, 'LBody'),
            x: x + bullet,
            width: room,
          },
        ];
      });
      const line = beside(cells, 0);
      for (const row of line) row.before = 0;
      made.push(line);
    }
    for (const row of made[0]?.slice(0, 1) ?? []) row.before = 3;
    hold(made);
    rows.push(...made.flat());
  }

  for (const [nth, block] of blocks.entries()) {
    const previous = blocks[nth - 1];
    switch (block.kind) {
      case 'heading':
        heading(block);
        break;
      case 'paragraph':
        text(block.text, block.tone === 'strong' ? styles.strong : styles.plain, {
          tag: child(top, 'P', langOf(block.lang)),
          colour: block.tone === 'soft' ? colours.soft : colours.ink,
          before: 3,
          keep: block.keep === true,
        });
        break;
      case 'list':
        list(block);
        break;
      case 'answers':
        answers(block, previous);
        break;
      case 'table':
        table(block);
        break;
      case 'blank':
        for (let nth = 0; nth < block.lines; nth += 1) {
          const y = lineHeight + 3;
          const rule = { x: sheet.side, y, width: sheet.textWidth, colour: colours.line, thickness: 0.75 };
          rows.push({ before: 0, height: y, keep: nth < block.lines - 1, fragments: [], rules: [rule] });
        }
        break;
    }
  }
  return rows;
}

/** What the contents name: chapters and attached files, each with where it leads. */
interface Entry {
  title: string;
  target: string;
}

/** The rows of the contents; the number of a page is known once all are placed. */
export function contentsRows(
  type: Type,
  words: string,
  entries: readonly (Entry & { page: number })[],
  top: Tag,
  sheet: Sheet,
): Row[] {
  const title: Tag = { type: 'H2', options: {}, parent: top };
  const toc: Tag = { type: 'TOC', options: {}, parent: top };
  const width = sheet.textWidth - 40;
  return [
    ...type.wrap(words, styles.section, sheet.textWidth).map(
      (line, nth): Row => ({
        before: nth === 0 ? 24 : 0,
        height: 21,
        keep: true,
        fragments: [{ x: sheet.side, line, style: styles.section, colour: colours.ink, tag: title }],
        rules: [],
      }),
    ),
    ...entries.flatMap(({ title: name, target, page }) => {
      const item: Tag = { type: 'TOCI', options: {}, parent: toc };
      const reference: Tag = { type: 'Reference', options: {}, parent: item };
      const tag: Tag = { type: 'Link', options: {}, parent: reference };
      const lines = type.wrap(name, styles.plain, width);
      const [number] = type.wrap(String(page), styles.number, 40);
      return lines.map((line, nth): Row => {
        const isLast = nth === lines.length - 1;
        const fragments: Fragment[] = [
          { x: sheet.side, line, style: styles.plain, colour: colours.ink, tag },
        ];
        if (isLast && number !== undefined) {
          const x = sheet.width - sheet.side - number.width;
          fragments.push({ x, line: number, style: styles.number, colour: colours.ink, tag });
        }
        return {
          before: nth === 0 ? cellPadding : 0,
          height: lineHeight + (isLast ? cellPadding : 0),
          keep: !isLast,
          fragments,
          rules: isLast
            ? [
                {
                  x: sheet.side,
                  y: lineHeight + cellPadding,
                  width: sheet.textWidth,
                  colour: colours.line,
                  thickness: 0.75,
                },
              ]
            : [],
          link: { target, tag, says: name },
        };
      });
    }),
  ];
}

/** Rows on pages, from a place on. */
export function place(rows: readonly Row[], from: { page: number; y: number }, sheet: Sheet): Placed[] {
  const placed: Placed[] = [];
  let { page, y } = from;
  const nextPage = () => {
    page += 1;
    y = sheet.top;
  };
  for (const [nth, row] of rows.entries()) {
    let needed = 0;
    for (let at = nth; at < rows.length; at += 1) {
      const one = rows[at];
      if (one === undefined) break;
      needed += one.height + (at === nth ? 0 : one.before);
      if (!one.keep || needed > sheet.bottom - sheet.top) break;
    }
    // What no page could hold begins where it stands.
    if (needed > sheet.bottom - sheet.top) needed = row.height;
    needed = Math.max(needed, row.room ?? 0);
    const before = y === sheet.top ? 0 : row.before;
    if (y > sheet.top && y + before + needed > sheet.bottom) {
      nextPage();
      const previous = rows[nth - 1];
      if (row.repeat !== undefined && previous !== undefined && !row.repeat.includes(previous)) {
        for (const head of row.repeat) {
          placed.push({ row: head, page, y, again: true });
          y += head.height;
        }
        y += row.before;
      }
    } else y += before;
    placed.push({ row, page, y, again: false });
    y += row.height;
  }
  return placed;
}

/** The entries of the contents. */
export function entriesOf(blocks: readonly PdfBlock[], attached: readonly AttachedPages[]): Entry[] {
  const chapters = blocks.filter(
    (block): block is PdfHeading => block.kind === 'heading' && block.level === 1,
  );
  return [
    ...chapters.map(({ text }, nth) => ({ title: text, target: `chapter-${nth + 1}` })),
    ...attached.map(({ title }, nth) => ({ title, target: `file-${nth + 1}` })),
  ];
}
