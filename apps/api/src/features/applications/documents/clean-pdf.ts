import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { appearancesOf } from './appearances-of.ts';
import { drawPdf, lacks } from './draw-pdf.ts';
import { openPdf, type ReadPdf, readAsItIs, readWritten } from './open-pdf.ts';
import type { FoundPage } from './pages-of.ts';
import { openWithPdfium } from './pdfium.ts';
import { stripImageMetadata } from './strip-image-metadata.ts';

/** What each page has of its own. Annotations are drawn into it, or left behind. */
const ofPages =
  'Contents Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Group Tabs StructParents'.split(
    ' ',
  );

/** What drawing and reading aloud need, and nothing besides: whatever stands under another name stays behind. */
const needed = new Set(
  `Type Subtype
  Filter DecodeParms K Columns Rows BlackIs1 EndOfLine EndOfBlock EncodedByteAlign DamagedRowsBeforeError
  Predictor Colors BitsPerComponent EarlyChange ColorTransform JBIG2Globals
  Width Height ColorSpace Intent ImageMask Mask Decode Interpolate SMask SMaskInData Matte
  FormType BBox Matrix Resources Group S CS I StructParent StructParents OC
  PatternType PaintType TilingType XStep YStep Shading ExtGState
  ShadingType Background AntiAlias Domain Coords Function Extend BitsPerCoordinate BitsPerFlag VerticesPerRow
  FunctionType Range Size BitsPerSample Order Encode C0 C1 N Functions Bounds
  LW LC LJ ML D RI OP op OPM Font BG BG2 UCR UCR2 TR TR2 FL SM SA BM CA ca AIS TK G BC
  Alternate WhitePoint BlackPoint Gamma Colorants Process Components MixingHints
  BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode DescendantFonts CIDSystemInfo
  Registry Ordering Supplement DW W DW2 W2 CIDToGIDMap FontMatrix CharProcs BaseEncoding Differences
  FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading CapHeight XHeight
  StemV StemH AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet Style FD CIDSet
  CMapName WMode UseCMap Length1 Length2 Length3
  OCGs P VE BaseState ON OFF
  ParentTree ParentTreeNextKey Nums Kids Limits RoleMap ClassMap Pg MCID Stm Lang Alt ActualText E A C O
  Scope RowSpan ColSpan ListNumbering Placement`.split(/\s+/),
);

/** How the keys of a dictionary are read: all of the needed ones, any (they are names of its own), or those of resources. */
type Kind = 'needed' | 'named' | 'resources' | 'properties';

const named = ['Colorants', 'CharProcs', 'RoleMap', 'ClassMap'];
const categories = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading'];
/** The kind of what stands under a key, null for what stays behind. */
function kindOf(key: string, within: Kind): Kind | null {
  switch (within) {
    case 'named':
      return 'needed';
    case 'properties':
      return 'needed';
    case 'resources':
      if (categories.includes(key)) return 'named';
      return key === 'Properties' ? 'properties' : null;
    case 'needed':
      if (key === 'Resources') return 'resources';
      if (named.includes(key)) return 'named';
      return needed.has(key) ? 'needed' : null;
  }
}

const namesIn = (value: PdfObject | undefined): string[] =>
  (value instanceof PdfArray ? value.toArray() : [value]).flatMap((one) =>
    one instanceof PdfName ? one.value : [],
  );

/** Copies what is needed of one document into another one. What refers to itself is copied once. */
class Copier {
  readonly #from: PDF;
  readonly #to: PDF;
  readonly #copied = new Map<string, PdfRef>();
  readonly #waiting: { from: PdfRef; to: PdfRef; kind: Kind }[] = [];
  readonly #pages = new Map<PdfRef, PdfRef>();

  constructor(from: PDF, to: PDF) {
    this.#from = from;
    this.#to = to;
  }

