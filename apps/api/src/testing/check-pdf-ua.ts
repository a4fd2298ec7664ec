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

/**
 * What a program can find wrong with a PDF by PDF/UA-1: the checkpoints of the Matterhorn protocol 1.1 that need no
 * person, as far as our documents can come near them. It reads the bytes with another library than the one that wrote
 * them (pdfkit). Each fault begins with the number of its checkpoint; none means that none of these was found.
 */
export async function faultsOfPdfUa(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(bytes);
  const file = new Reader((ref) => pdf.getObject(ref));
  const catalog = pdf.context.catalog.getDict();
  const pages = pdf.getPages().map((page) => ({ ref: page.ref, dict: page.dict }));
  const faults = new Set<string>();
  const fault: Fault = (text) => {
    faults.add(text);
  };
  checkDocument(file, catalog, pdf.isEncrypted, fault);
  const tree = readTree(file, catalog, fault);
  checkParents(file, catalog, { pages, tree }, fault);
  for (const page of pages) checkPage(file, page, tree, fault);
  return [...faults];
}

/** Notes a fault. */
type Fault = (text: string) => undefined;
interface Page {
  ref: PdfRef;
  dict: PdfDict;
}

/** Objects by name, whether they stand there or elsewhere. */
class Reader {
  readonly #find: (ref: PdfRef) => PdfObject | null;
  constructor(find: (ref: PdfRef) => PdfObject | null) {
    this.#find = find;
  }
  value(object: PdfObject | null | undefined): PdfObject | null {
    return object instanceof PdfRef ? this.#find(object) : (object ?? null);
  }
  of(from: PdfObject | null | undefined, ...path: string[]): PdfObject | null {
    let at = this.value(from);
    for (const name of path) at = at instanceof PdfDict ? this.value(at.get(name)) : null;
    return at;
  }
  dict(from: PdfObject | null | undefined, ...path: string[]): PdfDict | null {
    const found = this.of(from, ...path);
    return found instanceof PdfDict ? found : null;
  }
  name(from: PdfObject | null | undefined, ...path: string[]): string | null {
    const found = this.of(from, ...path);
    return found instanceof PdfName ? found.value : null;
  }
  text(from: PdfObject | null | undefined, ...path: string[]): string | null {
    const found = this.of(from, ...path);
    return found instanceof PdfString ? found.asString() : null;
  }
  number(from: PdfObject | null | undefined, ...path: string[]): number | null {
    const found = this.of(from, ...path);
    return found instanceof PdfNumber ? found.value : null;
  }
  /** An array, or what stands for one of a single thing; without resolving its members. */
  list(from: PdfObject | null | undefined, ...path: string[]): PdfObject[] {
    const found = this.of(from, ...path);
    if (found instanceof PdfArray) return found.toArray();
    const last = path.at(-1);
    const holder = this.dict(from, ...path.slice(0, -1));
    return found === null ? [] : [(last === undefined ? from : holder?.get(last)) ?? found];
  }
}

const keyOf = (ref: PdfRef): string => `${ref.objectNumber} ${ref.generation}`;
const isLanguage = (tag: string | null): boolean =>
  tag !== null && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag);

function checkDocument(file: Reader, catalog: PdfDict, encrypted: boolean, fault: Fault): void {
  const metadata = file.of(catalog, 'Metadata');
  const xmp = metadata instanceof PdfStream ? Buffer.from(metadata.getDecodedData()).toString() : '';
  if (!/<pdfuaid:part>1<\/pdfuaid:part>|pdfuaid:part="1"/.test(xmp))
    fault('06-002 it does not say that it is PDF/UA-1');
  if (!/<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>[^<\s][^<]*<\/rdf:li>/.test(xmp)) fault('06-003 no dc:title');
  const shows = file.of(catalog, 'ViewerPreferences', 'DisplayDocTitle');
  if (!(shows instanceof PdfBool && shows.value)) fault('07-001 the title is not shown');
  const marked = file.of(catalog, 'MarkInfo', 'Marked');
  if (!(marked instanceof PdfBool && marked.value)) fault('01-007 it is not marked as tagged');
  const suspects = file.of(catalog, 'MarkInfo', 'Suspects');
  if (suspects instanceof PdfBool && suspects.value) fault('07-002 some of it may not be tagged');
  if (!isLanguage(file.text(catalog, 'Lang'))) fault('11-006 no language');
  if (file.dict(catalog, 'Outlines', 'First') === null) fault('27-001 no bookmarks');
  if (encrypted) fault('26-001 it is encrypted');
  for (const name of ['OpenAction', 'AA', 'AcroForm', 'OCProperties'])
    if (catalog.has(name)) fault(`29-001 it has ${name}`);
  if (file.of(catalog, 'Names', 'JavaScript') !== null) fault('29-001 it has scripts');
}

