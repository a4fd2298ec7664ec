import type { TextInLanguages } from '../../forms/text-in-languages.ts';
import type { Role } from '../../people/roles.ts';
import type { DocumentFormat } from '../call-document.ts';

/** Amounts of one partition at a cut-off, in the unit of the call. Its id is that of the partition. */
export interface AmountsDefinition {
  id: string;
  disabled: boolean;
  min: string | null;
  max: string | null;
  fixed: string | null;
  /** What all applications of the cut-off may ask for together. */
  pool: string | null;
}

/** When a later step may be worked on. Its id is that of the step. */
export interface TimeframeDefinition {
  id: string;
  start: string;
  end: string | null;
}

/** A page shows all cut-offs of a call side by side. */
export const mostCutoffs = 100;

export interface CutoffDefinition {
  id: string;
  /** ISO instants in UTC. */
  start: string;
  end: string | null;
  amounts: AmountsDefinition[];
  /** The first step has the cut-off itself. */
  timeframes: TimeframeDefinition[];
}

/** Most documents of a call. */
export const mostDocuments = 50;

/** A document that the call hands out. Links of the call name it `document:<id>`. */
export interface DocumentDefinition {
  id: string;
  title: TextInLanguages;
  /** The stored file, or null if there is none yet. */
  file: { filename: string; mediaType: DocumentFormat; sizeBytes: number; sha256: string } | null;
}

export interface LinkDefinition {
  title: TextInLanguages;
  address: string;
}

/**
 * Everything that a call consists of, as one document: what is live, or the draft of what comes next. Each thing in a list
 * has an id that is unique in its list, so that changes name things by ids and never by positions.
 */
export interface CallDefinition {
  code: string;
  year: number;
  number: number;
  title: TextInLanguages;
  description: TextInLanguages;
  /** Rich text, cleaned. */
  info: TextInLanguages;
  logo: string | null;
  /** False: only staff find the call. */
  published: boolean;
  unit: string;
  timeZone: string;
  uidPattern: string;
  facts: {
    duration?: TextInLanguages | undefined;
    review?: TextInLanguages | undefined;
    who?: TextInLanguages | undefined;
    track?: TextInLanguages | undefined;
  };
  links: {
    link1?: LinkDefinition | undefined;
    link2?: LinkDefinition | undefined;
    guidelineReviewer?: string | undefined;
    termsOfReference?: string | undefined;
  };
  downloadRoles: Role[];
  documents: DocumentDefinition[];
  cutoffs: CutoffDefinition[];
  /** The flow document, each text in all its languages. */
  flow: unknown;
}

const toDocument = /^document:(.*)$/;
const href = /href="([^"]*)"/g;
/** Cleaned rich text writes these signs of an address as entities. */
const readEntities = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const hrefToDocument = /(?<=href=")document:[a-z0-9-]+(?=")/g;

/** The document of the call that an address names, or null if it leads elsewhere. */
export const documentOfAddress = (address: string): string | null => toDocument.exec(address)?.[1] ?? null;

/** Changes each address in a rich text that names a document of the call. */
export const mapDocumentAddresses = (html: string, change: (address: string) => string): string =>
  html.replaceAll(hrefToDocument, change);

/** Each address that the definition leads to, with its place. */
export function* addressesOf({
  links,
  info,
}: Pick<CallDefinition, 'links' | 'info'>): Generator<{ at: string[]; address: string }> {
  const { link1, link2, guidelineReviewer, termsOfReference } = links;
  if (link1 !== undefined) yield { at: ['links', 'link1', 'address'], address: link1.address };
  if (link2 !== undefined) yield { at: ['links', 'link2', 'address'], address: link2.address };
  if (guidelineReviewer !== undefined)
    yield { at: ['links', 'guidelineReviewer'], address: guidelineReviewer };
  if (termsOfReference !== undefined) yield { at: ['links', 'termsOfReference'], address: termsOfReference };
  for (const text of typeof info === 'string' ? [info] : Object.values(info))
    for (const [, address = ''] of text.matchAll(href))
      yield { at: ['info'], address: readEntities(address) };
}
