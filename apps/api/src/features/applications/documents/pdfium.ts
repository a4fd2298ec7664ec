import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** The part of Emscripten that PDFium needs here: its own types are a package that nothing else asks for. */
interface Memory {
  HEAPU8: Uint8Array;
  wasmExports: { malloc: (bytes: number) => number; free: (at: number) => void };
  addFunction: (call: (...given: number[]) => number, signature: string) => number;
  removeFunction: (at: number) => void;
  setValue: (at: number, value: number, type: 'i32') => void;
  UTF16ToString: (at: number) => string;
}
type Pdfium = Omit<WrappedPdfiumModule, 'pdfium'> & { pdfium: Memory };

let engine: Promise<Pdfium> | null = null;
/** Returns Chrome's PDF engine, loaded once per process. */
function pdfium(): Promise<Pdfium> {
  engine ??= (async () => {
    const wasm = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
    const wasmBinary = Uint8Array.from(await readFile(wasm)).buffer;
    const loaded = (await init({ wasmBinary })) as unknown as Pdfium;
    loaded.PDFiumExt_Init();
    return loaded;
  })();
  return engine;
}

/** A password, or a way of encryption that PDFium does not know: a certificate. */
const encrypted = [4, 5];
const withoutIncrement = 2;

/** A document that PDFium has opened. It reads from the given bytes, so these must not change while it is open. */
export class PdfiumFile {
  readonly engine: Pdfium;
  readonly document: number;
  readonly pageCount: number;
  readonly #close: () => void;

  constructor(engine: Pdfium, document: number, close: () => void) {
    this.engine = engine;
    this.document = document;
    this.pageCount = engine.FPDF_GetPageCount(document);
    this.#close = close;
  }

  close(): void {
    this.engine.FPDF_CloseDocument(this.document);
    this.#close();
  }

  /** Calls a function with each page that can be loaded. */
  eachPage(use: (page: number, at: number) => void): void {
    for (let at = 0; at < this.pageCount; at += 1) {
      const page = this.engine.FPDF_LoadPage(this.document, at);
      if (page === 0) continue;
      use(page, at);
      this.engine.FPDF_ClosePage(page);
    }
  }

  /** Returns the text of a page, without its annotations. */
  textOfPage(page: number): string {
    const { engine } = this;
    const text = engine.FPDFText_LoadPage(page);
    const count = text === 0 ? 0 : engine.FPDFText_CountChars(text);
    const written =
      count > 0
        ? readString(engine, 2 * (count + 1), (at) => engine.FPDFText_GetText(text, 0, count, at))
        : '';
    if (text !== 0) engine.FPDFText_ClosePage(text);
    return written;
  }

  text(): string {
    const texts: string[] = [];
    this.eachPage((page) => texts.push(this.textOfPage(page)));
    return texts.join('\n');
  }

  /** Returns the document as PDFium writes it: with a sound table of its objects, and not encrypted. */
  save(): Buffer {
    const { engine, document } = this;
    const memory = engine.pdfium;
    const parts: Buffer[] = [];
    const write = memory.addFunction((_, from = 0, size = 0) => {
      parts.push(Buffer.from(memory.HEAPU8.subarray(from, from + size)));
      return 1;
    }, 'iiii');
    const writer = memory.wasmExports.malloc(8);
    memory.setValue(writer, 1, 'i32');
    memory.setValue(writer + 4, write, 'i32');
    engine.EPDF_RemoveEncryption(document);
    const saved = engine.FPDF_SaveAsCopy(document, writer, withoutIncrement);
    memory.wasmExports.free(writer);
    memory.removeFunction(write);
    if (!saved) throw new Error('PDFium cannot write this file');
    return Buffer.concat(parts);
  }
}

/** Reads UTF-16 text that a function writes into a buffer of so many bytes. */
export function readString(engine: Pdfium, bytes: number, write: (at: number) => unknown): string {
  const at = engine.pdfium.wasmExports.malloc(bytes + 2);
  engine.pdfium.HEAPU8.fill(0, at, at + bytes + 2);
  write(at);
  const text = engine.pdfium.UTF16ToString(at);
  engine.pdfium.wasmExports.free(at);
  return text;
}

/** Opens a file with PDFium. It reads the bytes where they are: a second copy would cost too much memory. */
export async function openWithPdfium(bytes: Uint8Array): Promise<PdfiumFile | 'encrypted' | 'broken'> {
  const engine = await pdfium();
  const memory = engine.pdfium;
  const read = memory.addFunction((_, from = 0, to = 0, size = 0) => {
    if (from + size > bytes.length) return 0;
    memory.HEAPU8.set(bytes.subarray(from, from + size), to);
    return 1;
  }, 'iiiii');
  const source = memory.wasmExports.malloc(12);
  memory.setValue(source, bytes.length, 'i32');
  memory.setValue(source + 4, read, 'i32');
  memory.setValue(source + 8, 0, 'i32');
  const close = () => {
    memory.wasmExports.free(source);
    memory.removeFunction(read);
  };
  const document = engine.FPDF_LoadCustomDocument(source, '');
  if (document !== 0) return new PdfiumFile(engine, document, close);
  const error = engine.FPDF_GetLastError();
  close();
  return encrypted.includes(error) ? 'encrypted' : 'broken';
}
