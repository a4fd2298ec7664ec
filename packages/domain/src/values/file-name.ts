import { normaliseLine } from '../forms/text.ts';

/**
 * A text without what no file system takes, or what says something else than it shows: one line without control
 * characters or invisible signs (those that turn the direction of writing among them), one space in place of several, and
 * `_` for what is a separator or a wildcard somewhere. May be empty.
 */
export function cleanName(given: string): string {
  return normaliseLine(given)
    .replace(/\p{Cf}/gu, '')
    .replace(/[<>:"|?*\\/]/g, '_')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Names of devices, which Windows gives to no file, whatever ends it. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Room for a path of three names within the 260 characters of Windows. */
const maxLetters = 80;
/** ... and within the 255 bytes that others give a name, with a number behind it. */
const maxBytes = 200;
const ending = /\.[A-Za-z0-9]{1,8}$/;

/** How many bytes UTF-8 takes for a text. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** As many letters from the start as there is room for. */
function cut(text: string, roomBytes: number, roomLetters: number): string {
  let kept = '';
  let [bytes, letters] = [0, 0];
  for (const letter of text) {
    bytes += bytesOf(letter);
    letters += 1;
    if (bytes > roomBytes || letters > roomLetters) break;
    kept += letter;
  }
  return kept;
}

/**
 * A name that every system takes for a file or a folder, made of any text: clean (`cleanName`), with nothing in front that
 * hides it, no dot or space at its end, none of the names of devices, at most 80 letters and 200 bytes with its ending kept.
 * `otherwise` is its name when nothing is left of the text.
 */
export function portableName(given: string, otherwise: string): string {
  const clean = cleanName(given);
  const last = ending.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - last.length).replace(/^[. ]+/, '');
  const short = cut(stem, maxBytes - last.length, maxLetters - last.length).replace(/[. ]+$/, '');
  const name = `${short === '' ? otherwise : short}${last}`;
  return reserved.test(name) ? `_${name}` : name;
}

/** What is one name where letters of either case are the same. */
const folded = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase();

/**
 * Gives out the names of one folder: portable, and no two alike, also where the case of letters does not count. What is
 * there already gets a number: `Report (2).pdf`.
 */
export function namesOfFolder(): (given: string, otherwise: string) => string {
  const taken = new Set<string>();
  return (given, otherwise) => {
    const name = portableName(given, otherwise);
    const last = ending.exec(name)?.[0] ?? '';
    const stem = name.slice(0, name.length - last.length);
    let free = name;
    for (let nth = 2; taken.has(folded(free)); nth += 1) free = `${stem} (${nth})${last}`;
    taken.add(folded(free));
    return free;
  };
}
