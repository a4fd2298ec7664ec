/** Text as it is stored and counted: NFC, LF line ends, counted in code points. */

// A single pass decides for nearly every text that nothing needs to be done: Latin-1 is its own NFC.
const PLAIN = /^[\t\n\x20-\x7e\xa0-\xff]*$/;
// Control characters other than tab and line feed, and halves of surrogate pairs, cannot be stored or shown.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSTORABLE = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
const HALF = /\p{Surrogate}/gu;

/** Line ends as LF, NFC, without control characters; half surrogates become U+FFFD. Idempotent. */
export function normaliseText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNSTORABLE, '')
    .replace(HALF, '\ufffd')
    .normalize('NFC');
}

/** The same on a single line: line ends and tabs become spaces, ends trimmed. */
export function normaliseLine(text: string): string {
  return normaliseText(text)
    .replace(/[\n\t]+/g, ' ')
    .trim();
}

/** How many code points the text has after NFC and with LF line ends. */
export function lengthOfText(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const folded = text.replace(/\r\n?/g, '\n').normalize('NFC');
  let count = 0;
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (code >= 0xd800 && code <= 0xdbff) {
      const next = folded.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) at++;
    }
    count++;
  }
  return count;
}

/** Whether the text has at least so many code points, by its first characters where they already tell. */
export function isAtLeast(text: string, least: number): boolean {
  // Plain characters stay what they are in NFC; only the last of them may join with what follows.
  if (text.length > least && PLAIN.test(text.slice(0, least + 1))) return true;
  return lengthOfText(text) >= least;
}
