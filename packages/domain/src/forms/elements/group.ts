import { limitCount } from '../limits.ts';
import { messages } from '../messages.ts';
import { displayOnly, type ElementRule, isNone } from './rule.ts';

/** Rows of the same children. Its values are the ids of its rows, in order; it has no answer of its own. */
export const group: ElementRule = {
  ...displayOnly,
  kind: 'rows',
  limits: 'items',
  checkedFirst: true,
  isEmpty: isNone,
  check: (values, element, around) => {
    const least = Math.max(limitCount(element.config.min) ?? 0, around.required ? 1 : 0);
    if (values.length < least) return messages.groupMin(least, element.title);
    const most = limitCount(element.config.max);
    return most !== null && values.length > most ? messages.groupMax(most, element.title) : null;
  },
};
