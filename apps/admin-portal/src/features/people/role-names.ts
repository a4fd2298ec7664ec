import { type Role, roleCodes, roleMessage, roles } from '@clearcall/domain/people/roles.ts';
import { folded } from '@clearcall/domain/values/folded.ts';
import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { languages } from '@clearcall/i18n/language.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { translate } from '@clearcall/ui/kit/text/translate.ts';
import { queryOptions } from '@tanstack/react-query';

/** Names as people type them: without case, accents and double blanks, and with either spelling of `centre`. */
const fold = (name: string): string =>
  folded(name)
    .replace(/[\s_]+/gu, ' ')
    .trim()
    .replace(/\bcentre\b/g, 'center');

/** Roles by their ids, abbreviations, and names in every language of the portal. */
export async function loadRoleNames(): Promise<ReadonlyMap<string, Role>> {
  const translators = await Promise.all(
    languages.map(async (language) => {
      const translator = createTranslator(language);
      translator.add(await loadArea(language, 'parts'));
      return translator;
    }),
  );
  const named = roleCodes.flatMap((role) => {
    const name = roleMessage(role);
    const names = [
      role,
      roles[role].short,
      translate(name),
      ...translators.map((one) => one.translate(name)),
    ];
    return names.filter((one) => one !== '').map((one) => [fold(one), role] as const);
  });
  return new Map(named);
}

export const roleNames = queryOptions({
  queryKey: ['role-names'],
  queryFn: loadRoleNames,
  staleTime: Number.POSITIVE_INFINITY,
});

export const roleNamed = (names: ReadonlyMap<string, Role> | undefined, name: string): Role | undefined =>
  names?.get(fold(name));
