import type { Told } from '@clearcall/domain/forms/types.ts';
import { defaultLanguage, type Language } from '@clearcall/i18n/language.ts';
import { pageLanguage } from './translate.ts';

/** In which authors write where they name no other. */
let organisationLanguage: Language = defaultLanguage;

/** The page begins with the settings of the organisation. */
export function setOrganisationLanguage(language: Language): void {
  organisationLanguage = language;
}

/** The language in which authors write unless they name another one. */
export const authorLanguage = (): Language => organisationLanguage;

/** What `lang` of an element says that holds a text of an author: nothing where it is in the language of the page. Source: WCAG 2.2, 3.1.2. */
export function langOf(of: { told?: Told | null | undefined }, text: string): Language | undefined {
  const language = of.told?.[text] ?? organisationLanguage;
  return language === pageLanguage() ? undefined : language;
}
