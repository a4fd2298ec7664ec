import { PDF, PdfName } from '@libpdf/core';
import { type FoundPage, pagesOf } from './pages-of.ts';
import { openWithPdfium, type PdfiumFile } from './pdfium.ts';

export interface ReadPdf {
  pdf: PDF;
  pages: FoundPage[];
}

/** Reads a file with libpdf as it is. Returns null if libpdf cannot read it, or finds no page. Throws RangeErrors. */
export async function readAsItIs(bytes: Uint8Array): Promise<ReadPdf | null> {
  try {
    const pdf = await PDF.load(bytes);
    if (pdf.isEncrypted && !pdf.isAuthenticated) return null;
    // Put together from its pieces, a damaged file seems open whatever it was.
    if (
      pdf.recoveredViaBruteForce &&
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt')
    )
      return null;
    const pages = pagesOf(pdf);
    return pages.length === 0 ? null : { pdf, pages };
  } catch (error) {
    // No memory, too long an array, too deep a nesting.
    if (error instanceof RangeError) throw error;
    return null;
  }
}

/** Reads what PDFium writes of a file that it has opened. Throws if that has no page. */
export async function readWritten(file: PdfiumFile): Promise<ReadPdf> {
  const written = await readAsItIs(file.save());
  if (written === null) throw new Error('a file without pages');
  return written;
}

/**
 * Opens a PDF that people's programs can show. PDFium reads what other programs write, and libpdf also puts together
 * what has lost its end or its table: PDFium then opens what libpdf has written again.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfiumFile | 'encrypted' | 'broken'> {
  const opened = await openWithPdfium(bytes);
  if (typeof opened !== 'string') return opened;
  const repaired = await repair(bytes);
  return repaired === null ? opened : openWithPdfium(repaired);
}

async function repair(bytes: Uint8Array): Promise<Uint8Array | null> {
  const { pdf } = (await readAsItIs(bytes)) ?? {};
  if (pdf === undefined) return null;
  if (pdf.isEncrypted) pdf.removeProtection();
  // Without a change it would write the bytes that it has read.
  pdf.getCatalog().set('PageMode', PdfName.of('UseNone'));
  return pdf.save();
}