  pages(pages: readonly FoundPage[], tree: PdfRef): PdfRef[] {
    const { registry } = this.#to.context;
    const refs = pages.map(({ ref }) => {
      const to = registry.allocateRef();
      if (ref !== null) this.#pages.set(ref, to);
      return to;
    });
    for (const [at, { dict }] of pages.entries()) {
      const to = refs[at];
      if (to === undefined) continue;
      const copy = new PdfDict([
        ['Type', PdfName.of('Page')],
        ['Parent', tree],
      ]);
      for (const key of ofPages) {
        const value = dict.get(key);
        if (value !== undefined)
          copy.set(key, this.copy(value, key === 'Resources' ? 'resources' : 'needed'));
      }
      this.#drawAppearances(dict, copy);
      registry.registerAt(to, copy);
    }
    return refs;
  }

  /** Makes what lies over a page part of it. */
  #drawAppearances(page: PdfDict, copy: PdfDict): void {
    const appearances = appearancesOf(this.#from, page);
    if (appearances.length === 0) return;
    const { registry } = this.#to.context;
    const streamOf = (text: string) => registry.register(new PdfStream(new PdfDict(), Buffer.from(text)));
    const resources = this.#dictOf(page.get('Resources'), 'resources');
    const xObjects = this.#dictOf(this.#dictOrNone(page.get('Resources')).get('XObject'), 'named');
    copy.set('Resources', resources);
    resources.set('XObject', xObjects);
    const drawn = appearances.map(({ stream, matrix }, nth) => {
      const name = `Drawn${nth}`;
      xObjects.set(name, stream instanceof PdfRef ? this.copy(stream) : registry.register(this.copy(stream)));
      return `q ${matrix.join(' ')} cm /${name} Do Q\n`;
    });
    const contents = this.#resolved(page.get('Contents'));
    const pieces =
      contents instanceof PdfArray
        ? contents.toArray()
        : [page.get('Contents')].filter((one) => one !== undefined);
    copy.set(
      'Contents',
      new PdfArray([
        streamOf('q\n'),
        ...pieces.map((one) => this.copy(one)),
        streamOf(`\nQ\n${drawn.join('')}`),
      ]),
    );
  }

