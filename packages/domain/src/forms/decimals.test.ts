import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  decimalPlaces,
  differenceOfDecimals,
  isDecimal,
  placeBetween,
} from './decimals.ts';

/** The same numbers as fractions over 10^20, counted in BigInt: slow and plainly right. */
function fraction(text: string): bigint {
  const negative = text.startsWith('-');
  const [whole = '', rest = ''] = text.replace('-', '').replace(',', '.').split('.');
  const units = BigInt(`${whole === '' ? '0' : whole}${rest.padEnd(20, '0')}`);
  return negative ? -units : units;
}

const digits = (least: number, most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most })
    .map((list) => list.join(''));
const decimal = fc
  .tuple(fc.boolean(), digits(1, 22), digits(0, 18), fc.constantFrom('.', ','))
  .map(
    ([negative, whole, rest, point]) => `${negative ? '-' : ''}${whole}${rest === '' ? '' : point + rest}`,
  );

describe('decimals', () => {
  it('knows a decimal number', () => {
    const texts = ['1', '-1', '1.5', '1,5', '.5', '5.', '', '.', '-', '1.2.3', '1e5', ' 1', 'x', '१'];
    expect(texts.filter(isDecimal)).toEqual(['1', '-1', '1.5', '1,5', '.5', '5.']);
  });

  it('adds exactly where floats do not', () => {
    expect(addDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(addDecimals(['9007199254740993', '0.0000000001'])).toBe('9007199254740993.0000000001');
    expect(addDecimals([])).toBe('0');
    expect(addDecimals(['1,50', 'none', '', '-1.5'])).toBe('0');
    expect(addDecimals(['-0.25'])).toBe('-0.25');
  });

  it('compares, and says when it cannot', () => {
    expect(compareDecimals('1.50', '1,5')).toBe(0);
    expect(compareDecimals('9223372036854775808', '9223372036854775807')).toBe(1);
    expect(compareDecimals('x', '1')).toBe(null);
    expect(compareDecimals('', '1')).toBe(null);
  });

  it('finds the place between inclusive limits', () => {
    expect(placeBetween('1', '1', '10', 20)).toBe('within');
    expect(placeBetween('0.99', '1', '10', 20)).toBe('below');
    expect(placeBetween('10.0000000000000000001', '1', '10', 20)).toBe('above');
    expect(placeBetween('5', null, null, 20)).toBe('within');
    expect(placeBetween('five', '1', null, 20)).toBe('no number');
    expect(placeBetween('1.25', null, null, 1)).toBe('too fine');
    expect(placeBetween('1.25', '2', null, 1)).toBe('below');
    expect(placeBetween('12345678901234567.25', null, null, 1)).toBe('too fine');
    expect(decimalPlaces('1.250')).toBe(3);
    expect(decimalPlaces('123456789012345678,5')).toBe(1);
  });

  it('agrees with fractions of BigInt', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 8 }), (list) => {
        const sum = list.reduce((total, text) => total + fraction(text), 0n);
        expect(fraction(addDecimals(list))).toBe(sum);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const gap = fraction(left) - fraction(right);
        expect(Math.sign(compareDecimals(left, right) ?? Number.NaN)).toBe(gap < 0n ? -1 : gap > 0n ? 1 : 0);
        expect(fraction(differenceOfDecimals(left, right) ?? 'x')).toBe(gap < 0n ? -gap : gap);
        const expected = gap < 0n ? 'below' : gap > 0n ? 'above' : 'within';
        expect(placeBetween(left, right, right, 40)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
