import { hardLimits } from '../limits.ts';
import {
  checkItems,
  checkOffered,
  type ElementRule,
  isNone,
  manyValues,
  nothing,
  showLabel,
} from './rule.ts';

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
    for (const value of values) {
      const broken = checkOffered(value, element, around);
      if (broken !== null) return broken;
    }
    return checkItems(values, element);
  },
  display: (values, element, around) => values.map((value) => showLabel(value, element, around)).join(', '),
};
