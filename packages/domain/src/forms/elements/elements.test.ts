import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Element, ElementConfig, ElementType, FormContext, Partition } from '../types.ts';
import { isYear, numberCharacters, readingNote, readNumber } from './number.ts';
import { isPhoneNumber } from './phone-number.ts';
import type { Around } from './rule.ts';
import { elementRules } from './rules.ts';

const { translate } = createTranslator('en', await loadArea('en', 'forms'));

const context: FormContext = {
  today: '2026-11-21',
  callCode: 'REG',
  cutoff: { start: '2026-10-01', end: '2026-12-01' },
  partitions: [
    {
      id: 'p1',
      name: 'Alpha CPU',
      kind: 'CPU',
      unit: 'node hours',
      disabled: false,
      min: '10',
      max: '500',
      fixed: null,
      pool: null,
    },
    {
      id: 'p2',
      name: 'Alpha GPU',
      kind: 'GPU',
      unit: 'node hours',
      disabled: true,
      min: null,
      max: null,
      fixed: null,
      pool: null,
    },
  ],
  options: { titles: [{ value: 'dr', label: 'Dr.' }] },
  submitted: [],
  ownPartitionId: null,
  documents: [
    { id: 'd1', sizeBytes: 1000, pages: 3 },
    { id: 'd2', sizeBytes: 20 * 1_048_576, pages: 3 },
    { id: 'd3', sizeBytes: 1000, pages: 40 },
  ],
};

function element(type: ElementType, config: ElementConfig = {}, more: Partial<Element> = {}): Element {
  return { id: 'e', type, title: 'Team member', config, effects: [], ...more };
}

function around(more: Partial<Around> = {}): Around {
  return { context, parent: null, partition: null, required: false, ...more };
}

function stored(of: Element, ...values: string[]): string[] | string {
  const kept = elementRules[of.type].normalise(values, of);
  return kept.ok ? kept.values : kept.code;
}

function broken(of: Element, values: string[], more: Partial<Around> = {}): string | null {
  const message = elementRules[of.type].check(values, of, around(more));
  return message === null ? null : translate(message);
}

function shown(of: Element, ...values: string[]): string {
  return translate(elementRules[of.type].display(values, of, around()));
}

const yesNo = {
  items: [
    { value: 'yes', label: 'Yes, please' },
    { value: 'no', label: 'No' },
  ],
};