  #dictOrNone(value: PdfObject | undefined): PdfDict {
    const found = this.#resolved(value);
    return found instanceof PdfDict ? found : new PdfDict();
  }

  #dictOf(value: PdfObject | undefined, kind: Kind): PdfDict {
    return this.#dict(this.#dictOrNone(value), kind);
  }

  copy(value: PdfObject, kind: Kind = 'needed'): PdfObject {
    if (value instanceof PdfRef) return this.#ref(value, kind);
    if (value instanceof PdfStream) return this.#stream(value, kind);
    if (value instanceof PdfDict) return this.#dict(value, kind);
    if (value instanceof PdfArray)
      return new PdfArray(value.toArray().map((one) => this.copy(one, 'needed')));
    return value;
  }

  /** What was only referred to so far: one after the other, however long the chains are. */
  finish(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const value = this.#from.getObject(next.from);
      this.#to.context.registry.registerAt(
        next.to,
        value === null ? new PdfDict() : this.copy(value, next.kind),
      );
    }
  }

  #ref(ref: PdfRef, kind: Kind): PdfRef {
    const page = this.#pages.get(ref);
    if (page !== undefined) return page;
    const key = `${ref} ${kind}`;
    const known = this.#copied.get(key);
    if (known !== undefined) return known;
    const to = this.#to.context.registry.allocateRef();
    this.#copied.set(key, to);
    this.#waiting.push({ from: ref, to, kind });
    return to;
  }

  #dict(dict: PdfDict, kind: Kind): PdfDict {
    const copy = new PdfDict();
    const layer = dict.getName('Type')?.value === 'OCG';
    for (const [{ value: key }, value] of dict) {
      const inside = kindOf(key, kind);
      if (inside !== null && (kind !== 'properties' || this.#isLayer(value)))
        copy.set(key, this.copy(value, inside));
    }
    if (layer) copy.set('Name', PdfString.fromString('Layer'));
    return copy;
  }

  #stream(stream: PdfStream, kind: Kind): PdfStream {
    const filters = namesIn(this.#resolved(stream.get('Filter')));
    const copy = new PdfStream(this.#dict(stream, kind), stream.data);
    const last = filters.at(-1) ?? '';
    const bare = stripImageMetadata(last);
    if (bare === null) return copy;
    const packed = new PdfStream(
      [['Filter', new PdfArray(filters.slice(0, -1).map((name) => PdfName.of(name)))]],
      stream.data,
    );
    const image = new PdfStream(copy, bare(packed.getDecodedData()));
    image.set('Filter', PdfName.of(last));
    const parms = this.#resolved(stream.get('DecodeParms'));
    const own = this.#resolved(parms instanceof PdfArray ? parms.at(parms.length - 1) : parms);
    image.delete('DecodeParms');
    if (own instanceof PdfDict) image.set('DecodeParms', this.#dict(own, 'needed'));
    return image;
  }

  /** What a piece of a page belongs to may be a layer; what else is said of it draws nothing. */
  #isLayer(value: PdfObject): boolean {
    const dict = this.#resolved(value);
    return dict instanceof PdfDict && /^OC/.test(dict.getName('Type')?.value ?? '');
  }

  #resolved(value: PdfObject | undefined): PdfObject | undefined {
    return value instanceof PdfRef ? (this.#from.getObject(value) ?? undefined) : value;
  }
}

/**
 * A PDF that shows the same pages and says nothing of who made it: written again from what its pages need, so that what
 * stands beside them (properties, history, scripts, attached files, links, authors of notes) is not there. Fields and
 * drawn notes become part of their page. The same bytes make the same copy. Throws if it cannot be read or written, and
 * if the copy would lack a part of the text that the original shows.
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const file = await openPdf(bytes);
  if (typeof file === 'string') throw new Error(`the file is ${file}`);
  try {
    const { text, hasNotes } = drawPdf(file);
    // Most files have nothing to draw: written by PDFium first, a large one would be in memory once more.
    const asItIs = hasNotes ? null : await readAsItIs(bytes);
    const first = asItIs?.pages.length === file.pageCount ? await copyWith(asItIs, text) : null;
    const copy = first ?? (await copyWith(await readWritten(file), text));
    if (copy === null) throw new Error('the copy lacks a part of what the original shows');
    return copy;
  } finally {
    file.close();
  }
}

/** Returns the copy of a file, or null if it lacks a part of a text. */
async function copyWith(source: ReadPdf, text: string): Promise<Uint8Array | null> {
  const copy = await copyPages(source);
  const read = await openWithPdfium(copy);
  if (typeof read === 'string') return null;
  const kept = read.text();
  read.close();
  return lacks(kept, text) ? null : copy;
}

async function copyPages({ pdf: source, pages }: ReadPdf): Promise<Uint8Array> {
  const target = PDF.create();
  const catalog = target.getCatalog();
  const tree = catalog.getRef('Pages');
  const treeDict = tree && target.getObject(tree);
  if (tree === undefined || !(treeDict instanceof PdfDict)) throw new Error('there is nothing to write to');
  const copier = new Copier(source, target);
  const kids = copier.pages(pages, tree);
  treeDict.set('Kids', new PdfArray(kids));
  treeDict.set('Count', PdfNumber.of(kids.length));
  for (const key of ['StructTreeRoot', 'Lang', 'OCProperties']) {
    const value = source.getCatalog().get(key);
    if (value !== undefined) catalog.set(key, copier.copy(value));
  }
  if (catalog.has('StructTreeRoot')) catalog.set('MarkInfo', PdfDict.of({ Marked: PdfBool.TRUE }));
  copier.finish();
  // Who wrote it, with what, and when: of the copy too.
  const { trailer } = target.context.info;
  trailer.delete('Info');
  // In place of one that is drawn: what a copy says is told by its pages alone, whenever it is made.
  const id = new PdfString(new Uint8Array(16), 'hex');
  trailer.set('ID', new PdfArray([id, id]));
  return target.save();
}
