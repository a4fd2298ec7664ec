import { type Decimal, type Message, message } from '@clearcall/i18n/message.ts';
import { compareDecimals } from '../decimals.ts';
import { hardLimits } from '../limits.ts';
import { halfWidth } from '../text.ts';
import type { Element, Limit } from '../types.ts';
import { checkNumber, type ElementRule, isBlank, nothing, oneValue, refused } from './rule.ts';

const CAP = '9223372036854775808';
const SEPARATORS = /[\s'’_]+/g;
const SIGN = /^[-−–+]/;

/** How a typed text is taken: its value, and whether it was negative or beyond the cap. */
interface Reading {
  value: string;
  negative: boolean;
  capped: boolean;
}

function read(typed: string, decimals: number): Reading | null {
  const text = halfWidth(typed).replace(SEPARATORS, '');
  const digits = text.replace(SIGN, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(digits)) return null;
  const negative = digits !== text && !text.startsWith('+');
  // The same separator twice, with three digits behind each, parts thousands: the last one is no point then.
  const thousandsOnly = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/.test(digits);
  const point =
    decimals > 0 && !thousandsOnly ? Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(',')) : -1;
  const whole = (point < 0 ? digits : digits.slice(0, point)).replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  const fraction = point < 0 ? '' : digits.slice(point + 1);
  if (negative) return { value: '0', negative, capped: false };
  const value = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  const capped = whole.length > CAP.length || (compareDecimals(value, CAP) ?? 0) > 0;
  return { value: capped ? CAP : value, negative, capped };
}

/**
 * What a person typed as a decimal string; empty for nothing, null when it is no number. Digits, dot and comma are
 * read, thousands may be parted; dots and commas are stripped unless decimals are allowed, then the last of them is the
 * point; negatives become 0; capped.
 */
export function readNumber(typed: string, decimals: number): string | null {
  return typed.trim() === '' ? '' : (read(typed, decimals)?.value ?? null);
}

/** A typed text without what no number is written with, such as letters. Source: Requirements 2, 3.28. */
export const numberCharacters = (typed: string): string => halfWidth(typed).replace(/[^\d.,\s'’_+\-−–]/g, '');

// Digits, or thousands parted by one and the same separator; a point behind them.
const WHOLE = /^\+?(?:\d+|\d{1,3}(?:([\s.,'’_])\d{3})(?:\1\d{3})*)$/;
const DECIMAL = /^\+?(?:\d*|\d{1,3}([\s.,'’_])\d{3}(?:\1\d{3})*(?!\1))[.,]\d*$/;
// Thousands to some, thousandths to others.
const EITHER = /^\+?[1-9]\d{0,2}[.,]\d{3}$/;

/** Whether a typed number has thousands for some readers and thousandths for others, such as 1.200. */
export const isEitherNumber = (text: string): boolean => EITHER.test(text);

/** Whether a number is written so that everybody reads it alike, and nothing in it is left out. */
export function isPlainNumber(text: string, decimals: number): boolean {
  if (decimals === 0) return WHOLE.test(text);
  return !EITHER.test(text) && (WHOLE.test(text) || DECIMAL.test(text));
}

/**
 * What to say beside a number that is not kept as it was typed, so that nothing is dropped without a word: '20,5' where
 * there are no decimals is 205. `isCut`: letters were left out of it. Null when there is nothing to say, or nothing was read.
 */
export function readingNote(typed: string, decimals: number, isCut = false): Message | null {
  const reading = read(typed, decimals);
  if (reading === null) return null;
  const value = showNumber(reading.value, undefined);
  if (reading.negative) return message('forms.typed.negative', { value });
  if (reading.capped) return message('forms.typed.tooLarge', { value });
  if (isPlainNumber(halfWidth(typed).trim(), decimals))
    return isCut ? message('forms.typed.readAs', { value }) : null;
  const isWhole = decimals === 0 && /[.,]/.test(typed);
  return message(isWhole ? 'forms.typed.whole' : 'forms.typed.readAs', { value });
}

/**
 * Whether the number is a year: no unit, no decimals, and both limits between 1900 and 2100. No document knows such a
 * type; that its limits are years is what tells it, in forms of every age.
 */
export function isYear({ config }: Element): boolean {
  const isOne = (limit: Limit | undefined) =>
    typeof limit === 'string' && /^(?:19\d\d|20\d\d|2100)$/.test(limit);
  return (config.decimals ?? 0) === 0 && !config.unit && isOne(config.min) && isOne(config.max);
}

/** A number as people read it: thousands set apart, the unit behind. What is no number stays as it was typed. */
export function showNumber(value: string, unit: string | undefined): Decimal {
  return { decimal: value, thousands: true, ...(unit === undefined ? {} : { unit }) };
}

/** A number that is not negative, with as many decimals as the form allows. */
export const number: ElementRule = {
  kind: 'number',
  limits: 'number',
  offers: 'anything',
  amount: false,
  checkedFirst: false,
  initial: nothing,
  isEmpty: isBlank,
  normalise: (values, element) => {
    if ((values[0]?.length ?? 0) > hardLimits.numberCharacters) return refused('too_long');
    return oneValue(values, hardLimits.numberCharacters, (typed) =>
      readNumber(typed, element.config.decimals ?? 0),
    );
  },
  check: checkNumber,
  display: ([value], element) => {
    if (value === undefined) return '';
    return isYear(element) ? value : showNumber(value, element.config.unit);
  },
};
