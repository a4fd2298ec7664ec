import { type Message, message } from '@clearcall/i18n/message.ts';
import { dayNumber, daysOfMonth, digits } from './day-number.ts';
import { halfWidth } from './text.ts';

/** Plain calendar dates yyyy-mm-dd in the proleptic Gregorian calendar: no time, no zone, no clock. */

interface PlainDate {
  year: number;
  month: number;
  day: number;
}

function read(text: string): PlainDate | null {
  return Number.isNaN(dayNumber(text))
    ? null
    : { year: digits(text, 0, 4), month: digits(text, 5, 7), day: digits(text, 8, 10) };
}

function pad(value: number, width: 2 | 4): string {
  if (width === 2) return value < 10 ? `0${value}` : `${value}`;
  return value > 999 ? `${value}` : String(value).padStart(4, '0');
}

function write({ year, month, day }: PlainDate): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function fromDays(days: number): PlainDate {
  const era = Math.floor(days / 146097);
  const dayOfEra = days - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** Whether the text is a day that the calendar has. */
export function isPlainDate(text: string): boolean {
  return !Number.isNaN(dayNumber(text));
}

/** The date so many days later (or earlier); null when the text is no date. */
export function addDays(text: string, days: number): string | null {
  const day = dayNumber(text);
  return Number.isNaN(day) ? null : write(fromDays(day + days));
}

/** The same day so many years later (or earlier); 29 February becomes 28 where there is none. Null when no date. */
export function addYears(text: string, years: number): string | null {
  const date = read(text);
  if (date === null) return null;
  const year = date.year + years;
  return write({ year, month: date.month, day: Math.min(date.day, daysOfMonth(year, date.month)) });
}

/** dd-MM-yyyy, as people read it (Requirements 1, 9.23); what is no date stays as it is. */
export function showDate(text: string): string {
  const date = read(text);
  return date === null ? text : `${pad(date.day, 2)}-${pad(date.month, 2)}-${pad(date.year, 4)}`;
}

const months = [
  'forms.month.m1',
  'forms.month.m2',
  'forms.month.m3',
  'forms.month.m4',
  'forms.month.m5',
  'forms.month.m6',
  'forms.month.m7',
  'forms.month.m8',
  'forms.month.m9',
  'forms.month.m10',
  'forms.month.m11',
  'forms.month.m12',
] as const;

/** Day, month and year of a typed date as three runs of digits, whether there is such a day or not. Day first, always. */
function typedParts(typed: string): { day: string; month: string; year: string } | null {
  const machine = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed);
  if (machine) return { day: machine[3] ?? '', month: machine[2] ?? '', year: machine[1] ?? '' };
  const match =
    /^(\d{1,2})\s*[-./ ]\s*(\d{1,2})\s*[-./ ]\s*(\d{4})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  return match === null ? null : { day: match[1] ?? '', month: match[2] ?? '', year: match[3] ?? '' };
}

/**
 * A typed day with the number of its month in place of the name: 15 April 2027, 15. Apr. 2027. `months`: the names of the
 * twelve months; a name may be cut after its third letter, unless two months begin like that. All other text stays.
 */
export function monthAsNumber(typed: string, months: readonly string[]): string {
  const [, day, name = '', year] =
    /^(\d{1,2})(?:\.|er)?\s+(\p{L}{3,})\.?\s+(\d{4})$/u.exec(typed.trim()) ?? [];
  const begins = (month: string) => month.toLowerCase().startsWith(name.toLowerCase());
  const found = name === '' ? [] : months.filter(begins);
  return found.length === 1 ? `${day}-${months.findIndex(begins) + 1}-${year}` : typed;
}

/**
 * A typed day as yyyy-mm-dd: 24-12-2026, 24.12.2026, 24/12/2026, 24122026, or as the machine writes it. Empty text is
 * an empty string; what is no day of the calendar is null. Day first, always: there is no guessing.
 */
export function readDate(typed: string): string | null {
  const text = halfWidth(typed).trim();
  if (text === '') return '';
  const parts = typedParts(text);
  if (parts === null) return null;
  const plain = `${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`;
  return isPlainDate(plain) ? plain : null;
}

/** Why a typed text that `readDate` could not read is no day: there is no such day, or it is not written like one. */
export function dateFault(typed: string): Message {
  const how = message('forms.typed.dateHow');
  const parts = typedParts(typed.trim());
  if (parts === null || Number(parts.year) < 1) return how;
  const month = months[Number(parts.month) - 1];
  return month === undefined
    ? message('forms.typed.noMonth', { n: String(Number(parts.month)), how })
    : message('forms.typed.noDay', {
        day: String(Number(parts.day)),
        month: message(month),
        year: String(Number(parts.year)),
      });
}
