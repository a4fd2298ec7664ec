import { decimalText, listText, momentText } from './format.ts';
import { locales, type ReaderLanguage } from './language.ts';
import { isMessage, type Message, type Said } from './message.ts';
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
  const known: Record<string, Compiled> = Object.assign(Object.create(null), ...catalogues);
  const locale = locales[language];
  const numbers = new Intl.NumberFormat(locale);

  /** Compiled text with its values; `count` stands for the # of a plural. */
  function say(tokens: Compiled, values: Message['values'] = {}, count = ''): string {
    let text = '';
    for (const token of tokens) {
      if (typeof token === 'string') {
        text += token === '#' ? count || token : token;
        continue;
      }
      const [name, type, more] = token;
      const value = values[name] ?? '';
      const choices = more as Record<string, Compiled>;
      if (type === 'plural' || type === 'selectordinal') {
        const n = Number(value);
        const kind = type === 'plural' ? 'cardinal' : 'ordinal';
        const rule = new Intl.PluralRules(locale, { type: kind }).select(n);
        text += say(choices[String(n)] ?? choices[rule] ?? choices.other ?? [], values, numbers.format(n));
      } else if (type === 'select') {
        text += say(choices[String(value)] ?? choices.other ?? [], values, count);
      } else text += typeof value === 'number' ? numbers.format(value) : word(value);
    }
    return text;
  }
  function word(said: Said): string {
    if (typeof said === 'string') return said;
    if (isMessage(said)) return said.id in known ? say(known[said.id] ?? [], said.values) : said.id;
    if ('decimal' in said) return decimalText(language, said);
    if (!('timeZone' in said)) return listText(language, said.map(word));
    const { show = 'both', ...parts } = { ...said, ...momentText(language, said.at, said.timeZone) };
    return show === 'both' ? `${parts.date} ${parts.time}` : parts[show];
  }
  return { language, learn: (more) => void Object.assign(known, more), knows: (id) => id in known, word };
}
