import type { ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { Theme } from './organisation.ts';

type Spoken = Pick<Theme, 'organization' | 'contactLink' | 'links' | 'inLanguages'>;

/** `base` with what `own` gives in its place. */
function over<Texts extends Record<string, string>>(
  base: Texts,
  own: { [Name in keyof Texts]?: Texts[Name] | undefined } = {},
): Texts {
  return Object.assign({ ...base }, own);
}

/**
 * The theme as it is for readers of a language: names, description and links that are given in it, and all others as the
 * organisation says them.
 */
export function themeIn<Part extends Spoken>(theme: Part, language: ReaderLanguage): Part {
  const own = Object.entries(theme.inLanguages ?? {}).find(([given]) => given === language)?.[1];
  if (own === undefined) return theme;
  return {
    ...theme,
    organization: over(theme.organization, own.organization),
    contactLink: own.contactLink ?? theme.contactLink,
    links: over(theme.links, own.links),
  };
}
