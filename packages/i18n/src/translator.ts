import { decimalText, listText, momentText } from './format.ts';
import { locales, type ReaderLanguage } from './language.ts';
import { isMessage, type Message, message, type Translatable } from './message.ts';
import type { Compiled } from './placeholders.ts';

/** Compiled texts by their ids. */
export type Catalogue = Readonly<Record<string, Compiled>>;

/** Units that have a text in each language, as administrators write them. */
const units = new Map<string, Message>([
  ['node hours', message('frame.unit.nodeHours')],
  ['core hours', message('frame.unit.coreHours')],
  ['GPU hours', message('frame.unit.gpuHours')],
  ['QPU hours', message('frame.unit.qpuHours')],
]);

/** What makes the words of one language. */
export interface Translator {
  readonly language: ReaderLanguage;
  /** Lays texts over those that are known: a further area, or what an organisation says otherwise. */
  add: (catalogue: Catalogue) => void;
  /** Whether a text is known by now. */
  has: (id: string) => boolean;
  /** A unit of amounts in this language if it is known, else as it was written. */
  unit: (unit: string) => string;
  /** The words: a message in this language, a moment and a list by its customs, and people's own words as they are. */
  translate: (translatable: Translatable) => string;
}

/**
 * The one function that translates, for pages, answers of the API, mails and files: `createTranslator('de', texts).translate(message)`.
 * A text that is not known comes back as its id. Plurals, dates and lists are those of `Intl`, numbers those of `decimalText`.
 */
export function createTranslator(language: ReaderLanguage, ...catalogues: readonly Catalogue[]): Translator {
  const known: Record<string, Compiled> = Object.assign(Object.create(null), ...catalogues);
  const locale = locales[language];
  const numberText = (n: number) => decimalText(language, { decimal: String(n), thousands: true });

  /** Compiled text with its values; `count` stands for the # of a plural. */
  function fill(tokens: Compiled, values: Message['values'] = {}, count = ''): string {
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
        text += fill(choices[String(n)] ?? choices[rule] ?? choices.other ?? [], values, numberText(n));
      } else if (type === 'select') {
        text += fill(choices[String(value)] ?? choices.other ?? [], values, count);
      } else if (typeof value === 'number') text += numberText(value);
      // Units are values of many texts.
      else text += name === 'unit' && typeof value === 'string' ? unit(value) : translate(value);
    }
    return text;
  }
  const unit = (written: string): string => {
    const named = units.get(written);
    return named !== undefined && named.id in known ? translate(named) : written;
  };
  function translate(translatable: Translatable): string {
    if (typeof translatable === 'string') return translatable;
    if (isMessage(translatable))
      return translatable.id in known
        ? fill(known[translatable.id] ?? [], translatable.values)
        : translatable.id;
    if ('decimal' in translatable)
      return decimalText(language, {
        ...translatable,
        ...(translatable.unit === undefined ? {} : { unit: unit(translatable.unit) }),
      });
    if (!('timeZone' in translatable)) return listText(language, translatable.map(translate));
    const { show = 'both', ...parts } = {
      ...translatable,
      ...momentText(language, translatable.at, translatable.timeZone),
    };
    return show === 'both' ? `${parts.date} ${parts.time}` : parts[show];
  }
  return {
    language,
    add: (more) => void Object.assign(known, more),
    has: (id) => id in known,
    unit,
    translate,
  };
}
