import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

export interface PdfText {
  title: string;
  /** Sections: each begins a page while there are pages enough, else they flow. What does not fit is left out. */
  text: readonly string[];
  pages: number;
}

const a4 = { width: 595, height: 842 };
const margin = 64;
const lineHeight = 17;
const linesOnPage = 38;
const linesOnFirstPage = 34;

// What the standard fonts of a PDF can write beyond Latin 1.
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters that the standard fonts do not have lose their marks: ř becomes r. */
function writable(text: string): string {
  const special: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', '−': '-', '≥': '>=', '≤': '<=' };
  return [...text.normalize('NFC')]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      if ((code >= 32 && code < 127) || (code >= 160 && code < 256) || beyondLatin1.has(letter))
        return letter;
      return special[letter] ?? letter.normalize('NFD').replaceAll(/[^ -~]/g, '');
    })
    .join('');
}

interface Style {
  font: 'Helvetica' | 'Helvetica-Bold';
  size: number;
}

const ink = '#122121';

/** A document without pages, with what every reader shows of it. The same content and time give the same bytes. */
function open(title: string, madeAt: Date): PDFKit.PDFDocument {
  return new PDFDocument({
    size: [a4.width, a4.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    info: { Title: title, CreationDate: madeAt, ModDate: madeAt },
  });
}

function close(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const whole = buffer(document);
  document.end();
  return whole;
}

/** One line, its baseline so far above the lower edge of the page. */
function draw(document: PDFKit.PDFDocument, line: string, { font, size }: Style, y: number): void {
  document
    .font(font, size)
    .fillColor(ink)
    .text(line, margin, a4.height - y, { lineBreak: false, baseline: 'alphabetic' });
}

/** '2 / 3' below each page. */
function numberPages(document: PDFKit.PDFDocument): void {
  const { start, count } = document.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    document.switchToPage(at);
    draw(document, `${at + 1} / ${count}`, { font: 'Helvetica', size: 9 }, margin / 2);
  }
}

function wrap(document: PDFKit.PDFDocument, text: string, { font, size }: Style, width: number): string[] {
  document.font(font, size);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && document.widthOfString(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

export interface PdfSection {
  heading: string;
  text: readonly string[];
}

/**
 * A PDF of sections that flow over as many pages as they need; a heading stays with the lines below it. The same text
 * and time give the same bytes.
 */
export async function writeSections(
  content: { title: string; sections: readonly PdfSection[] },
  madeAt: Date,
): Promise<Uint8Array> {
  const document = open(content.title, madeAt);
  const width = a4.width - 2 * margin;
  document.addPage();
  let y = a4.height - margin;
  const write = (text: string, style: Style & { leading: number }, together = 1) => {
    const lines = wrap(document, writable(text), style, width);
    for (const [at, line] of lines.entries()) {
      const needed = (at === 0 ? together : 1) * style.leading;
      if (y - needed < margin) {
        document.addPage();
        y = a4.height - margin;
      }
      y -= style.leading;
      draw(document, line, style, y);
    }
  };
  write(content.title, { font: 'Helvetica-Bold', size: 18, leading: 24 });
  for (const { heading, text } of content.sections) {
    y -= lineHeight;
    write(heading, { font: 'Helvetica-Bold', size: 12, leading: lineHeight }, 4);
    for (const paragraph of text) {
      write(paragraph, { font: 'Helvetica', size: 10.5, leading: 15 }, 2);
      y -= 5;
    }
  }
  numberPages(document);
  return close(document);
}

/** A plain PDF of exactly so many pages. The same text and time give the same bytes. */
export async function writePdf(content: PdfText, madeAt: Date): Promise<Uint8Array> {
  const document = open(content.title, madeAt);
  const width = a4.width - 2 * margin;
  const heading: Style = { font: 'Helvetica-Bold', size: 18 };
  const plain: Style = { font: 'Helvetica', size: 11 };
  const title = wrap(document, writable(content.title), heading, width);
  const sections = content.text.map((section) => [...wrap(document, writable(section), plain, width), '']);
  const apart =
    sections.length <= content.pages && sections.every((lines) => lines.length <= linesOnFirstPage);
  const lines = sections.flat();

  for (let number = 1; number <= content.pages; number++) {
    document.addPage();
    let y = a4.height - margin;
    if (number === 1)
      for (const line of title) {
        draw(document, line, heading, y);
        y -= 26;
      }
    y -= lineHeight;
    const room = number === 1 ? linesOnFirstPage : linesOnPage;
    for (const line of apart ? (sections[number - 1] ?? []) : lines.splice(0, room)) {
      if (line !== '') draw(document, line, plain, y);
      y -= lineHeight;
    }
  }
  numberPages(document);
  return close(document);
}
