import { expect, it } from 'vitest';
import { hasBegun, isOver, whyNotDays } from './membership.ts';

const today = '2026-11-21';

it('begins on its first day', () => {
  expect(
    ['2026-11-20', '2026-11-21', '2026-11-22', null].map((startsOn) => hasBegun({ startsOn }, today)),
  ).toEqual([true, true, false, true]);
});

it('is over after its last day', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-22', null].map((endsOn) => isOver({ endsOn }, today))).toEqual(
    [true, false, false, false],
  );
});

it('has its last day today or later, and not before its first', () => {
  const examples = [
    [null, null, null],
    ['2026-11-01', '2026-11-21', null],
    ['2026-12-01', '2026-12-01', null],
    [null, '2026-11-20', 'last_day_past'],
    ['2026-12-02', '2026-12-01', 'days_out_of_order'],
    ['2026-10-02', '2026-10-01', 'days_out_of_order'],
  ] as const;
  for (const [startsOn, endsOn, fault] of examples)
    expect([startsOn, endsOn, whyNotDays({ startsOn, endsOn }, today)]).toEqual([startsOn, endsOn, fault]);
});
