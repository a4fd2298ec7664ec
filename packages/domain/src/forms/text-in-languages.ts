import { defaultLanguage, type Language, languages, type ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { Told } from './types.ts';

/** What an author wrote: in the language of the organisation, or by language. */
export type TextInLanguages = string | Partial<Record<Language, string>>;

/**
 * The languages in which somebody is told what authors wrote, the best first: their own, that of the organisation, then
 * the others in the order of the portal, so that a text of any language is better than none.
 */
export function inOrderFor(reader: ReaderLanguage, organisation: Language = defaultLanguage): Language[] {
  const own = languages.filter((language) => language === reader);
  return [...new Set([...own, organisation, ...languages])];
}

/** The language in which a text is told to whoever reads these; null where it is given in the organisation's alone. */
export function languageOf(text: TextInLanguages, order: readonly Language[]): Language | null {
  return typeof text === 'string' ? null : (order.find((language) => text[language] !== undefined) ?? null);
}

/** The text in the first of these languages that it is given in; empty where it is given in none of them. */
export function inLanguage(text: TextInLanguages, order: readonly Language[]): string {
  if (typeof text === 'string') return text;
  const given = order.find((language) => text[language] !== undefined);
  return given === undefined ? '' : (text[given] ?? '');
}

/** Returns a plain text with its translations, or any other text as it is. */
export type Translate = (text: TextInLanguages) => TextInLanguages;

/** Translates each plain text that one of these has in the language of the organisation. */
export function translateFrom(texts: readonly TextInLanguages[], organisation: Language): Translate {
  const byText = new Map(texts.map((text) => [inLanguage(text, [organisation]), text]));
  return (text) => (typeof text === 'string' ? (byText.get(text) ?? text) : text);
}

/** Names the language of a title that is shown under another name; nothing if it is that of the organisation. */
export const titleAs = (name: string, titled: { told?: Told | null } | undefined): Told =>
  titled?.told?.title === undefined ? {} : { [name]: titled.told.title };

/** What tells one text of an author in some language. */
export type Tell = (text: TextInLanguages) => string;

/**
 * The texts of one thing, each made by its function of what tells texts: as the organisation says them, and for each
 * language those in which something is given in it, with the rest as the organisation says it. Null: all are plain.
 */
export function splitTexts<Texts extends Record<string, unknown>>(
  organisation: Language | undefined,
  make: { [Name in keyof Texts]: (tell: Tell) => Texts[Name] },
): { texts: Texts; inLanguages: Partial<Record<Language, Partial<Texts>>> | null } {
  const order = inOrderFor(organisation ?? defaultLanguage, organisation);
  const texts: Partial<Texts> = {};
  const inLanguages: Partial<Record<Language, Partial<Texts>>> = {};
  for (const name of Object.keys(make) as (keyof Texts)[]) {
    const given = new Set<Language>();
    texts[name] = make[name]((text) => {
      if (typeof text !== 'string')
        for (const language of languages) if (text[language] !== undefined) given.add(language);
      return inLanguage(text, order);
    });
    for (const language of given) {
      const own: Partial<Texts> = inLanguages[language] ?? {};
      own[name] = make[name]((text) => inLanguage(text, [language, ...order]));
      inLanguages[language] = own;
    }
  }
  return { texts: texts as Texts, inLanguages: Object.keys(inLanguages).length > 0 ? inLanguages : null };
}
