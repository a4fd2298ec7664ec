/** The languages that the portal speaks, each by its own name. The first one is where nothing else is known. */
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;

/** A language that a person can choose. */
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as [Language, ...Language[]];
export const defaultLanguage: Language = 'en';

/** English with a sign on each letter: what stands on a page without signs is not from the catalogue. For tests. */
export const pseudoLanguage = 'en-XA';

/** What somebody may be told in. */
export type ReaderLanguage = Language | typeof pseudoLanguage;

/** By whose customs dates and numbers are written. */
export const locales = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  [pseudoLanguage]: 'en-GB',
} as const satisfies Record<ReaderLanguage, string>;

/** Whether a text of any origin names a language that a person can choose. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languageNames, value);
}

/** A stored or sent name of a language; null where it is none of ours. */
export function readLanguage(value: unknown): ReaderLanguage | null {
  return value === pseudoLanguage || isLanguage(value) ? value : null;
}

/**
 * Of what a reader understands, as `Accept-Language` lists it (RFC 9110, section 12.5.4), the first that the portal speaks,
 * by weight and then by place; `de-CH` counts as `de`. English where it is none of ours, or nothing is said.
 */
export function chooseLanguage(accepted: string | undefined): ReaderLanguage {
  const wished = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { tag } of wished) {
    const found = readLanguage(tag) ?? readLanguage(tag.split('-')[0]?.toLowerCase());
    if (found !== null) return found;
  }
  return defaultLanguage;
}
