import { searchTexts as contract } from '@clearcall/contract/settings.ts';
import { placeOfArea, type TextPlace } from '@clearcall/domain/organisation/text-places.ts';
import { folded } from '@clearcall/domain/values/folded.ts';
import { type Area, loadArea } from '@clearcall/i18n/catalogue.ts';
import { areas } from '@clearcall/i18n/compiled/areas.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { writeText } from '@clearcall/i18n/write-text.ts';
import { operation } from '../../platform/http/bind.ts';

/** The texts of the catalogue in a language, as they are written; of one place if it is given. */
async function catalogueIn(language: Language, place?: TextPlace): Promise<[id: string, text: string][]> {
  const wanted = (Object.keys(areas) as Area[]).filter(
    (area) => place === undefined || placeOfArea[area] === place,
  );
  const loaded = await Promise.all(wanted.map((area) => loadArea(language, area)));
  return loaded.flatMap((texts) =>
    Object.entries(texts).map(([id, compiled]): [string, string] => [id, writeText(compiled)]),
  );
}

/** The texts of the portal with their replacements, found by words of either or of their ids. */
export const searchTexts = operation(contract, async ({ body }, platform) => {
  const { language, search, place, changed, limit } = body;
  const own = (await platform.organisation()).words[language] ?? {};
  const words = folded(search).split(/\s+/);
  const found = (await catalogueIn(language, place))
    .map(([id, original]) => ({ id, original, own: own[id] ?? null }))
    .filter((text) => !changed || text.own !== null)
    .filter((text) => {
      const content = folded(`${text.id} ${text.original} ${text.own ?? ''}`);
      return words.every((word) => content.includes(word));
    });
  return { data: found.slice(0, limit), total: found.length };
});
