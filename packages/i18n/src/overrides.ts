import { type Area, loadArea } from './catalogue.ts';
import type { Language } from './language.ts';
import { placeholdersOf, placeholdersText, readText } from './placeholders.ts';
import type { Catalogue } from './translator.ts';

/** What an organisation says otherwise: texts by their ids, for each language, as the catalogue writes them. */
export type Overrides = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

/** Overrides as they are laid over the catalogue. One that cannot be read is left out: what the catalogue says stays. */
export function compileOverrides(overrides: Overrides): Partial<Record<Language, Catalogue>> {
  return Object.fromEntries(
    Object.entries(overrides).map(([language, texts]) => [
      language,
      Object.fromEntries(
        Object.entries(texts).flatMap(([id, text]) => {
          const read = readText(text);
          return read.ok ? [[id, read.compiled]] : [];
        }),
      ),
    ]),
  );
}

/** An override that cannot be used; `placeholders` if the text of that id has others. */
export interface OverrideFault {
  at: string;
  why: string;
  placeholders?: string;
}

/**
 * What is wrong with overrides that are to be stored, each with its place (`de › account.logIn`): an id that the catalogue
 * does not have, a text that cannot be read, or other placeholders than the English text has. Stored ones are not judged
 * again: a later version of the portal may have fewer texts.
 */
export async function checkOverrides(overrides: Overrides): Promise<OverrideFault[]> {
  const { areas } = await import('./compiled/areas.ts');
  const known: Record<string, string> = {};
  for (const area of Object.keys(areas) as Area[]) {
    for (const [id, compiled] of Object.entries(await loadArea('en', area)))
      known[id] = placeholdersText(placeholdersOf(compiled));
  }
  const faults: OverrideFault[] = [];
  for (const [language, texts] of Object.entries(overrides)) {
    for (const [id, text] of Object.entries(texts)) {
      const at = `${language} › ${id}`;
      const asked = known[id];
      const read = readText(text);
      if (asked === undefined) faults.push({ at, why: 'There is no such text. docs/texts.md lists them.' });
      else if (!read.ok) faults.push({ at, why: read.why });
      else if (placeholdersText(read.placeholders) !== asked)
        faults.push({
          at,
          placeholders: asked,
          why: asked === '' ? 'This text has no placeholders.' : `This text has the placeholders ${asked}.`,
        });
    }
  }
  return faults;
}
