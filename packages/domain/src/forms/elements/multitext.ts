import { hardLimits } from '../limits.ts';
import { checkItems, type ElementRule, isNone, manyValues, nothing } from './rule.ts';

/** A list of short texts, no two alike. */
export const multitext: ElementRule = {
  kind: 'list',
  limits: 'items',
  offers: 'anything',
  amount: false,
  checkedFirst: false,
  initial: nothing,
  isEmpty: isNone,
  normalise: (values) => manyValues(values, hardLimits.items),
  check: checkItems,
  display: (values) => values.join(', '),
};