describe('text', () => {
  it('keeps one line', () => {
    expect(stored(element('text'), '  A\ntitle  ')).toEqual(['A title']);
    expect(stored(element('text'), '')).toEqual([]);
    expect(stored(element('text'), 'x'.repeat(2001))).toBe('too_long');
    expect(stored(element('text'), 'a', 'b')).toBe('too_many');
  });

  it('counts its length inclusively', () => {
    const limited = element('text', { length: { min: 2, max: 4 } });
    expect(['a', 'ab', 'abcd', 'abcde'].map((text) => broken(limited, [text]))).toEqual([
      'The text must have a minimum of 2 characters.',
      null,
      null,
      'The text must have less than 4 characters. Exactly 4 are allowed.',
    ]);
  });

  it('is one value', () => {
    expect(broken(element('text'), ['a', 'b'])).toBe('This value is not valid.');
    expect(broken(element('textarea'), ['a', 'b'])).toBe('This value is not valid.');
  });

  it('knows the written forms', () => {
    const orcid = element('text', { format: 'orcid' });
    expect(stored(orcid, 'https://orcid.org/0000-0002-1694-233x')).toEqual(['0000-0002-1694-233X']);
    const parted = [
      '000000021694233x',
      '0000 0002 1694 233X',
      '0000–0002–1694–233X',
      'orcid.org/000000021694233X/',
    ];
    expect(parted.map((text) => stored(orcid, text))).toEqual(parted.map(() => ['0000-0002-1694-233X']));
    expect(stored(orcid, '00000002169423')).toEqual(['00000002169423']);
    expect(broken(orcid, ['0000-0002-1694-233X'])).toBe(null);
    expect(broken(orcid, ['0000-0002-1825-0097'])).toBe(null);
    expect(broken(orcid, ['0000-0002-1825-0098'])).toBe(
      'This value is not valid. The last character does not match the others. Check your ORCID iD.',
    );
    expect(broken(orcid, ['0000-0002-1825'])).toBe(
      'This value is not valid. An ORCID iD has four groups of four characters, such as 0000-0002-1825-0097.',
    );
    expect(broken(element('text', { format: 'pic' }), ['999999999'])).toBe(null);
    expect(broken(element('text', { format: 'pic' }), ['99999999'])).toBe(
      'This value is not valid. A PIC has nine digits, such as 999999999.',
    );
    expect(stored(element('text', { format: 'doi' }), 'https://doi.org/10.1000/xyz 1')).toEqual([
      '10.1000/xyz 1',
    ]);
    expect(broken(element('text', { format: 'doi' }), ['10.1000/xyz'])).toBe(null);
    expect(broken(element('text', { format: 'doi' }), ['11.1000/xyz'])).toBe(
      'This value is not valid. A DOI starts with 10 and has a slash, such as 10.1000/182.',
    );
    const uid = element('text', { format: 'uid' });
    expect(['CLR-REG-2026R02-014', 'EHPC-AIF-2026PG01-905'].map((text) => broken(uid, [text]))).toEqual([
      null,
      null,
    ]);
    expect(broken(uid, ['REG 2026'])).toBe(
      'This value is not valid. A proposal ID looks like ABC-REG-2026R01-014.',
    );
  });
});

describe('textarea', () => {
  it('keeps its lines and its ends', () => {
    expect(stored(element('textarea'), ' a\r\nb ')).toEqual([' a\nb ']);
    expect(stored(element('textarea'), 'x'.repeat(100_001))).toBe('too_long');
    expect(elementRules.textarea.isEmpty(['  \n '])).toBe(true);
    const limited = element('textarea', { length: { min: 3, max: 5 } });
    expect(broken(limited, ['e\u0301e\u0301'])).toBe('The text must have a minimum of 3 characters.');
    expect(broken(limited, ['😀'.repeat(5)])).toBe(null);
    expect(broken(limited, ['😀'.repeat(6)])).toBe(
      'The text must have less than 5 characters. Exactly 5 are allowed.',
    );
  });
});

describe('email', () => {
  it('is one address', () => {
    expect(broken(element('email'), ['a@b'])).toBe('Insert a valid email.');
    expect(stored(element('email'), ' a\u00ad@b.eu\u200b ')).toEqual(['a@b.eu']);
    expect(stored(element('email'), '\u200b')).toEqual([]);
  });
});

