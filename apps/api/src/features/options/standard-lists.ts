import type { TextInLanguages } from '@clearcall/domain/forms/text-in-languages.ts';
import { languages } from '@clearcall/i18n/language.ts';
import lists from './standard-lists.json' with { type: 'json' };

/** A list to choose from, with everything that it ever offered, in the order in which it is shown. */
export interface OptionList {
  id: number;
  tag: string;
  title: string;
  version: string;
  options: { value: string; label: TextInLanguages; parent?: string | undefined; offered: boolean }[];
}

/** Lists of countries: the file has them in English, where many have the name of their people. */
const ofCountries: readonly string[] = ['nationalities', 'eligible_countries'];
const others = languages
  .filter((language) => language !== 'en')
  .map((language) => [language, new Intl.DisplayNames(language, { type: 'region' })] as const);

/** A country in all languages: in the others than English by the name that Intl has for it. */
const countryOf = (label: string, code: string): TextInLanguages => ({
  en: label,
  ...Object.fromEntries(others.map(([language, names]) => [language, names.of(code) ?? label])),
});

/** The lists that profiles and the usual forms refer to by their tags. Every portal begins with them. */
export const standardLists: readonly OptionList[] = lists.map(({ options, ...list }) => ({
  ...list,
  options: options.map(({ label, ...option }) => ({
    offered: true,
    ...option,
    label:
      typeof label === 'string' && ofCountries.includes(list.tag) ? countryOf(label, option.value) : label,
  })),
}));

/** The given lists, and behind them each standard one whose tag is not among them; a number that is taken gives way. */
export function withStandardLists<List extends Pick<OptionList, 'id' | 'tag'>>(
  own: readonly List[],
): (List | OptionList)[] {
  const all: (List | OptionList)[] = [...own];
  for (const list of standardLists) {
    if (own.some(({ tag }) => tag === list.tag)) continue;
    const isTaken = own.some(({ id }) => id === list.id);
    all.push(
      isTaken ? { ...list, id: 1 + Math.max(...[...all, ...standardLists].map(({ id }) => id)) } : list,
    );
  }
  return all;
}
