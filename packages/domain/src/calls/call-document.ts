/** What a call hands out: to be read, or to be filled in with a word processor. By the type of its content. */
export const documentFormats = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type DocumentFormat = (typeof documentFormats)[keyof typeof documentFormats];

/** Where everybody fetches a document of a published call. Links of the call and uploads lead there. */
export function callDocumentAddress(callId: number, name: string): string {
  return `/api/download/call/${callId}/document/${name}`;
}
