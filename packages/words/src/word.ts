import { type I18n, setupI18n } from '@lingui/core';
import { listText, momentText } from './format.ts';
import { locales, type ReaderLanguage } from './language.ts';
import { isMessage, type Message, type Said, type Value } from './message.ts';
import type { Compiled } from './placeholders.ts';

/** Compiled texts by their ids. */
export type Catalogue = Readonly<Record<string, Compiled>>;

/** What makes the words of one language. */
export interface Words {
  readonly language: ReaderLanguage;
  /** Lays texts over those that are known: a further area, or what an organisation says otherwise. */
  learn: (catalogue: Catalogue) => void;
  /** Whether a text is known by now. */
  knows: (id: string) => boolean;
  /** The words: a message in this language, a moment and a list by its customs, and people's own words as they are. */
  word: (said: Said) => string;
}

/**
 * The one function that makes words, for pages, answers of the API, mails and files: `openWords('de', texts).word(message)`.
 * A text that is not known comes back as its id. Plurals, dates, numbers and lists are those of `Intl`.
 */
export function openWords(language: ReaderLanguage, ...catalogues: readonly Catalogue[]): Words {
  const locale = locales[language];
  const known: I18n = setupI18n({ locale, messages: { [locale]: {} } });
  const learn = (catalogue: Catalogue) => known.load(locale, catalogue as Record<string, Compiled>);
  for (const catalogue of catalogues) learn(catalogue);

  const knows = (id: string) => Object.hasOwn(known.messages, id);
  const value = (given: Value): string | number => (typeof given === 'number' ? given : word(given));
  const message = ({ id, values = {} }: Message): string => {
    if (!knows(id)) return id;
    const worded = Object.entries(values).map(([name, given]) => [name, value(given)]);
    return known._(id, Object.fromEntries(worded));
  };
  function word(said: Said): string {
    if (typeof said === 'string') return said;
    if (isMessage(said)) return message(said);
    if (!('timeZone' in said)) return listText(language, said.map(word));
    const { show = 'both', ...parts } = { ...said, ...momentText(language, said.at, said.timeZone) };
    return show === 'both' ? `${parts.date} ${parts.time}` : parts[show];
  }
  return { language, learn, knows, word };
}
