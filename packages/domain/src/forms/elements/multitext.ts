import { hardLimits } from '../limits.ts';
import { checkItems, type ElementRule, isNone, manyValues, nothing } from './rule.ts';

/** Short texts that differ in upper and lower case alone are the same. */
export const itemKey = (item: string): string => item.toLowerCase();

/** A list of short texts, no two alike. */
export const multitext: ElementRule = {
  kind: 'list',
  limits: 'items',
  offers: 'anything',
  amount: false,
  checkedFirst: false,
  initial: nothing,
  isEmpty: isNone,
  normalise: (values) => manyValues(values, hardLimits.items, itemKey),
  check: checkItems,
  display: (values) => values.join(', '),
};
