const HALF = /\p{Surrogate}/gu;

/** Without what a database cannot store: NUL is left out, half a surrogate pair becomes U+FFFD. Idempotent. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(HALF, '\ufffd');
}
