import { locales, type ReaderLanguage } from './language.ts';
import type { Decimal } from './message.ts';

// Formatters are dear to make and cheap to use: one of each kind, kept.
const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>();

function keep<F extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.ListFormat>(
  name: string,
  make: () => F,
): F {
  const known = kept.get(name);
  if (known !== undefined) return known as F;
  const made = make();
  kept.set(name, made);
  return made;
}

const clock = (language: ReaderLanguage, timeZone: string) =>
  keep(
    `clock ${language} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locales[language], {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  );

/** What stands between the parts of a date. English has the hyphens of Requirements 1, 9.23. */
const dateMarks = { en: '-', de: '.', fr: '/', 'en-XA': '-' } as const satisfies Record<
  ReaderLanguage,
  string
>;

/** A day written as yyyy-mm-dd, the same everywhere: 04-09-2026, in German 04.09.2026. Null where it is no such day. */
export function plainDateText(language: ReaderLanguage, day: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return parts === null ? null : [parts[3], parts[2], parts[1]].join(dateMarks[language]);
}

/** Europe/Luxembourg is called Luxembourg. */
export function zonePlace(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/**
 * An instant (ISO text or milliseconds) in a zone (an IANA name): its date and its time (10:00). All come from our own
 * rows; a wrong one throws.
 */
export function momentText(
  language: ReaderLanguage,
  at: string | number,
  timeZone: string,
): { date: string; time: string } {
  const parts: Record<string, string> = {};
  for (const { type, value } of clock(language, timeZone).formatToParts(new Date(at))) parts[type] = value;
  return {
    date: [parts.day, parts.month, parts.year].join(dateMarks[language]),
    time: `${parts.hour}:${parts.minute}`,
  };
}

// Narrow and unbreakable: a number never falls apart at the end of a line. In every language, because whoever types
// what they read must be understood: a dot or a comma is a decimal mark.
const thinSpace = '\u202f';

/**
 * A decimal in a language, to its last digit: 230000.5 is '230000.5', in German and French '230000,5', with `thousands`
 * '230\u202f000,5'. What is no number comes back as it was, because a form may hold it while it is typed.
 */
export function decimalText(language: ReaderLanguage, { decimal, thousands = false, unit }: Decimal): string {
  const behind = unit === undefined ? '' : `\u00a0${unit}`;
  const [, sign, whole = '', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '') return `${decimal}${behind}`;
  const mark = keep(`number ${language}`, () => new Intl.NumberFormat(locales[language])).format(0.5)[1];
  const grouped = thousands ? whole.replace(/\B(?=(\d{3})+$)/g, thinSpace) : whole;
  return `${sign === '-' ? '−' : ''}${grouped}${fraction === undefined ? '' : `${mark}${fraction}`}${behind}`;
}

/** 'one, two and three' as the language joins them. */
export function listText(language: ReaderLanguage, items: readonly string[]): string {
  return keep(
    `list ${language}`,
    () => new Intl.ListFormat(locales[language], { type: 'conjunction' }),
  ).format(items);
}

const unit = (language: ReaderLanguage, name: 'kilobyte' | 'megabyte', digits: number) =>
  keep(
    `${name} ${language}`,
    () =>
      new Intl.NumberFormat(locales[language], {
        style: 'unit',
        unit: name,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }),
  );

/** Bytes as people say them: '12 kB', at least one, and from 1 048 576 on '1.5 MB'; in French '12 ko' and '1,5 Mo'. */
export function sizeIn(language: ReaderLanguage, bytes: number): string {
  return bytes < 1_048_576
    ? unit(language, 'kilobyte', 0).format(Math.max(1, bytes / 1024))
    : unit(language, 'megabyte', 1).format(bytes / 1_048_576);
}
