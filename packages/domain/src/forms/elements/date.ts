import { isPlainDate, showDate } from '../dates.ts';
import { limitValue } from '../limits.ts';
import { messages } from '../messages.ts';
import { foldLine } from '../text.ts';
import type { Element } from '../types.ts';
import { type Around, type ElementRule, oneValue, singleLine } from './rule.ts';

export function checkDate(values: readonly string[], element: Element, around: Around): string | null {
  const value = values[0];
  if (value === undefined || values.length > 1 || !isPlainDate(value)) return messages.invalid();
  // Dates yyyy-mm-dd sort like their texts.
  const min = limitValue(element.config.min, around.context);
  if (min !== null && value < min) return messages.dateMin(showDate(min));
  const max = limitValue(element.config.max, around.context);
  if (max !== null && value > max) return messages.dateMax(showDate(max));
  return null;
}

/** A day yyyy-mm-dd. */
export const date: ElementRule = {
  ...singleLine,
  kind: 'date',
  limits: 'date',
  normalise: (values) =>
    oneValue(values, 20, (value) => {
      const day = foldLine(value);
      return day === '' || isPlainDate(day) ? day : null;
    }),
  check: checkDate,
  display: (values) => showDate(values[0] ?? ''),
};
