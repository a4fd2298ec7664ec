import type { Message } from '@clearcall/i18n/message.ts';
import { dateFault, isPlainDate } from '../dates.ts';
import { dayNumber } from '../day-number.ts';
import { limitDay, limitValue } from '../limits.ts';
import { dayOf, messages } from '../messages.ts';
import { normaliseLine } from '../text.ts';
import type { Element } from '../types.ts';
import { type Around, type ElementRule, oneValue, singleLine } from './rule.ts';

/** A day that the calendar has, within its inclusive limits. */
export function checkDate(values: readonly string[], element: Element, around: Around): Message | null {
  const value = values[0];
  if (value === undefined || values.length > 1) return messages.invalid();
  const day = dayNumber(value);
  // Never stored: what somebody has typed and has still to mend.
  if (Number.isNaN(day)) return messages.invalid(dateFault(value));
  const { min, max } = element.config;
  const { context } = around;
  const first = limitDay(min, context);
  if (first !== null && day < first) return messages.dateMin(limitValue(min, context) ?? '');
  const last = limitDay(max, context);
  if (last !== null && day > last) return messages.dateMax(limitValue(max, context) ?? '');
  return null;
}

/** A day yyyy-mm-dd. */
export const date: ElementRule = {
  ...singleLine,
  kind: 'date',
  limits: 'date',
  normalise: (values) =>
    oneValue(values, 20, (value) => {
      const day = normaliseLine(value);
      return day === '' || isPlainDate(day) ? day : null;
    }),
  check: checkDate,
  display: ([day = '']) => (isPlainDate(day) ? dayOf(day) : day),
};
