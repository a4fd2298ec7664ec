import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PdfiumFile } from './pdfium.ts';

/** Has the letters of most scripts, so that no name is lost because the font of a form lacks them. */
export const wideFont = fileURLToPath(
  new URL('../../../platform/documents/fonts/dejavu-sans.ttf', import.meta.url),
);
const trueType = 2;
const largest = 12;
const smallest = 4;
/** Share of the size that a letter of this font is wide, and that a line is high. */
const [letter, line] = [0.6, 1.2];

/** Writes a text into the rectangle of a note, as a part of its page, and takes away what the note draws there. */
export function writeText(
  file: PdfiumFile,
  { page, note }: { page: number; note: number },
  text: string,
): void {
  const { engine, document } = file;
  const { left, bottom, right, top } = rectangleOf(file, note);
  const [width, height] = [Math.abs(right - left), Math.abs(top - bottom)];
  if (width === 0 || height === 0) return;
  let size = Math.max(smallest, Math.min(largest, height / line));
  while (size > smallest && wrap(text, width / (letter * size)).length * line * size > height) size -= 1;
  const lines = wrap(text, width / (letter * size));
  const font = fontOf(file);
  for (const [nth, one] of lines.entries()) {
    const object = engine.FPDFPageObj_CreateTextObj(document, font, size);
    const utf16 = Buffer.from(`${one}\0`, 'utf16le');
    withBytes(file, utf16, (at) => engine.FPDFText_SetText(object, at));
    engine.FPDFPageObj_Transform(
      object,
      1,
      0,
      0,
      1,
      Math.min(left, right) + 2,
      Math.max(top, bottom) - size * (nth * line + 1),
    );
    engine.FPDFPage_InsertObject(page, object);
  }
  engine.FPDFPage_GenerateContent(page);
  engine.FPDFAnnot_SetAP(note, 0, 0);
}

/** Breaks a text into lines of about so many letters. */
function wrap(text: string, letters: number): string[] {
  return text.split(/\r\n?|\n/).flatMap((paragraph) => {
    const lines = [''];
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1) ?? '';
      if (last !== '' && last.length + word.length + 1 > letters) lines.push(word);
      else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    }
    return lines;
  });
}

const fonts = new WeakMap<PdfiumFile, number>();
function fontOf(file: PdfiumFile): number {
  const known = fonts.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(wideFont);
  const font = withBytes(file, bytes, (at) =>
    file.engine.FPDFText_LoadFont(file.document, at, bytes.length, trueType, true),
  );
  fonts.set(file, font);
  return font;
}

function rectangleOf({ engine }: PdfiumFile, note: number) {
  const at = engine.pdfium.wasmExports.malloc(16);
  engine.FPDFAnnot_GetRect(note, at);
  const { buffer, byteOffset } = engine.pdfium.HEAPU8;
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(
    buffer.slice(byteOffset + at, byteOffset + at + 16),
  );
  engine.pdfium.wasmExports.free(at);
  return { left, top, right, bottom };
}

function withBytes<Result>({ engine }: PdfiumFile, bytes: Uint8Array, use: (at: number) => Result): Result {
  const at = engine.pdfium.wasmExports.malloc(bytes.length);
  engine.pdfium.HEAPU8.set(bytes, at);
  const result = use(at);
  engine.pdfium.wasmExports.free(at);
  return result;
}
