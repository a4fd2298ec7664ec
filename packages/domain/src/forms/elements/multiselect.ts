import { hardLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { checkItems, type ElementRule, isNone, isOffered, manyValues, nothing, showLabel } from './rule.ts';

/** Any number of a list of options. */
export const multiselect: ElementRule = {
  kind: 'list',
  limits: 'items',
  offers: 'options',
  amount: false,
  checkedFirst: false,
  initial: nothing,
  isEmpty: isNone,
  normalise: (values) => manyValues(values, hardLimits.items),
  check: (values, element, around) => {
    for (const value of values) if (!isOffered(value, element, around)) return messages.invalid();
    return checkItems(values, element);
  },
  display: (values, element, around) => values.map((value) => showLabel(value, element, around)).join(', '),
};
