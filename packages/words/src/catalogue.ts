import { type Language, pseudoLanguage, type ReaderLanguage } from './language.ts';
import type { Catalogue } from './word.ts';

/** A part of the catalogue that is loaded by itself: one folder of catalogue/. */
export type Area = keyof typeof import('./compiled/en.ts').areas;

/** Each language brings the area `frame`, which every page has, and knows where its others are. */
const loadLanguage = {
  en: () => import('./compiled/en.ts'),
  de: () => import('./compiled/de.ts'),
  fr: () => import('./compiled/fr.ts'),
} as const satisfies Record<Language, () => Promise<{ areas: Record<Area, () => Promise<unknown>> }>>;

/**
 * The texts of one area in one language, as `node tools/check-words.ts --write` has compiled them. A browser fetches each
 * when a page needs it, and no other language.
 */
export async function loadArea(language: ReaderLanguage, area: Area): Promise<Catalogue> {
  if (language === pseudoLanguage) {
    const [{ pseudo }, english] = await Promise.all([import('./pseudo.ts'), loadArea('en', area)]);
    return pseudo(english);
  }
  const { areas } = await loadLanguage[language]();
  const { default: texts }: { default: unknown } = await areas[area]();
  return texts as Catalogue;
}