describe('phone-number', () => {
  it('follows the rule', () => {
    const good = ['+32|475123456', '+32475123456', '0032 475/12.34-56', '+(32)475123456', '+1|202-555-0123'];
    const bad = [
      '475123456',
      '+|475123456',
      '+32|475',
      '+32|abc',
      '+32|4751234567890123456',
      '++32475123456',
      '+(12345)475123456',
    ];
    expect([...good, ...bad].filter(isPhoneNumber)).toEqual(good);
    // One to four digits, then 6 to 14 characters.
    const digits = (count: number) => '1'.repeat(count);
    const lengths = Array.from({ length: 20 }, (_none, at) => at);
    for (const start of ['+(1)', '00(1234)', '+1234|'])
      expect(lengths.filter((count) => isPhoneNumber(start + digits(count)))).toEqual([
        6, 7, 8, 9, 10, 11, 12, 13, 14,
      ]);
    expect(['+|', '+1|', '+1234|', '+12345|'].map((code) => isPhoneNumber(code + digits(9)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(broken(element('phone-number'), ['+32|12'])).toBe('Insert a valid phone number.');
    expect(elementRules['phone-number'].isEmpty(['+32|'])).toBe(true);
    expect(stored(element('phone-number'), ' +32 | 475123456 ')).toEqual(['+32|475123456']);
    expect(stored(element('phone-number'), '|')).toEqual([]);
    expect(shown(element('phone-number'), '+32|475123456')).toBe('+32 475123456');
  });

  it('is judged in linear time', () => {
    const start = performance.now();
    isPhoneNumber(`+1${'1'.repeat(200_000)}!`);
    isPhoneNumber(`+(${'1 '.repeat(100_000)}`);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('number', () => {
  it('takes only multiples of its step, exactly, and says which', () => {
    const score = element('number', { decimals: 1, step: '0.5', max: '5' });
    expect(['0', '0.5', '.5', '4.0', '5'].map((value) => broken(score, [value]))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    const sentence = 'This value is not valid. Enter a multiple of 0.5.';
    expect(['0.1', '4.9', '3.3'].map((value) => broken(score, [value]))).toEqual([
      sentence,
      sentence,
      sentence,
    ]);
    expect(broken(score, ['5.5'])).toBe('The value must be below 5. Exactly 5 is allowed.');
    // Where doubles would say otherwise: 0.3 / 0.1 is not 3.
    const tenths = element('number', { decimals: 1, step: '0.1' });
    expect(['0.3', '0.7', '123456789012345.6'].map((value) => broken(tenths, [value]))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('reads what people type', () => {
    const decimals = element('number', { decimals: 2 });
    expect(
      ['1,5', '1.234,50', '007', '.5', '5.', '-3', '+3', ' 12 000 ', ''].map((text) =>
        stored(decimals, text),
      ),
    ).toEqual([['1.5'], ['1234.50'], ['7'], ['0.5'], ['5'], ['0'], ['3'], ['12000'], []]);
    expect(['1,5', '1.234', '12 000', "9'000"].map((text) => stored(element('number'), text))).toEqual([
      ['15'],
      ['1234'],
      ['12000'],
      ['9000'],
    ]);
    const none = ['1e5', '1e2', 'x', '12h', '1-5', '-', '.', '٣'];
    expect(none.map((text) => stored(element('number'), text))).toEqual(none.map(() => 'wrong_type'));
    expect(['-5', '−5', '–1,5'].map((text) => stored(decimals, text))).toEqual([['0'], ['0'], ['0']]);
    expect(['1,000,000', '1.000.000', '1.000,000'].map((text) => stored(decimals, text))).toEqual([
      ['1000000'],
      ['1000000'],
      ['1000.000'],
    ]);
    expect(stored(element('number'), '9223372036854775809')).toEqual(['9223372036854775808']);
    expect(stored(element('number'), '9'.repeat(61))).toBe('too_long');
  });

  it('says what it left out of what was typed', () => {
    const notes = (decimals: number, ...texts: string[]) =>
      Object.fromEntries(
        texts.map((text) => {
          const note = readingNote(text, decimals);
          return [text, note === null ? null : translate(note)];
        }),
      );
    const whole = (value: string) => `Read as ${value}. Only whole numbers are allowed here.`;
    expect(notes(0, '20,5', '1.5', '1,00', '12.3.4', '1 2', '-5', '−1.5', '9'.repeat(20))).toEqual({
      '20,5': whole('205'),
      '1.5': whole('15'),
      '1,00': whole('100'),
      '12.3.4': whole('1\u202f234'),
      '1 2': 'Read as 12.',
      '-5': 'Read as 0. Negative numbers are not allowed here.',
      '−1.5': 'Read as 0. Negative numbers are not allowed here.',
      [`${'9'.repeat(20)}`]:
        'Read as 9\u202f223\u202f372\u202f036\u202f854\u202f775\u202f808. Larger numbers are not allowed here.',
    });
    const plain = ['', ' 7 ', '007', '+3', '1234', '1,234', '1.234', '100,000', '1 234 567', "9'000", '12a'];
    expect(Object.values(notes(0, ...plain)).filter((note) => note !== null)).toEqual([]);
    const fine = ['2,5', '2.5', '.5', '5.', '1.234,50', '1 234,5', '1,234,567', '0.125', '1000'];
    expect(Object.values(notes(1, ...fine)).filter((note) => note !== null)).toEqual([]);
    expect(notes(0, '１２０')).toEqual({ '１２０': null });
    expect(translate(readingNote('15', 0, true) ?? 'none')).toBe('Read as 15.');
    expect(notes(3, '1,000', '1.2,3')).toEqual({ '1,000': 'Read as 1.000.', '1.2,3': 'Read as 12.3.' });
  });

  it('tells limits and values with the decimal mark of the language, and what is a year as one', async () => {
    const score = element('number', { decimals: 2, step: '0.25', min: '0.5', max: '1234.5', unit: 'h' });
    const year = element('number', { min: '1990', max: '2027' });
    const sentence = async (language: 'en' | 'de' | 'fr') => {
      const speaker = createTranslator(language, await loadArea(language, 'forms'));
      const why = (of: Element, value: string) =>
        speaker.translate(elementRules.number.check([value], of, around()) ?? 'none');
      const reading = speaker.translate(readingNote('1.2,3', 3) ?? 'none');
      const display = speaker.translate(elementRules.number.display(['1200.25'], score, around()));
      return [why(score, '0.3'), why(score, '2000'), why(score, '0.6'), why(year, '1980'), reading, display];
    };
    expect([await sentence('en'), await sentence('de'), await sentence('fr')]).toEqual([
      [
        'The value must be above 0.5. Exactly 0.5 is allowed.',
        'The value must be below 1 234.5. Exactly 1 234.5 is allowed.',
        'This value is not valid. Enter a multiple of 0.25.',
        'The value must be above 1 990. Exactly 1 990 is allowed.',
        'Read as 12.3.',
        '1\u202f200.25\u00a0h',
      ],
      [
        'Der Wert muss mindestens 0,5 betragen.',
        'Der Wert darf höchstens 1 234,5 betragen.',
        'Dieser Wert ist nicht gültig. Geben Sie ein Vielfaches von 0,25 ein.',
        'Der Wert muss mindestens 1 990 betragen.',
        'Gelesen als 12,3.',
        '1\u202f200,25\u00a0h',
      ],
      [
        'La valeur doit être supérieure ou égale à 0,5.',
        'La valeur doit être inférieure ou égale à 1 234,5.',
        'Cette valeur n’est pas valide. Saisissez un multiple de 0,25.',
        'La valeur doit être supérieure ou égale à 1 990.',
        'Lu comme 12,3.',
        '1\u202f200,25\u00a0h',
      ],
    ]);
  });

  it('drops nothing that counts without a word', () => {
    const typed = fc.string({ unit: fc.constantFrom('1', '0', '.', ',', '-', ' ', 'e'), maxLength: 9 });
    fc.assert(
      fc.property(typed, fc.constantFrom(0, 2), (text, decimals) => {
        const value = readNumber(text, decimals);
        if (value === null || value === '' || readingNote(text, decimals) !== null) return;
        const digits = (of: string) => of.replace(/\D/g, '').replace(/^0+/, '');
        expect(digits(value)).toBe(digits(text));
        // Of whole numbers only what parts thousands has gone.
        if (decimals === 0) expect(text.trim()).not.toMatch(/[\s.,](?!\d{3}(?:[\s.,]|$))/);
      }),
    );
  });

  it('is a year when its limits are years, and has no thousands then', () => {
    const year = element('number', { min: '1990', max: '2027' });
    expect([shown(year, '2024'), shown(element('number', { min: '0', max: '2027' }), '2024')]).toEqual([
      '2024',
      '2\u202f024',
    ]);
    const others: ElementConfig[] = [
      {},
      { min: '1990' },
      { min: '1990', max: '2500' },
      { min: '1990', max: '2027', unit: 'h' },
      { min: '1990', max: '2027', decimals: 1 },
    ];
    expect(others.map((config) => isYear(element('number', config)))).toEqual(others.map(() => false));
  });

  it('keeps its limits inclusively and its decimals', () => {
    const limited = element('number', { min: '0.1', max: '240', decimals: 1 });
    expect(['0', '0.1', '240', '240.1', '1.25', 'x'].map((value) => broken(limited, [value]))).toEqual([
      'The value must be above 0.1. Exactly 0.1 is allowed.',
      null,
      null,
      'The value must be below 240. Exactly 240 is allowed.',
      'This value is not valid. Enter at most 1 decimal place.',
      'This value is not valid. Enter a number.',
    ]);
    expect(broken(element('number'), ['1.5'])).toBe('This value is not valid. Enter a whole number.');
    expect(shown(element('number', { unit: 'TB' }), '1234567.5')).toBe('1\u202f234\u202f567.5\u00a0TB');
  });
});

describe('date and birthdate', () => {
  it('keep to the limits of cut-off and today', () => {
    const start = element('date', { min: { cutoff: 'end', days: 14 }, max: { cutoff: 'end', days: 60 } });
    expect(
      ['2026-12-14', '2026-12-15', '2027-01-30', '2027-01-31', '2026-02-30'].map((day) =>
        broken(start, [day]),
      ),
    ).toEqual([
      'The value must be after 15-12-2026. That day itself is allowed.',
      null,
      null,
      'The value must be before 30-01-2027. That day itself is allowed.',
      'This value is not valid. There is no 30 February 2026.',
    ]);
    const birth = element('birthdate', {
      min: { today: true, years: -100 },
      max: { today: true, years: -18 },
    });
    expect(
      ['1926-11-20', '1926-11-21', '2008-11-21', '2008-11-22'].map((day) => broken(birth, [day])),
    ).toEqual([
      'The value must be after 21-11-1926. That day itself is allowed.',
      null,
      null,
      'The value must be before 21-11-2008. That day itself is allowed.',
    ]);
    expect(broken(element('birthdate'), ['2026-11-22'])).toBe(
      'The value must be before 21-11-2026. That day itself is allowed.',
    );
    expect(stored(element('date'), '24-12-2026')).toBe('wrong_type');
    expect(stored(element('date'), ' 2026-12-24')).toEqual(['2026-12-24']);
    expect(shown(element('date'), '2026-12-24')).toBe('24-12-2026');
  });
});

describe('select and multiselect', () => {
  const notOffered = 'This value is not valid. This option is not offered here.';

  it('take what is offered', () => {
    expect(broken(element('select', {}, yesNo), ['yes'])).toBe(null);
    expect(broken(element('select', {}, yesNo), ['maybe'])).toBe(notOffered);
    expect(broken(element('select', {}, { optionsGroup: 'titles' }), ['dr'])).toBe(null);
    expect(broken(element('select', {}, { optionsGroup: 'other' }), ['dr'])).toBe(notOffered);
    expect(shown(element('select', {}, yesNo), 'yes')).toBe('Yes, please');
    expect(shown(element('multiselect', {}, yesNo), 'yes', 'no')).toBe('Yes, please, No');
    const two = element('multiselect', { min: '2' }, yesNo);
    expect(broken(two, ['yes'])).toBe('At least 2 entries are required.');
    expect(broken(two, ['yes', 'no'])).toBe(null);
    expect(broken(two, ['yes', 'maybe'])).toBe(notOffered);
  });

  it('offer options under their parent only', () => {
    const items = [
      { value: 'a1', label: 'A1', parent: 'a' },
      { value: 'b1', label: 'B1', parent: 'b' },
    ];
    const sub = element('select', { optionsBy: 'x' }, { items });
    expect(broken(sub, ['a1'], { parent: ['a'] })).toBe(null);
    const unfit = 'This value is not valid. This option does not fit the answer it depends on.';
    expect(broken(sub, ['b1'], { parent: ['a'] })).toBe(unfit);
    expect(broken(sub, ['b1'], { parent: [] })).toBe(unfit);
  });
});

describe('checkbox and toggle', () => {
  it('are true or false', () => {
    expect(stored(element('checkbox'), 'TRUE')).toEqual(['true']);
    expect(stored(element('toggle'))).toEqual(['false']);
    expect(stored(element('toggle'), 'on')).toBe('wrong_type');
    expect([elementRules.checkbox, elementRules.toggle].map((rule) => rule.isEmpty(['false']))).toEqual([
      true,
      false,
    ]);
    expect(shown(element('toggle'), 'true')).toBe('Yes');
    expect(broken(element('toggle'), ['on'])).toBe('This value is not valid.');
  });
});

describe('upload', () => {
  it('keeps documents within their limits', () => {
    const cv = element('upload', { upload: { maxMb: 5, maxPages: 12 } });
    expect([['d1'], ['d2'], ['d3'], ['dx'], ['d1', 'd3']].map((ids) => broken(cv, ids))).toEqual([
      null,
      'The file must be 5 MB or smaller.',
      'The document must have 12 pages or fewer.',
      'This value is not valid. This file no longer exists. Upload it again.',
      'The document must have 12 pages or fewer.',
    ]);
    expect(broken(element('upload'), ['d1', 'd2'])).toBe('At most 1 file is allowed.');
    expect(broken(element('upload', { max: '2' }), ['d1', 'd2'])).toBe(null);
    expect(shown(cv, 'd1')).toBe('1 document');
  });
});

describe('multitext', () => {
  it('drops empty and repeated items', () => {
    expect(stored(element('multitext'), 'wind energy', 'WIND ENERGY', 'wind')).toEqual([
      'wind energy',
      'wind',
    ]);
    expect(stored(element('multiselect', {}), 'a', 'A')).toEqual(['a', 'A']);
    expect(stored(element('multitext'), ' a ', '', 'b', 'a')).toEqual(['a', 'b']);
    expect(stored(element('multitext'), ...Array.from({ length: 1001 }, String))).toBe('too_many');
    expect(stored(element('multitext'), 'x'.repeat(501))).toBe('too_long');
    const keywords = element('multitext', { min: '3', max: '4' });
    expect(broken(keywords, ['a', 'b'])).toBe('At least 3 entries are required.');
    expect(broken(keywords, ['a', 'b', 'c', 'd', 'e'])).toBe('At most 4 entries are allowed.');
    expect(shown(keywords, 'a', 'b')).toBe('a, b');
  });
});

describe('group', () => {
  it('counts its rows', () => {
    const team = element('group', { min: '2', max: '3' });
    expect(broken(team, ['r1'])).toBe('A minimum of 2 Team members is needed.');
    expect(broken(team, ['r1', 'r2', 'r3', 'r4'])).toBe("There can't be more than 3 Team members.");
    expect(broken(element('group'), [], { required: true })).toBe('A minimum of 1 Team members is needed.');
    expect(broken(element('group'), [])).toBe(null);
    expect(stored(team, 'x')).toBe('wrong_type');
  });
});

describe('partitions', () => {
  it('are offered by the cut-off or not', () => {
    expect(broken(element('select-partition'), ['p1'])).toBe(null);
    const notOffered = 'This value is not valid. This partition is not offered at this cut-off.';
    expect(broken(element('select-partition'), ['p2'])).toBe(notOffered);
    expect(broken(element('partitions'), ['p1', 'px'])).toBe(notOffered);
    expect(broken(element('partitions', { min: '2' }), ['p1'])).toBe('At least 2 entries are required.');
    expect(shown(element('partitions'), 'p1', 'px')).toBe('Alpha CPU, px');
    expect(shown(element('select-partition'), 'p2')).toBe('Alpha GPU');
  });

  it('limit their amounts', () => {
    const partition = context.partitions[0] ?? null;
    const amount = element('partition-resources', { max: '7' });
    expect(['9', '10', '500', '501'].map((value) => broken(amount, [value], { partition }))).toEqual([
      'The value must be higher than 10. Exactly 10 is allowed.',
      null,
      null,
      'The value must be lower than 500. Exactly 500 is allowed.',
    ]);
    expect(broken(amount, ['8'])).toBe('The value must be lower than 7. Exactly 7 is allowed.');
    expect(broken(amount, ['x'], { partition })).toBe('This value is not valid. Enter a number.');
    expect(
      translate(elementRules['partition-resources'].display(['1500'], amount, around({ partition }))),
    ).toBe('1\u202f500\u00a0node hours');
  });
});

describe('the pool of a partition', () => {
  const [partition] = context.partitions;
  const pooled = (more: Partial<Partition>) => ({
    partition: partition === undefined ? null : { ...partition, pool: '100', max: null, ...more },
  });
  const amount = element('partition-resources', { decimals: 1 });
  const more = 'This is more than the whole pool of Alpha CPU, 100\u00a0node hours.';

  it('limits every amount on it, the whole of it included', () => {
    expect(['9', '100', '100.1', '132'].map((value) => broken(amount, [value], pooled({})))).toEqual([
      'The value must be higher than 10. Exactly 10 is allowed.',
      null,
      more,
      more,
    ]);
  });

  it('gives way to a lower limit, and stands before a higher one', () => {
    expect(broken(amount, ['132'], pooled({ max: '50' }))).toBe(
      'The value must be lower than 50. Exactly 50 is allowed.',
    );
    expect(broken(amount, ['132'], pooled({ max: '100' }))).toBe(
      'The value must be lower than 100. Exactly 100 is allowed.',
    );
    expect(broken(amount, ['132'], pooled({ max: '500' }))).toBe(more);
    expect(broken(amount, ['501'], pooled({ max: '500' }))).toBe(more);
  });

  it('says nothing of another unit, nor where there is none', () => {
    expect(broken(element('partition-resources', { unit: 'TB' }), ['132'], pooled({}))).toBe(null);
    expect(broken(element('partition-resources', { unit: 'node hours' }), ['132'], pooled({}))).toBe(more);
    expect(broken(amount, ['132'], pooled({ pool: null }))).toBe(null);
  });
});

describe('every type', () => {
  it('cleans once and for all', () => {
    const value = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '1', '.', ',', '-', '+', ' ', '|', '@', 'é', '\n', '0') }),
      fc.constantFrom('true', '2026-11-21', '+32|475 12', '1.234,5', 'https://doi.org/10.1/x'),
    );
    const types = Object.keys(elementRules) as ElementType[];
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.array(value, { maxLength: 3 }),
        fc.constantFrom('orcid', 'doi', 'pic'),
        (type, values, format) => {
          const config: ElementConfig =
            type === 'text' ? { format } : type === 'number' ? { decimals: 2 } : {};
          const of = element(type, config);
          const once = elementRules[type].normalise(values, of);
          if (once.ok) expect(elementRules[type].normalise(once.values, of)).toEqual(once);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('shows nothing and holds nothing when it is for show only', () => {
    const shows: ElementType[] = ['title', 'instructions', 'space', 'divider'];
    expect(
      shows.map((type) => [stored(element(type), 'x'), broken(element(type), []), shown(element(type))]),
    ).toEqual(shows.map(() => ['wrong_type', null, '']));
  });
});

it('drops letters from what is typed as a number, and keeps separators and signs', () => {
  expect(['a1b2.5,3c', '95 %', '1e5', "-60'000", '12 months', 'two', '９０k'].map(numberCharacters)).toEqual([
    '12.5,3',
    '95 ',
    '15',
    "-60'000",
    '12 ',
    '',
    '90',
  ]);
});
