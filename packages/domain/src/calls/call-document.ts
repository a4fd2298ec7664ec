/** What a call hands out: to be read, or to be filled in with a word processor. By the type of its content. */
export const documentFormats = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type DocumentFormat = (typeof documentFormats)[keyof typeof documentFormats];

/** The format of a file by its first bytes; null if it is no document. A Word document begins as each zip does. */
export function documentFormatOf(head: Uint8Array): keyof typeof documentFormats | null {
  const begin = String.fromCharCode(...head.slice(0, 8));
  if (/^%PDF-\d/.test(begin)) return 'pdf';
  return begin.startsWith('PK\x03\x04') ? 'docx' : null;
}

/** Why a file cannot become a document of a call. Its content is checked once it was sent. */
export type DocumentFault = 'format' | 'empty' | 'size';

/** Returns what prevents the upload of a file, or null. `maxMb` is the limit of the organisation. */
export function documentFault(file: { name: string; size: number }, maxMb: number): DocumentFault | null {
  const ending = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  if (!Object.hasOwn(documentFormats, ending)) return 'format';
  if (file.size === 0) return 'empty';
  return file.size > maxMb * 1_048_576 ? 'size' : null;
}

/** Where everybody fetches a document of a published call. Links of the call and uploads lead there. */
export function callDocumentAddress(callId: number, name: string): string {
  return `/api/download/call/${callId}/document/${name}`;
}

/** The name of the document of a call at an address, or null if none is there. The address has no origin. */
export function documentAt(callId: number, address: string): string | null {
  const name = /\/document\/([a-z0-9-]{1,60})$/.exec(address)?.[1];
  return name !== undefined && callDocumentAddress(callId, name) === address ? name : null;
}