interface Node {
  type: string;
  dict: PdfDict;
  parent: Node | null;
  children: Node[];
  /** What stands on pages: of each page the numbers of its marked content. */
  content: { page: string; mcid: number }[];
  /** Links and other annotations. */
  objects: string[];
}

interface Tree {
  nodes: Node[];
  /** Which tag holds a piece of a page. */
  byContent: Map<string, Node>;
  byObject: Map<string, Node>;
  byRef: Map<string, Node>;
}

const known = new Set(
  'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Figure Formula Form'.split(
    ' ',
  ),
);
/** Within what alone a tag may stand, and what alone may stand within it. */
const within: Record<string, readonly string[]> = {
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  LI: ['L'],
  Lbl: ['LI', 'TOCI', 'Note'],
  LBody: ['LI'],
  TOCI: ['TOC'],
};
const holding: Record<string, readonly string[]> = {
  Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
  TR: ['TH', 'TD'],
  L: ['LI', 'Caption', 'L'],
  LI: ['Lbl', 'LBody'],
  TOC: ['TOCI', 'TOC', 'Caption'],
};

function readTree(file: Reader, catalog: PdfDict, fault: Fault): Tree {
  const tree: Tree = { nodes: [], byContent: new Map(), byObject: new Map(), byRef: new Map() };
  const root = file.dict(catalog, 'StructTreeRoot');
  if (root === null) {
    fault('01-005 it has no tags');
    return tree;
  }
  const walk = (kid: PdfObject, parent: Node | null, page: string | null): undefined => {
    const dict = file.value(kid);
    if (dict instanceof PdfNumber) {
      if (parent !== null && page !== null) hold(parent, page, dict.value);
      else fault('01-005 content without a page');
      return;
    }
    if (!(dict instanceof PdfDict)) return fault('09-001 something in the tree that is no tag');
    const pg = dict.get('Pg');
    const at = pg instanceof PdfRef ? keyOf(pg) : page;
    const kind = file.name(dict, 'Type');
    if (kind === 'MCR') {
      const mcid = file.number(dict, 'MCID');
      if (parent === null || at === null || mcid === null) fault('01-005 marked content without a place');
      else hold(parent, at, mcid);
      return;
    }
    if (kind === 'OBJR') {
      const of = dict.get('Obj');
      if (parent === null || !(of instanceof PdfRef)) return fault('28-002 an object without a place');
      parent.objects.push(keyOf(of));
      tree.byObject.set(keyOf(of), parent);
      return;
    }
    const type = file.name(dict, 'S') ?? '';
    const node: Node = { type, dict, parent, children: [], content: [], objects: [] };
    if (kid instanceof PdfRef) tree.byRef.set(keyOf(kid), node);
    parent?.children.push(node);
    tree.nodes.push(node);
    checkNode(file, node, fault);
    for (const one of file.list(dict, 'K')) walk(one, node, at);
  };
  const hold = (node: Node, page: string, mcid: number) => {
    const key = `${page}: ${mcid}`;
    if (tree.byContent.has(key)) fault(`01-005 content ${key} stands in the tree twice`);
    tree.byContent.set(key, node);
    node.content.push({ page, mcid });
  };
  for (const kid of file.list(root, 'K')) walk(kid, null, null);
  checkHeadings(tree.nodes, fault);
  for (const node of tree.nodes) checkShape(file, node, fault);
  return tree;
}

function checkNode(file: Reader, node: Node, fault: Fault): void {
  const { type, dict, parent } = node;
  if (!known.has(type)) fault(`02-001 ${type} is no standard type`);
  if (dict.has('Lang') && !isLanguage(file.text(dict, 'Lang')))
    fault(`11-005 ${type} has no language that there is`);
  const places = within[type];
  if (places !== undefined && !places.includes(parent?.type ?? ''))
    fault(`09-004 ${type} within ${parent?.type}`);
  const may = holding[parent?.type ?? ''];
  if (may !== undefined && !may.includes(type)) fault(`09-005 ${parent?.type} holds ${type}`);
  const spoken = file.text(dict, 'Alt') ?? file.text(dict, 'ActualText') ?? '';
  if ((type === 'Figure' || type === 'Formula') && spoken.trim() === '')
    fault(`13-004 ${type} without words`);
}

