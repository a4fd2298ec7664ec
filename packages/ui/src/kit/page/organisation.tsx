import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import type { Logo } from '@clearcall/domain/organisation/logo.ts';
import type { Theme } from '@clearcall/domain/organisation/organisation.ts';
import { themeIn } from '@clearcall/domain/organisation/theme-in-language.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { langOf, setOrganisationLanguage } from '../text/author-language.ts';
import { overrideTexts, pageLanguage } from '../text/translate.ts';

/** What stands when the theme cannot be had: the product's own colours, and no name that is not ours. */
const defaultTheme: ShownTheme = defaultOrganisation.theme;

/** The organisation as pages show it. */
export type ShownTheme = Theme & { logo?: Logo | undefined };

/** What /theme.json holds: the theme, the texts that the organisation says otherwise, and its language. */
type ServedTheme = ShownTheme & { words: Parameters<typeof overrideTexts>[0]; language: Language };

/**
 * The organisation's theme, in the language of the page. The page names it by a hash of its content, so the browser may keep it for five days and a
 * change still shows at the next load. A server that does not answer costs the look, never the page.
 */
export async function loadOrganisation(): Promise<ShownTheme> {
  const hash = document.querySelector('meta[name="theme-hash"]')?.getAttribute('content') ?? '';
  try {
    const answer = await fetch(`/theme.json?v=${hash}`, { signal: AbortSignal.timeout(8000) });
    if (!answer.ok) return defaultTheme;
    const { words, language, ...theme } = (await answer.json()) as Partial<ServedTheme>;
    overrideTexts(words ?? {});
    if (language !== undefined) setOrganisationLanguage(language);
    return themeIn({ ...defaultTheme, ...theme }, pageLanguage());
  } catch {
    return defaultTheme;
  }
}

const Organisation = createContext<ShownTheme>(defaultTheme);

export function OrganisationProvider(props: { theme: ShownTheme; children: ReactNode }) {
  return <Organisation.Provider value={props.theme}>{props.children}</Organisation.Provider>;
}

/** What the organisation says of itself, in the language of the page or in its own; nothing where it says nothing. */
export function OrganisationDescription() {
  const { organization, inLanguages } = useOrganisation();
  if (organization.description === '') return null;
  const told = Object.entries(inLanguages ?? {}).some(
    ([language, own]) => language === pageLanguage() && own.organization?.description !== undefined,
  );
  return <p lang={told ? undefined : langOf({}, 'description')}>{organization.description}</p>;
}

/** Names, links, tabs and settings of the organisation that runs this portal. */
export function useOrganisation(): ShownTheme {
  return useContext(Organisation);
}
