import { type Area, loadArea } from '@clearcall/i18n/catalogue.ts';
import { chooseLanguage, type ReaderLanguage, readLanguage } from '@clearcall/i18n/language.ts';
import { type MessageId, message, type Translatable, type ValuesIn } from '@clearcall/i18n/message.ts';
import { type Catalogue, createTranslator, type Translator } from '@clearcall/i18n/translator.ts';

const placeOfChoice = 'clearcall.language';

/** What was chosen on this device, else what the browser asks for. */
function preferredLanguage(): ReaderLanguage {
  try {
    const chosen = readLanguage(localStorage.getItem(placeOfChoice));
    if (chosen !== null) return chosen;
  } catch {
    // Storage may be forbidden: then the browser says it.
  }
  return chooseLanguage(globalThis.navigator?.languages?.join(','));
}

let translator: Translator = createTranslator('en');
const loadedAreas = new Map<Area, Promise<void>>();

/** The language of the page. It changes with the page alone: nothing that was drawn has to be drawn again. */
export function pageLanguage(): ReaderLanguage {
  return translator.language;
}

/** A text of the catalogue in the language of the page. Its area has to be there: see `withTexts`. */
export function t<I extends MessageId>(id: I, ...values: ValuesIn<I>): string {
  return translator.translate(message(id, ...values));
}

/** The same for a message that somebody else made: of the domain, or a notice. */
export function translate(translatable: Translatable): string {
  return translator.translate(translatable);
}

/** A unit of amounts in the language of the page if it is known, else as administrators wrote it. */
export function unitText(unit: string): string {
  return translator.unit(unit);
}

/** Fetches texts of an area, once. Fails like any other part of the portal that does not come. */
export function loadTexts(...areas: readonly Area[]): Promise<unknown> {
  const { language } = translator;
  return Promise.all(
    areas.map((area) => {
      const known = loadedAreas.get(area);
      if (known !== undefined) return known;
      const coming = loadArea(language, area).then((texts) => translator.add(texts));
      loadedAreas.set(area, coming);
      coming.catch(() => loadedAreas.delete(area));
      return coming;
    }),
  );
}

/** Loads a page together with the areas that it speaks from: `lazyRouteComponent(withTexts(['account'], () => import('./login.tsx')))`. */
export function withTexts<M>(areas: readonly Area[], load: () => Promise<M>): () => Promise<M> {
  return async () => {
    const [loaded] = await Promise.all([load(), loadTexts(...areas)]);
    return loaded;
  };
}

/** Begins a page in the language of its reader, with the areas that it needs at once. */
export async function startTexts(areas: readonly Area[], language = preferredLanguage()): Promise<void> {
  translator = createTranslator(language);
  loadedAreas.clear();
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  // A part that does not come is asked for again by the page that needs it.
  await loadTexts(...areas).catch(() => undefined);
}

/** What the organisation says otherwise, laid over what is known and what will be. */
export function overrideTexts(texts: Partial<Record<ReaderLanguage, Catalogue>>): void {
  const own = texts[translator.language];
  if (own === undefined) return;
  const { add } = translator;
  translator = {
    ...translator,
    add: (catalogue) => {
      add(catalogue);
      add(own);
    },
  };
  add(own);
}

/** The page speaks this language from now on, on this device: it is loaded again, which asks whoever has unsaved words. */
export function changeLanguage(language: ReaderLanguage): void {
  try {
    localStorage.setItem(placeOfChoice, language);
  } catch {
    // Without storage the account alone remembers it.
  }
  if (language !== translator.language) window.location.reload();
}
