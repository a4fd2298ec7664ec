import { PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib';

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

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && font.widthOfTextAtSize(longer, size) > width) {
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
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(content.title, { showInWindowTitleBar: true });
  document.setLanguage('en-GB');
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const width = a4.width - 2 * margin;
  const ink = rgb(0.07, 0.13, 0.13);
  let page = document.addPage([a4.width, a4.height]);
  let y = a4.height - margin;
  const write = (text: string, style: { font: PDFFont; size: number; leading: number }, together = 1) => {
    const lines = wrap(writable(text), style.font, style.size, width);
    for (const [at, line] of lines.entries()) {
      const needed = (at === 0 ? together : 1) * style.leading;
      if (y - needed < margin) {
        page = document.addPage([a4.width, a4.height]);
        y = a4.height - margin;
      }
      y -= style.leading;
      page.drawText(line, { x: margin, y, size: style.size, font: style.font, color: ink });
    }
  };
  write(content.title, { font: bold, size: 18, leading: 24 });
  for (const { heading, text } of content.sections) {
    y -= lineHeight;
    write(heading, { font: bold, size: 12, leading: lineHeight }, 4);
    for (const paragraph of text) {
      write(paragraph, { font, size: 10.5, leading: 15 }, 2);
      y -= 5;
    }
  }
  const pages = document.getPages();
  for (const [at, one] of pages.entries())
    one.drawText(`${at + 1} / ${pages.length}`, { x: margin, y: margin / 2, size: 9, font, color: ink });
  return document.save();
}

/** A plain PDF of exactly so many pages. The same text and time give the same bytes. */
export async function writePdf(content: PdfText, madeAt: Date): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(content.title);
  document.setCreationDate(madeAt);
  document.setModificationDate(madeAt);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const width = a4.width - 2 * margin;
  const title = writable(content.title);
  const sections = content.text.map((section) => [...wrap(writable(section), font, 11, width), '']);
  const apart =
    sections.length <= content.pages && sections.every((lines) => lines.length <= linesOnFirstPage);
  const lines = sections.flat();
  const ink = rgb(0.07, 0.13, 0.13);

  for (let number = 1; number <= content.pages; number++) {
    const page = document.addPage([a4.width, a4.height]);
    let y = a4.height - margin;
    if (number === 1)
      for (const line of wrap(title, bold, 18, width)) {
        page.drawText(line, { x: margin, y, size: 18, font: bold, color: ink });
        y -= 26;
      }
    y -= lineHeight;
    const room = number === 1 ? linesOnFirstPage : linesOnPage;
    for (const line of apart ? (sections[number - 1] ?? []) : lines.splice(0, room)) {
      if (line !== '') page.drawText(line, { x: margin, y, size: 11, font, color: ink });
      y -= lineHeight;
    }
    page.drawText(`${number} / ${content.pages}`, { x: margin, y: margin / 2, size: 9, font, color: ink });
  }
  return document.save();
}