function checkHeadings(nodes: readonly Node[], fault: Fault): void {
  let before = 0;
  for (const { type } of nodes) {
    const level = Number(/^H(\d)$/.exec(type)?.[1] ?? Number.NaN);
    if (Number.isNaN(level)) continue;
    if (before === 0 && level !== 1) fault(`14-002 the first heading is ${type}`);
    if (level > before + 1) fault(`14-003 ${type} follows H${before}`);
    before = level;
  }
}

/** Tables in rows of the same number of cells, each head with what it is the head of; links with what they lead from. */
function checkShape(file: Reader, node: Node, fault: Fault): void {
  if (node.type === 'Table') {
    const rows = node.children.flatMap((child) => (child.type === 'TR' ? [child] : child.children));
    if (rows.length === 0) fault('15-001 a table without rows');
    const widths = new Set(rows.map(({ children }) => children.length));
    if (widths.size > 1) fault('15-005 a table of uneven rows');
    if (!rows.some(({ children }) => children.some(({ type }) => type === 'TH')))
      fault('15-002 a table without a head');
  }
  if (node.type === 'TH') {
    const scopes = file.list(node.dict, 'A').map((one) => file.name(one, 'Scope'));
    if (!scopes.some((scope) => scope === 'Row' || scope === 'Column' || scope === 'Both'))
      fault('15-003 a head without its scope');
  }
  if (node.type === 'Link' && node.objects.length === 0) fault('28-011 a link that leads nowhere');
  if (['P', 'H1', 'H2', 'H3', 'H4', 'H5', 'LI', 'TR', 'TOCI', 'Link'].includes(node.type) && isEmpty(node))
    fault(`09-001 ${node.type} with nothing in it`);
}

const isEmpty = ({ content, children, objects }: Node): boolean =>
  content.length === 0 && children.length === 0 && objects.length === 0;

/** The way back, from what stands on a page to its tag: whole, and the same as the way there. */
function checkParents(
  file: Reader,
  catalog: PdfDict,
  at: { pages: readonly Page[]; tree: Tree },
  fault: Fault,
): void {
  const { pages, tree } = at;
  const entries = new Map<number, PdfObject>();
  const walk = (of: PdfObject | null): void => {
    const nums = file.list(of, 'Nums');
    for (let nth = 0; nth + 1 < nums.length; nth += 2) {
      const [key, value] = [file.value(nums[nth]), nums[nth + 1]];
      if (key instanceof PdfNumber && value !== undefined) entries.set(key.value, value);
    }
    for (const kid of file.list(of, 'Kids')) walk(kid);
  };
  walk(file.of(catalog, 'StructTreeRoot', 'ParentTree'));
  const nodeOf = (ref: PdfObject | null | undefined) =>
    ref instanceof PdfRef ? tree.byRef.get(keyOf(ref)) : undefined;
  for (const { ref, dict } of pages) {
    const own = [...tree.byContent].filter(([key]) => key.startsWith(`${keyOf(ref)}: `));
    const number = file.number(dict, 'StructParents');
    const parents = number === null ? [] : file.list(entries.get(number));
    if (own.length > 0 && number === null) fault('01-006 a page without the way back to its tags');
    for (const [key, node] of own) {
      const mcid = Number(key.split(': ')[1]);
      if (nodeOf(parents[mcid]) !== node) fault(`01-006 content ${key} leads to another tag`);
    }
    for (const one of file.list(dict, 'Annots')) {
      const back = file.number(one, 'StructParent');
      const node = one instanceof PdfRef ? tree.byObject.get(keyOf(one)) : undefined;
      if (back === null || node === undefined || nodeOf(entries.get(back)) !== node)
        fault('28-002 an annotation that is not in the tree');
    }
  }
}

const painting = new Set('Tj TJ \' " f F f* B B* b b* S s Do sh BI EI'.split(' '));
const shown = new Set('Tj TJ \' "'.split(' '));

