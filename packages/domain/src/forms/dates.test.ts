import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addYears, dateFault, isPlainDate, monthAsNumber, readDate, showDate } from './dates.ts';
import { dayNumber } from './day-number.ts';
import { computedDate, hardLimits, limitCount, limitDay, limitValue } from './limits.ts';
import type { FormContext } from './types.ts';

const { translate } = createTranslator('en', await loadArea('en', 'forms'));

const context: FormContext = {
  today: '2024-02-29',
  callCode: 'REG',
  cutoff: { start: '2024-01-01', end: '2024-03-25' },
  partitions: [],
  options: {},
  submitted: [],
  ownPartitionId: null,
  documents: [],
};

describe('plain dates', () => {
  it('are days that the calendar has', () => {
    const texts = [
      '2024-02-29',
      '2023-02-29',
      '1900-02-29',
      '2000-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-4-01',
      '',
    ];
    expect(texts.filter(isPlainDate)).toEqual(['2024-02-29', '2000-02-29']);
  });

  it('move by days and years', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addYears('2024-02-29', -18)).toBe('2006-02-28');
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
    expect(addDays('soon', 1)).toBe(null);
    expect(showDate('2026-11-21')).toBe('21-11-2026');
    expect(showDate('soon')).toBe('soon');
  });

  it('agree with the calendar of the machine', () => {
    const day = fc.integer({ min: -200_000, max: 200_000 }).map((days) => new Date(days * 86_400_000));
    fc.assert(
      fc.property(day, fc.integer({ min: -100_000, max: 100_000 }), (date, days) => {
        const moved = new Date(date.getTime() + days * 86_400_000);
        expect(addDays(date.toISOString().slice(0, 10), days)).toBe(moved.toISOString().slice(0, 10));
      }),
    );
  });

  it('are named by the cut-off and by today', () => {
    expect(computedDate({ cutoff: 'end', days: 100 }, context)).toBe('2024-07-03');
    expect(computedDate({ cutoff: 'start' }, context)).toBe('2024-01-01');
    // Without a day for the decision of the call, nothing starts before its cut-off ends.
    expect(computedDate({ cutoff: 'decision', days: 1 }, context)).toBe('2024-03-26');
    const decided = {
      ...context,
      cutoff: { start: '2024-01-01', end: '2024-03-25', decision: '2024-07-10' },
    };
    expect(computedDate({ cutoff: 'decision', days: 1 }, decided)).toBe('2024-07-11');
    expect(limitDay({ cutoff: 'decision', days: 1 }, decided)).toBe(dayNumber('2024-07-11'));
    const onboarded = { ...decided, cutoff: { ...decided.cutoff, onboarding: '2024-07-30' } };
    expect(computedDate({ cutoff: 'onboarding', days: 1 }, onboarded)).toBe('2024-07-31');
    expect(computedDate({ cutoff: 'onboarding', days: 1 }, decided)).toBe('2024-03-26');
    expect(computedDate({ cutoff: 'end' }, { ...context, cutoff: null })).toBe(null);
    expect(computedDate({ today: true, years: -18 }, context)).toBe('2006-02-28');
    expect(computedDate({ today: true, days: 1 }, context)).toBe('2024-03-01');
  });
});

describe('limits', () => {
  const unset = { ...context, cutoff: null };

  it('are the same day as a number and as a text, whatever names it', () => {
    const limits = [
      '2024-05-01',
      { cutoff: 'end' },
      { cutoff: 'start', days: 3 },
      { cutoff: 'end', days: -1 },
      { today: true },
      { today: true, days: 2 },
      { today: true, days: -2 },
      { today: true, years: -18 },
      { today: true, years: 1, days: 1 },
    ] as const;
    const days = [
      '2024-05-01',
      '2024-03-25',
      '2024-01-04',
      '2024-03-24',
      '2024-02-29',
      '2024-03-02',
      '2024-02-27',
      '2006-02-28',
      '2025-03-01',
    ];
    expect(limits.map((limit) => limitValue(limit, context))).toEqual(days);
    expect(limits.map((limit) => limitDay(limit, context))).toEqual(days.map(dayNumber));
  });

  it('are none where nothing is named, or no such day exists', () => {
    const none = [undefined, { cutoff: 'end' }, { cutoff: 'end', days: 1 }] as const;
    expect(none.map((limit) => [limitValue(limit, unset), limitDay(limit, unset)])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    const endless = { ...context, cutoff: { start: '2024-01-01', end: null } };
    expect([limitValue({ cutoff: 'end', days: 1 }, endless), limitDay({ cutoff: 'end' }, endless)]).toEqual([
      null,
      null,
    ]);
    const never = { today: true, years: 100_000, days: 1 } as const;
    expect([
      limitValue(never, { ...context, today: 'soon' }),
      limitDay(never, { ...context, today: 'soon' }),
    ]).toEqual([null, null]);
  });

  it('are counts where they are whole texts of a number', () => {
    const given = ['3', '0', 'many', undefined, { today: true }] as const;
    expect(given.map(limitCount)).toEqual([3, 0, null, null, null]);
  });

  it('hold for everything that may be stored, whatever a form says', () => {
    expect(hardLimits).toEqual({
      lineCharacters: 2_000,
      textCharacters: 100_000,
      items: 1_000,
      itemCharacters: 500,
      numberCharacters: 60,
      files: 20,
      rows: 500,
    });
  });
});

describe('typed dates', () => {
  it.each([
    ['24-12-2026', '2026-12-24'],
    ['4.9.2026', '2026-09-04'],
    ['04/09/2026', '2026-09-04'],
    ['04092026', '2026-09-04'],
    ['2026-09-04', '2026-09-04'],
    [' 29-02-2028 ', '2028-02-29'],
    ['１５-０４-２０２７', '2027-04-15'],
    ['', ''],
  ])('%s is read as %s', (typed, date) => {
    expect(readDate(typed)).toBe(date);
  });

  const howTo = 'Enter the date as day, month and year: dd-mm-yyyy.';
  it.each([
    ['31/02/2027', 'There is no 31 February 2027.'],
    ['29-02-2027', 'There is no 29 February 2027.'],
    ['31042026', 'There is no 31 April 2026.'],
    ['2027-02-31', 'There is no 31 February 2027.'],
    ['12-24-2026', `There is no month 24. ${howTo}`],
    ['01-00-2026', `There is no month 0. ${howTo}`],
    ['01-01-0000', howTo],
    ['1-1-26', howTo],
    ['24-12', howTo],
    ['tomorrow', howTo],
  ])('%s is no date', (typed, sentence) => {
    expect([readDate(typed), translate(dateFault(typed))]).toEqual([null, sentence]);
  });

  const months = (language: string) =>
    Array.from({ length: 12 }, (_, month) =>
      new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
    );
  it.each([
    ['en', '15 April 2027', '2027-04-15'],
    ['en', '15 apr 2027', '2027-04-15'],
    ['de', '15. April 2027', '2027-04-15'],
    ['de', '1. MÄRZ 2027', '2027-03-01'],
    ['fr', '1er août 2027', '2027-08-01'],
    ['fr', '3 juil. 2027', '2027-07-03'],
    ['fr', '3 jui 2027', null],
    ['en', '15 Avril 2027', null],
    ['en', '15 ma 2027', null],
    ['en', '31 February 2027', null],
  ])('in %s, %s is read as %s', (language, typed, date) => {
    expect(readDate(monthAsNumber(typed, months(language)))).toBe(date);
  });
});
