/**
 * A document as data: what `writePdf` (write-pdf.ts) lays out, tags and numbers. It says what stands in it and in which
 * order, and nothing of where: pages, lines, contents and bookmarks follow from it. All words are in the language of
 * their reader already: the writer knows none of its own.
 */
export interface PdfDocument {
  /** BCP 47. */
  language: string;
  title: string;
  /** For wide tables. */
  isLandscape?: boolean;
  /** At the head of each page: whose document it is. */
  brand: { shortName: string; name: string; colour: string };
  /** Beside it: what it is about, in up to two lines; the value is bold. */
  head: readonly { label: string; value: string }[];
  /** At the foot of each page, beside its number. */
  foot: string;
  words: {
    contents: string;
    /** With `{page}` and `{pages}` in it. */
    pageOf: string;
  };
  /** Under the title, on the first page. */
  opening: readonly PdfBlock[];
  /** Follow the contents, which stand there where there is more than one chapter or attached file. */
  blocks: readonly PdfBlock[];
}

/** `lang`: the language of words that are not in that of the document, for whoever listens. */
interface InLanguage {
  lang?: string | undefined;
}

export interface PdfHeading extends InLanguage {
  kind: 'heading';
  /** 1: a chapter, with a bookmark and a line of the contents, which begins a page where little is left of one; 2: a section, with a bookmark; 3 and 4: below it. */
  level: 1 | 2 | 3 | 4;
  text: string;
  /** Small words above it: 'Form 4 of 9'. */
  over?: string;
}

interface PdfParagraph extends InLanguage {
  kind: 'paragraph';
  /** Lines and empty lines stay as they were written. */
  text: string;
  /** soft: what the portal says between what people wrote. strong: a sentence that nobody may miss. */
  tone?: 'soft' | 'strong';
  /** It stays on one page with what follows, as the words to a question do. */
  keep?: boolean;
}

interface PdfList extends InLanguage {
  kind: 'list';
  items: readonly string[];
}

/** A question and its answer, side by side. */
export interface PdfAnswer extends InLanguage {
  label: string;
  value: string;
  valueLang?: string | undefined;
  /** Who wrote the value is the portal: there is no answer. */
  missing?: boolean;
  /** Figures of one width. */
  number?: boolean;
}

interface PdfAnswers {
  kind: 'answers';
  items: readonly PdfAnswer[];
}

interface PdfTable {
  kind: 'table';
  /** `number`: it stands at the right. `share`: how much of the width it takes beside the others; 1 when absent. */
  head: readonly (InLanguage & { text: string; number?: boolean; share?: number })[];
  /** As many cells as the head has. */
  rows: readonly (readonly string[])[];
  /** A last row that says what the others come to. */
  foot?: readonly string[];
}

/** Lines to write on, in a form that is read before one applies. */
interface PdfBlank {
  kind: 'blank';
  lines: number;
}

export type PdfBlock = PdfHeading | PdfParagraph | PdfList | PdfAnswers | PdfTable | PdfBlank;

/** A PDF that follows the last page of a document. */
export interface AttachedPages {
  /** Of its bookmark, and its line in the contents. */
  title: string;
  /** For wide tables. */
  isLandscape?: boolean;
  pages: number;
}

/** What the program that draws is told. */
export interface PdfTask {
  document: PdfDocument;
  /** An instant: the same task gives the same bytes. */
  madeAt: string;
  attached: readonly AttachedPages[];
}