/** What is drawn, each piece within a tag or marked as no content; links, the order of tabs and the fonts. */
function checkPage(file: Reader, { ref, dict }: Page, tree: Tree, fault: Fault): void {
  const annotations = file.list(dict, 'Annots');
  if (annotations.length > 0 && file.name(dict, 'Tabs') !== 'S')
    fault('28-009 the order of tabs is not that of tags');
  for (const one of annotations) {
    if (file.name(one, 'Subtype') !== 'Link') fault('28-004 an annotation that is no link');
    if ((file.text(one, 'Contents') ?? '').trim() === '') fault('28-012 a link without words');
    const node = one instanceof PdfRef ? tree.byObject.get(keyOf(one)) : undefined;
    if (node !== undefined && node.type !== 'Link') fault('28-011 a link whose tag is no Link');
  }
  const fonts = new Map<string, PdfDict | null>();
  const source = file.list(dict, 'Contents').map((one) => file.value(one));
  const bytes = Buffer.concat(
    source.flatMap((one) => (one instanceof PdfStream ? [one.getDecodedData(), Buffer.from('\n')] : [])),
  );
  const open: ('artifact' | 'tag' | 'other')[] = [];
  const seen = new Set<number>();
  let font: PdfDict | null = null;
  for (const { operator, operands } of operationsOf(bytes.toString('latin1'))) {
    if (operator === 'BDC' || operator === 'BMC') {
      const mcid = Number(/\/MCID (\d+)/.exec(operands)?.[1] ?? Number.NaN);
      const isArtifact = /^\/Artifact\b/.test(operands.trim());
      if (isArtifact && open.includes('tag')) fault('01-003 what is no content within content');
      if (!Number.isNaN(mcid) && open.includes('artifact')) fault('01-004 content within what is none');
      if (!Number.isNaN(mcid)) {
        if (seen.has(mcid)) fault(`01-005 content ${keyOf(ref)}: ${mcid} is there twice`);
        seen.add(mcid);
        if (!tree.byContent.has(`${keyOf(ref)}: ${mcid}`)) fault('01-005 content that is not in the tree');
      }
      open.push(isArtifact ? 'artifact' : Number.isNaN(mcid) ? 'other' : 'tag');
    } else if (operator === 'EMC') open.pop();
    else if (operator === 'Tf') {
      const name = /\/([^\s/]+)/.exec(operands)?.[1] ?? '';
      font = fonts.get(name) ?? file.dict(dict, 'Resources', 'Font', name);
      fonts.set(name, font);
    } else if (painting.has(operator)) {
      if (!open.includes('artifact') && !open.includes('tag')) fault(`01-005 ${operator} in no tag`);
      if (shown.has(operator)) checkGlyphs(operands, font, fault);
    }
  }
  for (const [key] of tree.byContent)
    if (key.startsWith(`${keyOf(ref)}: `) && !seen.has(Number(key.split(': ')[1])))
      fault(`01-005 content ${key} of the tree is not there`);
  for (const one of fonts.values()) checkFont(file, one, fault);
}

/** The glyph of an unknown sign, number 0, is drawn nowhere. Our fonts have two bytes for each. */
function checkGlyphs(operands: string, font: PdfDict | null, fault: Fault): undefined {
  if (font === null) return fault('31-027 text without a font');
  for (const [, hex = ''] of operands.matchAll(/<([0-9a-fA-F]*)>/g))
    for (let at = 0; at < hex.length; at += 4)
      if (/^0+$/.test(hex.slice(at, at + 4))) fault('31-030 a sign that no font has');
}

function checkFont(file: Reader, font: PdfDict | null, fault: Fault): undefined {
  if (font === null) return fault('31-027 a font that is not there');
  const name = file.name(font, 'BaseFont') ?? '';
  const [inner] = file.list(font, 'DescendantFonts');
  const descriptor = file.dict(inner ?? font, 'FontDescriptor');
  const embedded = ['FontFile', 'FontFile2', 'FontFile3'].some(
    (one) => file.of(descriptor, one) instanceof PdfStream,
  );
  if (!embedded) fault(`31-009 ${name} is not embedded`);
  if (!(file.of(font, 'ToUnicode') instanceof PdfStream))
    fault(`31-027 ${name} does not say which letters it has`);
  if (file.name(font, 'Encoding') !== 'Identity-H') fault(`31-006 ${name} is in another encoding`);
  const type = file.name(inner, 'Subtype');
  if (type === 'CIDFontType2' && file.of(inner, 'CIDToGIDMap') === null)
    fault(`31-006 ${name} has no map of its signs`);
}

/** The operators of a page with what stands before each; strings are kept whole. */
function* operationsOf(text: string): Generator<{ operator: string; operands: string }> {
  const token = /\((?:\\.|[^\\()])*\)|<<|>>|<[0-9a-fA-F\s]*>|\[|\]|\/[^\s/<>[\]()]*|[^\s/<>[\]()]+/g;
  let operands = '';
  for (const [one] of text.matchAll(token)) {
    if (/^[A-Za-z'"][A-Za-z0-9*'"]*$/.test(one) && !['true', 'false', 'null'].includes(one)) {
      yield { operator: one, operands };
      operands = '';
    } else operands += ` ${one}`;
  }
}
