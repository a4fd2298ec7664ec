import { compareDecimals } from '../decimals.ts';
import { hardLimits } from '../limits.ts';
import { checkNumber, type ElementRule, isBlank, nothing, oneValue, refused } from './rule.ts';

/** Specification 2, section 9. */
const CAP = '9223372036854775808';
const SEPARATORS = /[\s'’_\u202f]+/g;

/**
 * What a person typed as a decimal string, or null when it is none: digits, dot and comma; separators stripped; with
 * decimals the last dot or comma is the point; negatives become 0; capped.
 */
export function readNumber(typed: string, decimals: number): string | null {
  let text = typed.replace(SEPARATORS, '').replaceAll(',', '.');
  if (text === '' || text === '-' || text === '.') return '';
  if (!/^[+-]?[\d.]+$/.test(text)) return null;
  const negative = text.startsWith('-');
  if (negative || text.startsWith('+')) text = text.slice(1);
  const point = decimals > 0 ? text.lastIndexOf('.') : -1;
  const whole = (point < 0 ? text : text.slice(0, point)).replaceAll('.', '').replace(/^0+(?=\d)/, '');
  const fraction = point < 0 ? '' : text.slice(point + 1);
  if (whole === '' && fraction === '') return '';
  if (negative) return '0';
  const value = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return (compareDecimals(value, CAP) ?? 0) > 0 ? CAP : value;
}

/** Groups the digits by thousands with a narrow space, the unit behind. */
export function showNumber(value: string, unit: string | undefined): string {
  const point = value.indexOf('.');
  const whole = point < 0 ? value : value.slice(0, point);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
  return `${grouped}${point < 0 ? '' : value.slice(point)}${unit === undefined ? '' : `\u00a0${unit}`}`;
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
  display: (values, element) => (values[0] === undefined ? '' : showNumber(values[0], element.config.unit)),
};
