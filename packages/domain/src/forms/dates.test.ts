import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addYears, isPlainDate, showDate } from './dates.ts';
import { computedDate } from './limits.ts';
import type { FormContext } from './types.ts';

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
    expect(computedDate({ cutoff: 'end' }, { ...context, cutoff: null })).toBe(null);
    expect(computedDate({ today: true, years: -18 }, context)).toBe('2006-02-28');
    expect(computedDate({ today: true, days: 1 }, context)).toBe('2024-03-01');
  });
});
