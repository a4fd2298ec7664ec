/** Text as it is stored and counted: NFC, LF line ends, counted in code points. */

import { storableText } from './storable-text.ts';

// A single pass decides for nearly every text that nothing needs to be done: Latin-1 is its own NFC.
const PLAIN = /^[\t\n\x20-\x7e\xa0-\xff]*$/;
/** Word and PowerPoint copy a vertical tab for a line break, PDFs a form feed for a page break. */
const LINE_BREAK = /\r\n?|[\v\f\x85\u2028\u2029]/g;
/** Information separators: they part words, and show nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SEPARATOR = /[\x1c-\x1f]/g;
const C1 = /[\x80-\x9f]/g;
/** What Windows-1252 has in the place of U+0080 to U+009F, with a space where it has nothing. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** Other control characters neither show nor part anything. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0e-\x1b\x7f]/g;

/**
 * Line ends as LF, NFC, letters in place of the control characters that Windows-1252 has letters for, and without the
 * others; half surrogates become U+FFFD. Nothing that parts words is left out. Idempotent.
 */
export function normaliseText(text: string): string {
  if (PLAIN.test(text)) return text;
  return storableText(text)
    .replace(LINE_BREAK, '\n')
    .replace(SEPARATOR, ' ')
    .replace(C1, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? ' ')
    .replace(CONTROL, '')
    .normalize('NFC');
}

/** Digits, letters and marks of East Asian keyboards as all others have them. */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const SHOWN = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of the text: white space and invisible characters alone are nothing. */
export function isVisible(text: string): boolean {
  return SHOWN.test(text);
}

/** The same on a single line: line ends and tabs become spaces, ends trimmed. Empty if a reader sees nothing of it. */
export function normaliseLine(text: string): string {
  const line = normaliseText(text)
    .replace(/[\n\t]+/g, ' ')
    .trim();
  return isVisible(line) ? line : '';
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
