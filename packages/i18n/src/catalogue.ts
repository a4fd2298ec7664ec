import { pseudoLanguage, type ReaderLanguage } from './language.ts';
import type { Catalogue } from './translator.ts';

/** A part of the catalogue that is loaded by itself: one folder of catalogue/. */
export type Area = keyof typeof import('./compiled/areas.ts').areas;

/**
 * The texts of one area in one language, as `node tools/check-texts.ts --write` has compiled them. A browser fetches each
 * when a page needs it, and no other language. They import nothing: a portal waits for the first of them before it begins.
 */
export async function loadArea(language: ReaderLanguage, area: Area): Promise<Catalogue> {
  if (language === pseudoLanguage) {
    const [{ pseudo }, english] = await Promise.all([import('./pseudo.ts'), loadArea('en', area)]);
    return pseudo(english);
  }
  const { default: texts } = (await import(`./compiled/${area}.${language}.ts`)) as { default: Catalogue };
  return texts;
}
