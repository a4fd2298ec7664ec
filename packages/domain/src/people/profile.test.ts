import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAccountNumber, checkBic, showIban } from './bank-account.ts';
import {
  checkProfile,
  normaliseProfile,
  type ProfileChange,
  profileTabs,
  profileTextNames,
} from './profile.ts';

const around = {
  today: '2026-11-21',
  oneName: false,
  isKnown: (list: string, value: string) =>
    list === 'research_fields' ? /^(PE|LS|SH)\d$/.test(value) : value === 'BE',
};
const { translate } = createTranslator('en', await loadArea('en', 'forms'));
/** What is wrong, in English. */
const judge = (change: ProfileChange): Record<string, string> =>
  Object.fromEntries(
    Object.entries(checkProfile(normaliseProfile(change), around)).map(([field, why]) => [
      field,
      translate(why),
    ]),
  );

describe('judging a profile', () => {
  it('asks only for what is sent', () => {
    expect(judge({})).toEqual({});
    expect(judge({ acceptMailingList: false, isReviewer: true })).toEqual({});
  });

  it('names every required field that is emptied', () => {
    const required = 'This field is required';
    const empty = { ...Object.fromEntries(profileTextNames.map((field) => [field, '  '])), fields: [''] };
    expect(judge(empty)).toEqual({
      firstName: required,
      lastName: required,
      title: required,
      gender: required,
      nationality: required,
      dateOfBirth: 'Invalid date of birth',
      homeAddress: required,
      fields: required,
    });
  });

  it('takes ages from 18 to 100, both birthdays included, and only days of the calendar', () => {
    const wrong = (date: string) => judge({ dateOfBirth: date }).dateOfBirth === 'Invalid date of birth';
    expect(['2008-11-21', '1926-11-21', '1984-02-29'].filter(wrong)).toEqual([]);
    const bad = ['2008-11-22', '1926-11-20', '1984-02-31', '17-05-1984', '2030-01-01', 'x'];
    expect(bad.filter(wrong)).toEqual(bad);
  });

  it('takes a phone number of digits behind a dial code', () => {
    const wrong = (phone: string) => judge({ phoneNumber: phone }).phoneNumber === 'Invalid phone number';
    expect(['+32|475123456', '+1|4155550100', ' +358|1 '.trim()].filter(wrong)).toEqual([]);
    const bad = ['475123456', '+32|475 12 34 56', '32|475', '+32|', '+32|47a', '+32475123456', '+12345|1'];
    expect(bad.filter(wrong)).toEqual(bad);
  });

  it('takes up to three different fields that are known', () => {
    expect(judge({ fields: ['PE1', 'LS2', 'SH3'] })).toEqual({});
    expect(judge({ fields: ['PE1', 'LS2', 'SH3', 'SH4'] }).fields).toBe('Choose at most 3 fields.');
    expect(judge({ fields: ['PE1', 'PE1'] }).fields).toBe('Choose each field only once.');
    expect(judge({ fields: ['PE1', 'XX1'] }).fields).toBe('Choose fields from the list.');
    expect(judge({ nationality: 'QQ' }).nationality).toBe('Choose an option from the list.');
  });

  it('takes addresses of the web alone, and completes what people type', () => {
    const stored = (website: string) => {
      const tidy = normaliseProfile({ website });
      return checkProfile(tidy, around).website === undefined ? tidy.website : 'refused';
    };
    expect(stored('https://example.org/~zoë?x=1#y')).toBe('https://example.org/~zoë?x=1#y');
    expect(stored(' www.example.org ')).toBe('https://www.example.org');
    expect(stored('orcid.org/0000-0002-1825-0097')).toBe('https://orcid.org/0000-0002-1825-0097');
    expect(stored('HTTP://EXAMPLE.ORG')).toBe('HTTP://EXAMPLE.ORG');
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt://example.org/%0aalert(1)',
      'data:text/html,x',
      'ftp://example.org',
      'https://user:pass@example.org',
      'https://bank.example.org@evil.example',
      'https://localhost',
      'https://a b.example.org',
      'https://example.org/"onclick=',
      'just words',
      `https://example.org/${'x'.repeat(300)}`,
    ])
      expect([bad, stored(bad)]).toEqual([bad, 'refused']);
  });

  it('counts characters, not units', () => {
    expect(judge({ firstName: '🙂'.repeat(80) })).toEqual({});
    expect(judge({ firstName: 'x'.repeat(81) }).firstName).toBe('Enter at most 80 characters.');
  });

  it('tidies the same whether once or twice', () => {
    const texts = fc.dictionary(
      fc.constantFrom(...profileTextNames),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    fc.assert(
      fc.property(texts, (change) => {
        const once = normaliseProfile(change);
        expect(normaliseProfile(once)).toEqual(once);
      }),
      // A capital of several signs.
      { examples: [[{ swiftCode: 'ΐ' }]] },
    );
  });

  it('has every field on exactly one tab', () => {
    const onTabs = Object.values(profileTabs).flat();
    expect([...onTabs].sort()).toEqual(
      [...profileTextNames, 'fields', 'isReviewer', 'acceptMailingList', 'mailPace'].sort(),
    );
  });
});

describe('accounts', () => {
  const typed = (iban: string) => checkAccountNumber(normaliseProfile({ iban }).iban ?? '');

  it('takes IBANs however they are spaced, and plain numbers', () => {
    for (const iban of [
      'BE68 5390 0754 7034',
      'gb82west12345698765432',
      'DE89\u00a03704 0044 0532 0130 00',
      'NO9386011117947',
      '000123-456789',
    ])
      expect([iban, typed(iban)]).toEqual([iban, null]);
    expect(showIban('BE68539007547034')).toBe('BE68 5390 0754 7034');
    expect(showIban('NO9386011117947')).toBe('NO93 8601 1117 947');
  });

  it('finds every single wrong digit and every swap of two neighbours', () => {
    const good = 'BE68539007547034';
    const fault = { id: 'forms.person.ibanCheck' };
    for (let at = 2; at < good.length; at += 1) {
      for (const digit of '0123456789') {
        if (digit === good[at]) continue;
        expect(typed(good.slice(0, at) + digit + good.slice(at + 1))).toEqual(fault);
      }
      const swapped = good.slice(0, at) + (good[at + 1] ?? '') + good[at] + good.slice(at + 2);
      if (swapped !== good && at + 1 < good.length) expect(typed(swapped)).toEqual(fault);
    }
    expect(typed('BE68')).toEqual({ id: 'forms.person.iban' });
    expect(typed("x'; drop table")).toEqual({ id: 'forms.person.iban' });
  });

  it('takes BICs of 8 and 11', () => {
    expect(['GEBABEBB', 'GEBABEBB36A', 'DEUTDEFF500'].map(checkBic)).toEqual([null, null, null]);
    for (const bad of ['GEBABEB', 'GEBABEBB3', '12345678', 'GEBABEBB36AA'])
      expect(checkBic(bad)).toEqual({ id: 'forms.person.bic' });
  });
});
