import type { CutoffPartition } from '@clearcall/domain/calls/call.ts';
import { multiplied, percentOf } from '@clearcall/domain/forms/amounts.ts';
import type { Element, FormContext } from '@clearcall/domain/forms/types.ts';
import { describe, expect, it } from 'vitest';
import { defaultDialCode, dialCodes } from '../kit/field/dial-codes.ts';
import { startTexts } from '../kit/text/translate.ts';
import { addressOf, fieldAt } from './field-address.ts';
import {
  amountLimitText,
  countLimitText,
  dateLimitText,
  fileLimitText,
  lengthText,
  numberLimitText,
} from './limit-text.ts';
import { isList, withItems } from './typed-items.ts';

await startTexts(['frame', 'forms'], 'en');

describe('typed lists', () => {
  it('splits at commas, semicolons, tabs and line ends, and leaves out what is empty or there already', () => {
    expect(withItems(['Wind'], 'WIND, wind, sun')).toEqual(['Wind', 'sun']);
    expect(withItems(['a'], ' b, a,,c d\r\n\n e\tf ;g;; h;')).toEqual(['a', 'b', 'c d', 'e', 'f', 'g', 'h']);
    expect(['a b', 'a;b', 'a\nb', 'a,'].map(isList)).toEqual([false, true, true, true]);
  });
});

describe('amounts', () => {
  it('multiplies exactly', () => {
    expect(multiplied('140000', '112')).toBe('15680000');
    expect(multiplied('0.1', '0.2')).toBe('0.02');
    expect(multiplied('9223372036854775808', '128')).toBe('1180591620717411303424');
    expect(multiplied('2.50', '4')).toBe('10');
    expect(multiplied('', '4')).toBeNull();
  });
  it('says the share of a whole with one decimal', () => {
    expect(percentOf('140000', '3321907')).toBe('4.2');
    expect(percentOf('1', '3321907')).toBe('0.0');
    expect(percentOf('0', '5')).toBe('0');
    expect(percentOf('5', '0')).toBeNull();
  });
});

describe('limits in words', () => {
  const element = (config: Element['config']): Element => ({
    id: 'e',
    type: 'text',
    title: 'E',
    config,
    effects: [],
  });
  const context: FormContext = {
    today: '2026-09-03',
    callCode: 'REG',
    cutoff: { start: '2026-06-15', end: '2026-09-04' },
    partitions: [],
    options: {},
    submitted: [],
    ownPartitionId: null,
    documents: [],
  };
  const number = (config: Element['config']) => numberLimitText(element(config), context);
  const date = (config: Element['config']) => dateLimitText(element(config), context);
  const count = (config: Element['config']) => countLimitText(element(config), context);
  it('come before the error, and leave no doubt that the ends are allowed', () => {
    expect(lengthText(element({ length: { min: 500, max: 3000 } }))).toBe(
      'From 500 to 3\u202f000 characters',
    );
    expect(lengthText(element({ length: { max: 150 } }))).toBe('At most 150 characters');
    expect(lengthText(element({ length: { min: 2 } }))).toBe('At least 2 characters');
    expect(number({ min: '0', max: '36', decimals: 1 })).toBe('From 0 to 36, 1 decimal place');
    expect(number({ min: '0' })).toBe('');
    expect(number({ min: '1' })).toBe('At least 1');
    expect(number({ max: '36' })).toBe('At most 36');
    expect(number({ min: '4', max: '4' })).toBe('Exactly 4');
    expect(count({ min: '3', max: '10' })).toBe('From 3 to 10');
    expect(count({ min: '3' })).toBe('At least 3');
    expect(count({ min: '0', max: '10' })).toBe('At most 10');
    expect(date({ min: { cutoff: 'end', days: 100 } })).toBe('On or after 13-12-2026');
    expect(date({ max: { today: true } })).toBe('On or before 03-09-2026');
    expect(date({ min: { cutoff: 'start' }, max: { cutoff: 'end' } })).toBe('From 15-06-2026 to 04-09-2026');
    expect(fileLimitText(element({ upload: { maxMb: 10, maxPages: 12 } }))).toBe(
      'PDF, up to 10 MB and 12 pages',
    );
  });
});

