import {
  PDF,
  type PDFForm,
  type PDFPage,
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
import { stripImageMetadata } from './strip-image-metadata.ts';

/** What each page has of its own. Annotations are drawn into it, or left behind. */
const ofPages =
  'Contents Resources MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Group Tabs StructParents'.split(
    ' ',
  );
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

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

  pages(pages: readonly PDFPage[], tree: PdfRef): PdfRef[] {
    const refs = pages.map(({ ref }) => {
      const to = this.#to.context.registry.allocateRef();
      this.#pages.set(ref, to);
      return to;
    });
    for (const [at, to] of refs.entries()) {
      const page = pages[at];
      if (page === undefined) continue;
      const copy = new PdfDict([
        ['Type', PdfName.of('Page')],
        ['Parent', tree],
      ]);
      for (const key of ofPages) {
        const value = page.dict.get(key);
        if (value !== undefined)
          copy.set(key, this.copy(value, key === 'Resources' ? 'resources' : 'needed'));
      }
      this.#to.context.registry.registerAt(to, copy);
    }
    return refs;
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

/** Behind the picture of a pin lie words or a file; what a library would draw by itself may cover the page. */
function isDrawn(pdf: PDF, note: PdfObject): boolean {
  const dict = note instanceof PdfRef ? pdf.getObject(note) : note;
  if (!(dict instanceof PdfDict)) return false;
  const kind = dict.getName('Subtype')?.value ?? '';
  return kind === 'Widget' || (dict.has('AP') && !pinned.includes(kind));
}
const pinned = ['Text', 'FileAttachment', 'Sound', 'Movie', 'Screen', 'RichMedia'];

/** Gives a page what it has from the tree above it, and its own list of what it draws: the next step adds to that. */
function standAlone(pdf: PDF, page: PDFPage): void {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  for (const key of inherited) {
    const seen = new Set<PdfDict>();
    let at: PdfDict | undefined = page.dict;
    while (at !== undefined && !at.has(key) && !seen.has(at)) {
      seen.add(at);
      at = at.getDict('Parent', resolve);
    }
    const value = at?.get(key);
    if (value !== undefined) page.dict.set(key, value);
  }
  const notes = page.dict.getArray('Annots', resolve);
  if (notes === undefined) return;
  page.dict.set('Annots', new PdfArray(notes.toArray().filter((one) => isDrawn(pdf, one))));
  const resources = page.dict.getDict('Resources', resolve)?.clone() ?? new PdfDict();
  resources.set('XObject', resources.getDict('XObject', resolve)?.clone() ?? new PdfDict());
  page.dict.set('Resources', resources);
}

/**
 * Makes what was filled into fields part of the pages; some programs leave it to the reader to draw it. Rather no copy
 * than one that lacks what somebody wrote. A picture of a signature stays behind, because it says who signed.
 */
function drawFields(form: PDFForm): void {
  const fields = form.getFields().filter((field) => field.type !== 'signature' && field.type !== 'button');
  const undrawn = () =>
    fields.filter((field) => field.getWidgets().some((one) => !one.isHidden() && !one.hasNormalAppearance()));
  for (const field of undrawn()) {
    // Nothing is drawn for a field that is closed.
    field.getDict().set('Ff', PdfNumber.of(field.flags & ~1));
    if ('needsAppearanceUpdate' in field) field.needsAppearanceUpdate = true;
  }
  form.updateAppearances();
  if (undrawn().some((field) => ![null, '', 'Off'].includes(field.getValue()?.toString() ?? null)))
    throw new Error('what was filled in cannot be drawn');
  form.flatten({ skipSignatures: true, skipAppearanceUpdate: true });
}

/**
 * A PDF that shows the same pages and says nothing of who made it: written again from what its pages need, so that what
 * stands beside them (properties, history, scripts, attached files, links, authors of notes) is not there. Fields and
 * drawn notes become part of their page. The same bytes make the same copy. Throws where it cannot be read or written.
 */
export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await PDF.load(bytes);
  if (source.isEncrypted && !source.isAuthenticated) throw new Error('it asks for a password');
  const pages = source.getPages();
  for (const page of pages) standAlone(source, page);
  const form = source.getForm();
  if (form !== null) drawFields(form);
  source.flattenAnnotations();

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
