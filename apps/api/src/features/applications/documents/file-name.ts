import { cleanName } from '@clearcall/domain/values/file-name.ts';

const longest = 200;
const ending = '.pdf';

/** A name fit to be shown and saved under: no control characters, NFC, at most 200 characters, ending in .pdf. */
function tidy(given: string): string {
  const name = cleanName(given);
  const stem = (name.toLowerCase().endsWith(ending) ? name.slice(0, -ending.length) : name)
    .replace(/^[. ]+/, '')
    .trim();
  return `${[...(stem === '' ? 'document' : stem)].slice(0, longest - ending.length).join('')}${ending}`;
}

/** The name that a person's file has, without its path. Browsers write a quote in it as %22. */
export function cleanFileName(given: string): string {
  return tidy((given.split(/[\\/]/).at(-1) ?? '').replaceAll('%22', '"'));
}

/**
 * The name that the portal gives a document: the title of its element, with '#n' from the second one on. It says
 * nothing about people. Source: Requirements 2, 6.20.
 */
function documentName(title: string, nth: number): string {
  return tidy(nth > 1 ? `${title} #${nth}` : title);
}

/** The first such name that no other document of the element has. */
export function freeName(title: string, taken: readonly string[]): string {
  let nth = 1;
  while (taken.includes(documentName(title, nth))) nth += 1;
  return documentName(title, nth);
}
