import { loadArea } from '@clearcall/i18n/catalogue.ts';
import {
  chooseLanguage,
  type Language,
  languages,
  pseudoLanguage,
  type ReaderLanguage,
  readLanguage,
} from '@clearcall/i18n/language.ts';
import type { Message, Translatable } from '@clearcall/i18n/message.ts';
import { compileOverrides, type Overrides } from '@clearcall/i18n/overrides.ts';
import { pseudo } from '@clearcall/i18n/pseudo.ts';
import { type Catalogue, createTranslator, type Translator } from '@clearcall/i18n/translator.ts';
import type { FastifyRequest } from 'fastify';

/** What the server says by itself: answers and mails, and what was read when somebody agreed. Small, and asked for by every process, so it is there from the start. */
const areas = [
  'mails',
  'refusals',
  'workflow',
  'forms',
  'lists',
  'events',
  'privacy',
  'parts',
  'printouts',
  'mailing',
  'bundles',
  'findings',
  'archive',
] as const;
const catalogues = new Map<Language, Catalogue>(
  await Promise.all(
    languages.map(async (language): Promise<[Language, Catalogue]> => {
      const texts = await Promise.all(areas.map((area) => loadArea(language, area)));
      return [language, Object.assign({}, ...texts) as Catalogue];
    }),
  ),
);

const textsOf = (language: ReaderLanguage): Catalogue =>
  language === pseudoLanguage ? pseudo(textsOf('en')) : (catalogues.get(language) ?? {});

/** What makes words in each language, with what an organisation says otherwise laid over it; made once each. */
export function createTranslators(overrides: Overrides): (language: ReaderLanguage) => Translator {
  const own: Partial<Record<ReaderLanguage, Catalogue>> = compileOverrides(overrides);
  const known = new Map<ReaderLanguage, Translator>();
  return (language) => {
    const translator =
      known.get(language) ?? createTranslator(language, textsOf(language), own[language] ?? {});
    known.set(language, translator);
    return translator;
  };
}

/** English as the catalogue has it: for documents of the API, the log, and whoever runs the portal. */
export const english: Translator = createTranslators({})('en');

/** What a stored text says: a message that was kept as JSON, or the words that a version before has kept. */
export const readTranslatable = (text: string): Translatable =>
  text.startsWith('{"id":') ? (JSON.parse(text) as Message) : text;

/** The language of whoever asks: of their account, else what their browser or program accepts. */
export function readerLanguage({
  actor,
  headers,
}: Pick<FastifyRequest, 'actor' | 'headers'>): ReaderLanguage {
  return readLanguage(actor?.language) ?? chooseLanguage(headers['accept-language']);
}
