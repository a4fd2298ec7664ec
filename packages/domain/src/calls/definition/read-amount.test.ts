import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount } from './read-amount.ts';

/** The value, the id of the refusal, or both readings. */
function read(typed: string, mark: '.' | ',' | null = null): string | null | object {
  const amount = readAmount(typed, mark);
  if (amount.kind === 'amount') return amount.value;
  return amount.kind === 'refused' ? { no: amount.message.id } : amount.either.readings;
}

describe('an amount as it is typed', () => {
  it.each([
    ['200000', '200000'],
    ['1 200 000', '1200000'],
    ['1\u202f200\u202f000', '1200000'],
    ['1\u00a0200\u2009000', '1200000'],
    ['1.200.000', '1200000'],
    ['1,200,000', '1200000'],
    ["1'200'000", '1200000'],
    ['1’200’000', '1200000'],
    ['1_200_000', '1200000'],
    ['1,2e6', '1200000'],
    ['1.2E+06', '1200000'],
    ['12E3', '12000'],
    ['1.23456e2', '123.456'],
    ['1.200,50', '1200.5'],
    ['1,200.50', '1200.5'],
    ['1 200,5', '1200.5'],
    ['12,5', '12.5'],
    ['12.50', '12.5'],
    ['100.00', '100'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['.5', '0.5'],
    ['007', '7'],
    ['0', '0'],
    ['+5', '5'],
    ['１２００', '1200'],
    ['  42 ', '42'],
    ['999999999999999999', '999999999999999999'],
  ])('reads %s as %s', (typed, value) => expect(read(typed)).toBe(value));

  it.each(['', ' ', '–', '-', '—', '\u00a0'])('takes %j as no limit', (typed) =>
    expect(read(typed)).toBeNull(),
  );

  it.each([
    ['12345678901234567890', 'tooLarge'],
    ['1e19', 'tooLarge'],
    ['1e999', 'tooLarge'],
    ['9999999999999999999', 'tooLarge'],
    ['12.1234567891', 'tooFine'],
    ['04-09-2026', 'date'],
    ['4.9.2026', 'date'],
    ['2026-09-04T10:00:00Z', 'date'],
    ['04/09/26 10:00', 'date'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['(5)', 'negative'],
    ['200 000 node hours', 'noNumber'],
    ['12,00,000', 'noNumber'],
    ['1.200.5', 'noNumber'],
    ['1.200.000.5', 'noNumber'],
    ['1  200', 'noNumber'],
    ['12 00', 'noNumber'],
    ['50 %', 'noNumber'],
    ['=1+2', 'noNumber'],
    ['1e-3', 'noNumber'],
    ['e6', 'noNumber'],
    ['.', 'noNumber'],
    ['#REF!', 'noNumber'],
    ['Infinity', 'noNumber'],
    ['0x10', 'noNumber'],
  ])('refuses %s: %s', (typed, why) => expect(read(typed)).toEqual({ no: `setup.cutoffs.amount.${why}` }));

  it('asks about a number of which one reading is a thousand times the other', () => {
    expect(read('1.200')).toEqual({ '.': '1.2', ',': '1200' });
    expect(read('230,000')).toEqual({ '.': '230000', ',': '230' });
    expect(read('1,200e3')).toEqual({ '.': '1200000', ',': '1200' });
    expect(read('1.200', '.')).toBe('1.2');
    expect(read('1.200', ',')).toBe('1200');
    expect(read('1,200', ',')).toBe('1.2');
  });
});

it('reads every amount back that is written with any thousands and decimals', () => {
  const spaces = fc.constantFrom('', ' ', '\u202f', '\u00a0', "'", '.', ',');
  const amounts = fc.tuple(fc.bigInt(0n, 10n ** 18n - 1n), fc.stringMatching(/^\d{0,8}[1-9]$|^$/));
  fc.assert(
    fc.property(
      amounts,
      spaces,
      fc.constantFrom('.', ',') as fc.Arbitrary<'.' | ','>,
      ([whole, fraction], space, mark) => {
        fc.pre(space !== mark);
        const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, space);
        const typed = fraction === '' ? grouped : `${grouped}${mark}${fraction}`;
        expect(read(typed, mark)).toBe(fraction === '' ? String(whole) : `${whole}.${fraction}`);
      },
    ),
  );
});

it('never throws, and gives what a call can store', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9., 'e+()]{0,30}$/)), (typed) => {
      const amount = readAmount(typed, '.');
      if (amount.kind === 'amount' && amount.value !== null)
        expect(amount.value).toMatch(/^\d{1,19}(\.\d{1,9})?$/);
      expect(amount.kind).not.toBe('either');
    }),
    { numRuns: 2_000 },
  );
});
