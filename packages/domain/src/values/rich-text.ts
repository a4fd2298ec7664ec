/**
 * What rich text may hold: one list for the server, which cleans it where it is written, and for the browser, which
 * cleans it again before it is drawn. Texts, lists, headings and links; nothing that runs, loads or gives a look.
 */
export const richText = {
  tags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'a', 'blockquote'],
  /** Of links. */
  attributes: ['href', 'title'],
  /** Every link gets this: the page that it opens has no way back to ours. */
  rel: 'noopener noreferrer',
  /** The page around has an h1 and an h2: headings of a text stand below these, so that its outline holds. */
  headings: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' },
} as const;

/** Where a link may lead: another page, a mailbox, a telephone, a place in the portal or on the page. */
export const safeAddress = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i;

/** Whether a link may lead there. Nothing that a browser would skip stands in front, so nothing hides a scheme. */
export function isSafeAddress(address: string): boolean {
  return safeAddress.test(address) && !/[\p{Cc}\s]/u.test(address);
}
