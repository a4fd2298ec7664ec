const longest = 200;
const ending = '.pdf';

/** A name that a person gave, fit to be shown and saved under: no path, no control characters, NFC, at most 200 characters. */
export function cleanFileName(given: string): string {
  const name = (given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const stem = name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length).trim() : name;
  return `${[...(stem === '' ? 'document' : stem)].slice(0, longest - ending.length).join('')}${ending}`;
}

/**
 * The name that the portal gives a document: the title of its element, with '#n' from the second one on. It says
 * nothing about people. Source: Specification 2, section 9; Readings, document names.
 */
export function documentName(title: string, nth: number): string {
  return cleanFileName(nth > 1 ? `${title} #${nth}` : title);
}
