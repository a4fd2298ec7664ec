import { type PdfiumFile, readString } from './pdfium.ts';
import { writeText } from './write-text.ts';

/* Numbers of PDFium: kinds of annotations, of fields, and flags. */
const widget = 20;
const freeText = 3;
/** The kinds that `appearancesOf` leaves behind: pins, links, pop-ups, files, sounds, films, models. */
const leftBehind = [1, 2, 16, 17, 18, 19, 21, 25, 26];
const choices = [4, 5];
const textField = 6;
const signature = 7;
const hidden = 2 | 32;
const password = 1 << 13;
const format = 13;
const normal = 0;
const types: Record<string, number> = { Tx: textField, Ch: 4, Sig: signature };

interface Place {
  page: number;
  form: number;
  note: number;
}

/** Returns how often each character is in a text, but for those that readers set or turn around as they like. */
function charactersOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of text.normalize('NFKC').replace(/[\s\p{C}\p{Pd}\p{Ps}\p{Pe}]/gu, ''))
    counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Returns whether a text lacks a character of another one. */
export function lacks(text: string, expected: string): boolean {
  const there = charactersOf(text);
  return [...charactersOf(expected)].some(([one, count]) => (there.get(one) ?? 0) < count);
}

/**
 * Draws what an open PDF shows in addition to the content of its pages: fields whose appearance is missing or is not that of
 * their value, and notes without an appearance. Returns all the text that it shows, and whether it has fields or notes.
 */
export function drawPdf(file: PdfiumFile): { text: string; hasNotes: boolean } {
  const { engine, document } = file;
  const info = engine.PDFiumExt_OpenFormFillInfo();
  const form = engine.PDFiumExt_InitFormFillEnvironment(document, info);
  const texts: string[] = [];
  let hasNotes = false;
  file.eachPage((page) => {
    texts.push(file.textOfPage(page));
    const count = engine.FPDFPage_GetAnnotCount(page);
    if (count <= 0) return;
    // Draws fields again if the form asks for it.
    engine.FORM_OnAfterLoadPage(page, form);
    for (let nth = 0; nth < count; nth += 1) {
      const note = engine.FPDFPage_GetAnnot(page, nth);
      if (note === 0) continue;
      const text = drawNote(file, { page, form, note });
      hasNotes ||= text !== null;
      texts.push(text ?? '');
      engine.FPDFPage_CloseAnnot(note);
    }
    engine.FORM_OnBeforeClosePage(page, form);
  });
  engine.PDFiumExt_ExitFormFillEnvironment(form);
  engine.PDFiumExt_CloseFormFillInfo(info);
  return { text: texts.join('\n'), hasNotes };
}

/**
 * Sees to it that a note or a field has an appearance with all that was written into it. Returns its text, or null if it
 * shows nothing.
 */
function drawNote(file: PdfiumFile, place: Place): string | null {
  const { engine } = file;
  const { note } = place;
  const kind = engine.FPDFAnnot_GetSubtype(note);
  if ((engine.FPDFAnnot_GetFlags(note) & hidden) !== 0) return null;
  if (kind === widget) return drawField(file, place);
  if (leftBehind.includes(kind)) return null;
  const drawn = textOfAppearance(file, note);
  if (drawn !== null) return drawn;
  engine.EPDFAnnot_GenerateAppearance(note);
  if (kind !== freeText) return '';
  const written = stringOf(file, note, 'Contents');
  if (lacks(textOfAppearance(file, note) ?? '', written)) writeText(file, place, written);
  return written;
}

/**
 * A field may show another value than it has: some programs leave it to the viewer to draw it, or forget to. What PDFium
 * cannot draw, because a font of the form lacks the letters, is written with a font of ours.
 */
function drawField(file: PdfiumFile, { page, form, note }: Place): string | null {
  const { engine } = file;
  // A field that the form does not list says what it is by itself.
  const listed = engine.FPDFAnnot_GetFormFieldType(form, note);
  const type = listed > 0 ? listed : (types[stringOf(file, note, 'FT')] ?? 0);
  if (type === signature) return null;
  const drawn = textOfAppearance(file, note);
  const value = filledIn(file, form, note, type);
  // A script of the form may show a value, or the name of a choice, as another text.
  const asWritten =
    type === textField && engine.FPDFAnnot_GetFormAdditionalActionJavaScript(form, note, format, 0, 0) <= 2;
  const isShown = (text: string) => (asWritten ? !lacks(text, value) : text !== '');
  if (drawn !== null && (value === '' || isShown(drawn))) return drawn;
  engine.EPDFAnnot_GenerateFormFieldAP(note);
  const redrawn = textOfAppearance(file, note) ?? '';
  if (value === '' || isShown(redrawn)) return redrawn;
  writeText(file, { page, note }, value);
  return value;
}

/** Returns the text or the choice of a field; nothing for a field that shows dots only. */
function filledIn(file: PdfiumFile, form: number, note: number, type: number): string {
  const { engine } = file;
  if (type !== textField && !choices.includes(type)) return '';
  if ((engine.FPDFAnnot_GetFormFieldFlags(form, note) & password) !== 0) return '';
  const own = stringOf(file, note, 'V');
  if (own !== '') return own;
  const bytes = engine.FPDFAnnot_GetFormFieldValue(form, note, 0, 0);
  return readString(engine, bytes, (to) => engine.FPDFAnnot_GetFormFieldValue(form, note, to, bytes));
}

function stringOf({ engine }: PdfiumFile, note: number, key: string): string {
  const bytes = engine.FPDFAnnot_GetStringValue(note, key, 0, 0);
  return readString(engine, bytes, (at) => engine.FPDFAnnot_GetStringValue(note, key, at, bytes));
}

/** Returns the text of what a note draws, or null if it has no appearance. */
function textOfAppearance(file: PdfiumFile, note: number): string | null {
  const { engine } = file;
  if (!engine.EPDFAnnot_HasAppearanceStream(note, normal)) return null;
  const document = engine.EPDFAnnot_ExportAppearanceAsDocument(note);
  if (document === 0) return '';
  const page = engine.FPDF_LoadPage(document, 0);
  const text = page === 0 ? '' : file.textOfPage(page);
  if (page !== 0) engine.FPDF_ClosePage(page);
  engine.FPDF_CloseDocument(document);
  return text;
}
