import type { AttachedPages, PdfBlock, PdfHeading } from './pdf-document.ts';
import type { Line, Style, Type } from './pdf-type.ts';

/** Blocks in rows, and rows on pages: where everything stands is known before anything is drawn. */

/** A4, in points. */
export const paper = { width: 595.28, height: 841.89, side: 48, top: 100, bottom: 776 };
export const textWidth = paper.width - 2 * paper.side;
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

const headingTags = ['H2', 'H3', 'H4', 'H5'] as const;

/** Makes the rows of a document's blocks below one tag. */
export function rowsOf(type: Type, blocks: readonly PdfBlock[], top: Tag): Row[] {
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
    const lines = type.wrap(words, style, textWidth);
    const height = heightOf(style);
    for (const [nth, line] of lines.entries()) {
      rows.push({
        before: nth === 0 ? before : 0,
        height,
        // Neither the first nor the last line of several stands alone.
        keep:
          (keep && nth === lines.length - 1) || (lines.length > 1 && (nth === 0 || nth === lines.length - 2)),
        fragments: line.runs.length === 0 ? [] : [{ x: paper.side, line, style, colour, tag }],
        rules: [],
      });
    }
  }

  function heading(block: PdfHeading): void {
    const { level: wanted, over, newPage } = block;
    // No level is left out, as whoever goes from heading to heading expects.
    level = Math.min(wanted, level + 1);
    const style = wanted === 1 ? styles.chapter : wanted === 2 ? styles.section : styles.strong;
    const from = rows.length;
    if (over !== undefined)
      text(over, styles.plain, { tag: child(top, 'P'), colour: colours.soft, before: 15 });
    const tag = child(top, headingTags[level - 1] ?? 'H5', langOf(block.lang));
    const before =
      wanted === 1 ? (over === undefined ? 15 : 1.5) : wanted === 2 ? 18 : wanted === 3 ? 10.5 : 7.5;
    text(block.text, style, {
      tag,
      before,
      colour: wanted === 4 ? colours.soft : colours.ink,
    });
    const own = rows.slice(from);
    for (const row of own) row.keep = true;
    const [first] = own;
    if (first === undefined) return;
    first.heading = { level: wanted, text: block.text };
    if (newPage) first.before = Number.POSITIVE_INFINITY;
    if (wanted === 2) {
      first.rules.push({ x: paper.side, y: -6, width: textWidth, colour: colours.ink, thickness: 0.75 });
    }
    const last = own.at(-1);
    if (last !== undefined) last.height += wanted === 1 ? 6 : wanted === 2 ? 3 : 1;
  }

  /** Cells side by side, as many rows as the highest of them has lines. */
  function beside(cells: readonly Cell[], line: boolean, repeat?: readonly Row[]): Row[] {
    const most = Math.max(1, ...cells.map(({ lines }) => lines.length));
    const made = Array.from({ length: most }, (_, nth): Row => {
      const isLast = nth === most - 1;
      const height = lineHeight + (isLast ? cellPadding : 0);
      return {
        before: nth === 0 ? cellPadding : 0,
        height,
        keep: most > 1 && (nth === 0 || nth === most - 2),
        fragments: cells.flatMap(({ lines, x, width, right, ...rest }) => {
          const one = lines[nth];
          if (one === undefined || one.runs.length === 0) return [];
          return [{ ...rest, line: one, x: right ? x + width - one.width : x }];
        }),
        rules:
          isLast && line
            ? [{ x: paper.side, y: height, width: textWidth, colour: colours.line, thickness: 0.75 }]
            : [],
        ...(repeat === undefined ? {} : { repeat }),
      };
    });
    return made;
  }

  /** Room above what has no heading of its own. */
  function apart(made: readonly Row[], previous: PdfBlock | undefined): void {
    const [first] = made;
    if (first !== undefined && previous !== undefined && previous.kind !== 'heading') first.before += 7.5;
  }

  function answers({ items }: Extract<PdfBlock, { kind: 'answers' }>, previous: PdfBlock | undefined): void {
    const from = rows.length;
    const table = child(top, 'Table');
    for (const item of items) {
      const row = child(table, 'TR');
      const style = item.number ? styles.number : styles.plain;
      rows.push(
        ...beside(
          [
            {
              lines: type.wrap(item.label, styles.plain, labelWidth - 12),
              style: styles.plain,
              colour: colours.soft,
              tag: child(row, 'TH', { scope: 'Row', ...langOf(item.lang) }),
              x: paper.side,
              width: labelWidth,
              right: false,
            },
            {
              lines: type.wrap(item.value, style, textWidth - labelWidth),
              style,
              colour: item.missing ? colours.soft : colours.ink,
              tag: child(row, 'TD', langOf(item.valueLang)),
              x: paper.side + labelWidth,
              width: textWidth - labelWidth,
              right: false,
            },
          ],
          true,
        ),
      );
    }
    apart(rows.slice(from), previous);
  }

  function table({ head, rows: body, foot }: Extract<PdfBlock, { kind: 'table' }>): void {
    const node = child(top, 'Table');
    const shares = head.reduce((sum, { share = 1 }) => sum + share, 0);
    let x = paper.side;
    const gap = 12;
    const columns = head.map(({ number = false, share = 1, lang }, nth) => {
      const whole = (textWidth * share) / shares;
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
        kind !== 'foot',
        kind === 'head' ? undefined : headRows,
      );
    };
    const headRows: Row[] = line(
      head.map(({ text: words }) => words),
      'head',
    );
    for (const row of headRows) row.keep = true;
    rows.push(...headRows, ...body.flatMap((cells) => line(cells, 'body')));
    if (foot !== undefined) rows.push(...line(foot, 'foot'));
  }

  function list({ items, lang }: Extract<PdfBlock, { kind: 'list' }>): void {
    const node = child(top, 'L', langOf(lang));
    for (const [nth, item] of items.entries()) {
      const entry = child(node, 'LI');
      const made = beside(
        [
          {
            lines: type.wrap('\u2022', styles.plain, 12),
            style: styles.plain,
            colour: colours.ink,
            tag: child(entry, 'Lbl'),
            x: paper.side,
            width: 12,
            right: false,
          },
          {
            lines: type.wrap(item, styles.plain, textWidth - 12),
            style: styles.plain,
            colour: colours.ink,
            tag: child(entry, 'LBody'),
            x: paper.side + 12,
            width: textWidth - 12,
            right: false,
          },
        ],
        false,
      );
      for (const row of made) row.before = 0;
      const [first] = made;
      if (first !== undefined && nth === 0) first.before = 3;
      rows.push(...made);
    }
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
          const rule = { x: paper.side, y, width: textWidth, colour: colours.line, thickness: 0.75 };
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
): Row[] {
  const title: Tag = { type: 'H2', options: {}, parent: top };
  const toc: Tag = { type: 'TOC', options: {}, parent: top };
  const width = textWidth - 40;
  return [
    ...type.wrap(words, styles.section, textWidth).map(
      (line, nth): Row => ({
        before: nth === 0 ? 24 : 0,
        height: 21,
        keep: true,
        fragments: [{ x: paper.side, line, style: styles.section, colour: colours.ink, tag: title }],
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
          { x: paper.side, line, style: styles.plain, colour: colours.ink, tag },
        ];
        if (isLast && number !== undefined) {
          const x = paper.width - paper.side - number.width;
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
                  x: paper.side,
                  y: lineHeight + cellPadding,
                  width: textWidth,
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
export function place(rows: readonly Row[], from: { page: number; y: number }): Placed[] {
  const placed: Placed[] = [];
  let { page, y } = from;
  const nextPage = () => {
    page += 1;
    y = paper.top;
  };
  for (const [nth, row] of rows.entries()) {
    const isForced = row.before === Number.POSITIVE_INFINITY;
    if (isForced && y > paper.top) nextPage();
    let needed = 0;
    for (let at = nth; at < rows.length; at += 1) {
      const one = rows[at];
      if (one === undefined) break;
      needed += one.height + (at === nth ? 0 : Number.isFinite(one.before) ? one.before : 0);
      if (!one.keep || needed > paper.bottom - paper.top) break;
    }
    const before = y === paper.top || isForced ? 0 : row.before;
    if (y > paper.top && y + before + needed > paper.bottom) {
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
