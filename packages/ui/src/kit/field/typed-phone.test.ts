import { expect, it } from 'vitest';
import { isWholePhone, normalisePhone, splitPhone } from './typed-phone.ts';

it.each([
  ['+32|475 12 34 56', '+32|475123456'],
  ['+32|0475/12.34-56', '+32|475123456'],
  ['+39|06 6982 1234', '+39|0669821234'],
  ['+32|+39 06 6982 1234', '+39|0669821234'],
  ['+32|+32 0475 12 34 56', '+32|475123456'],
  ['+32|+46 70 123 45 67', '+46|701234567'],
  ['+32|0046701234567', '+46|701234567'],
  ['+32|+1 (415) 555-0100', '+1|4155550100'],
  ['+32|+1 876 555-1234', '+1876|5551234'],
  ['+32|+44 (0)20 7946 0958', '+44|2079460958'],
  ['+32|+358 40 1234567', '+358|401234567'],
  ['+358|', ''],
  ['+32|', ''],
  ['+36|20 555 12 34', '+36|205551234'],
  // What is no number is not made one, and does not vanish.
  ['+32|ask my office', '+32|ask my office'],
  ['+32|475 12 34 56 (evenings)', '+32|475 12 34 56 (evenings)'],
  ['+32|+36 20 ask', '+36|20 ask'],
  ['+32|+ask 36', '+32|+ask 36'],
  ['+32|--', '+32|--'],
])('keeps %j as %j', (typed, kept) => {
  expect(normalisePhone(typed)).toBe(kept);
  if (kept !== '') expect(normalisePhone(kept)).toBe(kept);
});

it.each([
  ['+36 20 555 12 34', '+36', '20 555 12 34'],
  ['0036-20-555-12-34', '+36', '20-555-12-34'],
  ['+1 876 555-1234', '+1876', '555-1234'],
  ['+(32) 475 12', '+32', '475 12'],
  ['+46 (0)70-123 45 67', '+46', '70-123 45 67'],
  // On the way there.
  ['+3', '+32', '+3'],
  ['+36', '+36', ''],
  ['0475 12 34 56', '+32', '0475 12 34 56'],
  ['ask +36', '+32', 'ask +36'],
])('parts %j into the code %j and %j', (typed, code, number) => {
  expect(splitPhone('+32', typed)).toEqual({ code, number });
});

it('knows a whole number from a part of one', () => {
  const before = '475 12 34 56';
  expect(
    ['+36 20 555 12 34', '0475 99 88 77', ' 475998877 '].map((text) => isWholePhone(text, before)),
  ).toEqual([true, true, true]);
  expect(['99', '12 34 5', 'call 475998877', ''].map((text) => isWholePhone(text, before))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  // The rest of a number that was begun.
  expect([isWholePhone('123456', '0475'), isWholePhone('+32 475 12 34 56', '0475')]).toEqual([false, true]);
});
