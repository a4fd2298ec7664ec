import type { MessageId } from '@clearcall/i18n/message.ts';
import type { LegacyAmount, LegacyValue } from './legacy.ts';
import { type FieldKind, legacyClasses } from './legacy-fields.ts';

/** A text about a value that was not understood; the value is kept as it was. */
export type FieldFault = MessageId & `archive.field.${string}`;

/** A value as the archive keeps it, or the reason why what was given was not understood. */
export type ReadValue = { ok: true; value: LegacyValue } | { ok: false; why: FieldFault };

const done = (value: LegacyValue): ReadValue => ({ ok: true, value });
const wrong = (why: FieldFault): ReadValue => ({ ok: false, why });

/** Whether there is nothing to keep: also the dates that old databases write where there is none. */
export function isNothing(given: unknown): boolean {
  if (given === null || given === undefined) return true;
  if (typeof given === 'string') return given.trim() === '' || /^0000-00-00(?:[T ]00:00:00)?/.test(given);
  return Array.isArray(given) && given.every(isNothing);
}

/** Letters that neither the database nor a page takes become the sign for what cannot be shown. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Cs}|\0/gu, '\ufffd');

const plainText = (given: unknown): string | null =>
  typeof given === 'string'
    ? wellFormed(given)
    : typeof given === 'number' || typeof given === 'bigint'
      ? String(given)
      : null;

const yes = new Set(['true', 'yes', 'y', '1', 'on']);
const no = new Set(['false', 'no', 'n', '0', 'off']);

function flagOf(given: unknown): boolean | null {
  if (typeof given === 'boolean') return given;
  const word = plainText(given)?.trim().toLowerCase() ?? '';
  return yes.has(word) ? true : no.has(word) ? false : null;
}

/**
 * A number with a dot or a comma before its decimals and spaces between its thousands. `1,234` may be either and is not
 * guessed.
 */
function numberOf(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) ? given : null;
  const text =
    plainText(given)
      ?.trim()
      .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '') ?? '';
  if (!/^-?\d+(?:[.,]\d+)?$/.test(text) || /^-?\d{1,3},\d{3}$/.test(text)) return null;
  const value = Number(text.replace(',', '.'));
  return Number.isSafeInteger(Math.trunc(value)) ? value : null;
}

/** A number with its unit: `12.5 GB`, `{ "value": 12.5, "unit": "GB" }`, or a number alone. */
function amountOf(given: unknown): LegacyAmount | null {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    const { value, unit, ...rest } = given as Record<string, unknown>;
    const number = numberOf(value);
    const named = isNothing(unit) ? null : plainText(unit);
    if (number === null || Object.keys(rest).length > 0 || (named === null && !isNothing(unit))) return null;
    return { value: number, unit: named?.trim() ?? null };
  }
  const alone = numberOf(given);
  if (alone !== null) return { value: alone, unit: null };
  const [, digits = '', unit = ''] =
    /^(-?[\d.,\s'’]*\d)\s*(\p{L}[^\d]{0,39}|%)$/u.exec(plainText(given)?.trim() ?? '') ?? [];
  const value = numberOf(digits);
  return value === null ? null : { value, unit: unit.trim() };
}

const two = (digits: string): string => digits.padStart(2, '0');

/** A day that is in the calendar. */
function isDay(year: string, month: string, day: string): boolean {
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
}

const byYear = /^(\d{4})-(\d{1,2})-(\d{1,2})(.*)$/s;
const byDay = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})(.*)$/s;
const clock = /^(?:T|\s+)(\d{1,2}):(\d\d)(?::(\d\d)(\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/**
 * A day, or an instant: ISO 8601, as databases write it (`2010-01-31 12:00:00`), or with the day first (`31-01-2010`).
 * Without an offset it is UTC. Also `{ "date": …, "timezone": "UTC" }`.
 */
function dateOf(given: unknown): string | null {
  if (typeof given === 'object' && given !== null) {
    const { date, timezone } = given as Record<string, unknown>;
    if (typeof date !== 'string' || typeof timezone !== 'string') return null;
    return /^(?:UTC|Z|[+-]\d\d:?\d\d)$/i.test(timezone) ? dateOf(`${date.trim()} ${timezone}`) : null;
  }
  const text = plainText(given)?.trim() ?? '';
  const iso = byYear.exec(text);
  const [, first = '', month = '', last = '', rest = ''] = iso ?? byDay.exec(text) ?? [];
  const [year, day] = iso === null ? [last, first] : [first, last];
  if (!isDay(year, two(month), two(day))) return null;
  const written = `${year}-${two(month)}-${two(day)}`;
  if (rest.trim() === '') return written;
  const [, hour = '', minute = '', second = '00', part = '', zone = 'Z'] = clock.exec(rest) ?? [];
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d):?(\d\d)$/, '$1:$2');
  const at = new Date(`${written}T${two(hour)}:${minute}:${second}${part.slice(0, 4)}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

const classWords: Readonly<Record<string, string>> = { excellent: 'E', high: 'H', medium: 'M', low: 'L' };

function listOf(given: unknown): string[] | null {
  const parts = Array.isArray(given) ? given : plainText(given)?.split(';');
  const texts = parts?.map((part) => plainText(part)?.trim() ?? null) ?? [null];
  return texts.includes(null) ? null : texts.filter((text): text is string => text !== null && text !== '');
}

const readers: Readonly<Record<FieldKind, (given: unknown) => ReadValue>> = {
  text: (given) => {
    const text = plainText(given);
    return text === null ? wrong('archive.field.text') : done(text);
  },
  answer: (given) => {
    const value = flagOf(given) ?? plainText(given);
    return value === null ? wrong('archive.field.answer') : done(value);
  },
  list: (given) => {
    const list = listOf(given);
    return list === null ? wrong('archive.field.list') : done(list);
  },
  number: (given) => {
    const number = numberOf(given);
    return number === null ? wrong('archive.field.number') : done(number);
  },
  ordinal: (given) => {
    const number = numberOf(given);
    return number === null || !Number.isSafeInteger(number) ? wrong('archive.field.ordinal') : done(number);
  },
  amount: (given) => {
    const amount = amountOf(given);
    return amount === null ? wrong('archive.field.amount') : done(amount);
  },
  flag: (given) => {
    const flag = flagOf(given);
    return flag === null ? wrong('archive.field.flag') : done(flag);
  },
  class: (given) => {
    const word = plainText(given)?.trim() ?? '';
    const letter = classWords[word.toLowerCase()] ?? word.toUpperCase();
    const found = legacyClasses.find((one) => one === letter);
    return found === undefined ? wrong('archive.field.class') : done(found);
  },
  date: (given) => {
    const date = dateOf(given);
    return date === null ? wrong('archive.field.date') : done(date);
  },
};

/** Reads one value of the archive as its field has it. Nothing is guessed: what may mean two things is not understood. */
export function readLegacyValue(kind: FieldKind, given: unknown): ReadValue {
  return readers[kind](given);
}