describe('limits of an amount in words', () => {
  const element: Element = {
    id: 'e',
    type: 'partition-resources',
    title: 'E',
    config: { max: '7' },
    effects: [],
  };
  const context: FormContext = {
    today: '2026-09-03',
    callCode: 'REG',
    cutoff: null,
    partitions: [],
    options: {},
    submitted: [],
    ownPartitionId: null,
    documents: [],
  };
  const partition: CutoffPartition = {
    id: 'p',
    name: 'Alpha',
    centre: 'C',
    kind: 'CPU',
    description: '',
    unit: 'node hours',
    disabled: false,
    min: '60000',
    max: '230000',
    fixed: null,
    pool: '573342',
    coreHoursPerUnit: null,
    gpuHoursPerUnit: null,
  };
  const text = (more: Partial<CutoffPartition> | null, config = element.config) =>
    amountLimitText({ ...element, config }, more === null ? null : { ...partition, ...more }, context);

  it('are those of the partition, else those of the element, and never more than the pool', () => {
    expect(text({})).toBe('From 60\u202f000 to 230\u202f000 node hours');
    expect(text({ max: '600000' })).toBe(
      'From 60\u202f000 to 573\u202f342 node hours, which is the whole pool',
    );
    expect(text({ min: null, max: null }, {})).toBe(
      'At most 573\u202f342 node hours, which is the whole pool',
    );
    expect(text({ max: null, pool: null }, {})).toBe('At least 60\u202f000 node hours');
    expect(text({ min: null, max: null, pool: null }, {})).toBe('');
    expect(text(null)).toBe('At most 7');
  });
});

describe('addresses of fields', () => {
  it('lead back to the field', () => {
    for (const key of [
      { elementId: 'R2.birth', groupId: null },
      { elementId: 'R3.t_email', groupId: '4955f1cd-0761-4f14-b941-ccedaa310e1d' },
    ])
      expect(fieldAt(addressOf(key))).toEqual(key);
  });
});

describe('dial codes', () => {
  it('name each code once', () => {
    const codes = dialCodes().map((entry) => entry.code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(defaultDialCode).toBe('+32');
    expect(dialCodes().find((entry) => entry.code === defaultDialCode)?.countries).toBe('Belgium');
    expect(dialCodes().find((entry) => entry.code === '+1')?.countries).toBe('Canada, United States');
  });

  it('name every country that has a telephone, each once', () => {
    const codes = dialCodes().map((entry) => entry.code);
    const countries = dialCodes().flatMap((entry) => entry.countries.split(', '));
    expect(countries).toHaveLength(241);
    expect(new Set(countries).size).toBe(countries.length);
    // No country without a name, no code that is none.
    expect(countries.filter((name) => /^[A-Z]{2}$/.test(name))).toEqual([]);
    expect(codes.filter((code) => !/^\+[1-9]\d{0,3}$/.test(code))).toEqual([]);
    const codeOf = (country: string) =>
      dialCodes().find((entry) => entry.countries.split(', ').includes(country))?.code;
    expect(['Kazakhstan', 'Jamaica', 'Vatican City', 'Nauru', 'Germany'].map(codeOf)).toEqual([
      '+7',
      '+1876',
      '+39',
      '+674',
      '+49',
    ]);
    // Who looks for the larger country of a code finds it in its place of the list.
    expect(
      ['+44', '+7', '+39', '+61'].map(
        (code) =>
          dialCodes()
            .find((entry) => entry.code === code)
            ?.countries.split(', ')[0],
      ),
    ).toEqual(['United Kingdom', 'Russia', 'Italy', 'Australia']);
  });
});
