import { type Message, message } from '@clearcall/i18n/message.ts';
import { isEitherNumber, isPlainNumber, readNumber } from '../../forms/elements/number.ts';
import { halfWidth } from '../../forms/text.ts';

/** The sign before the decimals of a number. */
export type DecimalMark = '.' | ',';

/** A number that has two readings, each by the decimal mark that it takes. */
export interface EitherAmount {
  typed: string;
  readings: Readonly<Record<DecimalMark, string>>;
}

/** An amount as it was typed: a decimal, or null for no limit. */
export type ReadAmount =
  | { kind: 'amount'; value: string | null }
  | { kind: 'either'; either: EitherAmount }
  | { kind: 'refused'; message: Message };

/** Digits before and after the point. `readNumber` caps numbers of one digit more. */
const mostDigits = 18;
const mostDecimals = 9;

const noLimit = /^[-–—−]?$/;
const negative = /^(?:[-–−]|\().*\d/;
const date = /^\d{1,4}([-./])\d{1,2}\1\d{1,4}(?!\d)/;
const scientific = /^(.*\d[.,]?)e\+?(\d{1,3})$/i;

const refused = (refusal: Message): ReadAmount => ({ kind: 'refused', message: refusal });

/** A decimal without zeros that say nothing. */
const canonical = (value: string): string => (value.includes('.') ? value.replace(/\.?0*$/, '') : value);

/** A decimal times a power of ten. */
function raised(value: string, power: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const digits = whole + fraction.padEnd(power, '0');
  const point = whole.length + power;
  const rest = digits.slice(point);
  return canonical(`${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`);
}

/**
 * Reads an amount that was typed or pasted: thousands may be set apart by spaces, points, commas or apostrophes, decimals
 * by a point or a comma, and 1.2e6 is 1 200 000. No text, or a dash, is no limit. A number such as 1.200 has a thousand
 * times more for some readers than for others: it has both readings unless `mark` settles what its decimals begin with.
 */
export function readAmount(typed: string, mark: DecimalMark | null): ReadAmount {
  // Spaces of any width set thousands apart.
  const text = halfWidth(typed).replace(/\s/g, ' ').trim();
  if (noLimit.test(text)) return { kind: 'amount', value: null };
  if (negative.test(text)) return refused(message('setup.cutoffs.amount.negative'));
  if (date.test(text)) return refused(message('setup.cutoffs.amount.date'));
  const [, mantissa = text, power = '0'] = scientific.exec(text) ?? [];
  const by = Number(power);
  if (by > mostDigits) return refused(message('setup.cutoffs.amount.tooLarge', { n: mostDigits }));
  if (isEitherNumber(mantissa)) {
    const own: DecimalMark = mantissa.includes('.') ? '.' : ',';
    const other: DecimalMark = own === '.' ? ',' : '.';
    const readings = {
      [own]: raised(readNumber(mantissa, mostDecimals) ?? '0', by),
      [other]: raised(readNumber(mantissa, 0) ?? '0', by),
    } as Record<DecimalMark, string>;
    return mark === null ? { kind: 'either', either: { typed: text, readings } } : limited(readings[mark]);
  }
  const value = isPlainNumber(mantissa, mostDecimals) ? readNumber(mantissa, mostDecimals) : null;
  if (!value) return refused(message('setup.cutoffs.amount.noNumber', { typed: text.slice(0, 40) }));
  return limited(raised(value, by));
}

function limited(value: string): ReadAmount {
  const [whole = '', fraction = ''] = value.split('.');
  if (whole.length > mostDigits) return refused(message('setup.cutoffs.amount.tooLarge', { n: mostDigits }));
  if (fraction.length > mostDecimals)
    return refused(message('setup.cutoffs.amount.tooFine', { n: mostDecimals }));
  return { kind: 'amount', value };
}
