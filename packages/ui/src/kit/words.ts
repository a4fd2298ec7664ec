import { type Area, loadArea } from '@clearcall/words/catalogue.ts';
import { chooseLanguage, type ReaderLanguage, readLanguage } from '@clearcall/words/language.ts';
import { type MessageId, message, type Said, type ValuesIn } from '@clearcall/words/message.ts';
import { type Catalogue, openWords, type Words } from '@clearcall/words/word.ts';

const placeOfChoice = 'clearcall.language';

/** What was chosen on this device, else what the browser asks for. */
function wishedLanguage(): ReaderLanguage {
  try {
    const chosen = readLanguage(localStorage.getItem(placeOfChoice));
    if (chosen !== null) return chosen;
  } catch {
    // Storage may be forbidden: then the browser says it.
  }
  return chooseLanguage(globalThis.navigator?.languages?.join(','));
}

let words: Words = openWords('en');
const learned = new Map<Area, Promise<void>>();

/** The language of the page. It changes with the page alone: nothing that was drawn has to be drawn again. */
export function pageLanguage(): ReaderLanguage {
  return words.language;
}

/** A text of the catalogue in the language of the page. Its area has to be there: see `withWords`. */
export function t<I extends MessageId>(id: I, ...values: ValuesIn<I>): string {
  return words.word(message(id, ...values));
}

/** The same for a message that somebody else made: of the domain, or a notice. */
export function word(said: Said): string {
  return words.word(said);
}

/** Fetches texts of an area, once. Fails like any other part of the portal that does not come. */
export function learnWords(...areas: readonly Area[]): Promise<unknown> {
  const { language } = words;
  return Promise.all(
    areas.map((area) => {
      const known = learned.get(area);
      if (known !== undefined) return known;
      const coming = loadArea(language, area).then((texts) => words.learn(texts));
      learned.set(area, coming);
      coming.catch(() => learned.delete(area));
      return coming;
    }),
  );
}

/** Loads a page together with the areas that it speaks from: `lazyRouteComponent(withWords(['account'], () => import('./login.tsx')))`. */
export function withWords<M>(areas: readonly Area[], load: () => Promise<M>): () => Promise<M> {
  return async () => {
    const [loaded] = await Promise.all([load(), learnWords(...areas)]);
    return loaded;
  };
}

/** Begins a page in the language of its reader, with the areas that it needs at once. */
export async function startWords(areas: readonly Area[], language = wishedLanguage()): Promise<void> {
  words = openWords(language);
  learned.clear();
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  // A part that does not come is asked for again by the page that needs it.
  await learnWords(...areas).catch(() => undefined);
}

/** What the organisation says otherwise, laid over what is known and what will be. */
export function overrideWords(texts: Partial<Record<ReaderLanguage, Catalogue>>): void {
  const own = texts[words.language];
  if (own === undefined) return;
  const { language, word: plain, knows, learn } = words;
  words = {
    language,
    word: plain,
    knows,
    learn: (catalogue) => {
      learn(catalogue);
      learn(own);
    },
  };
  learn(own);
}

/** The page speaks this language from now on, on this device: it is loaded again, which asks whoever has unsaved words. */
export function speakFromNowOn(language: ReaderLanguage): void {
  try {
    localStorage.setItem(placeOfChoice, language);
  } catch {
    // Without storage the account alone remembers it.
  }
  if (language !== words.language) window.location.reload();
}
