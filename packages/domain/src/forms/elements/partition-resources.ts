import { placeBetween } from '../decimals.ts';
import { limitValue } from '../limits.ts';
import { messages } from '../messages.ts';
import { number, showNumber } from './number.ts';
import type { ElementRule } from './rule.ts';

/**
 * An amount on a partition. Its limits are those of the partition at the active cut-off; where the partition sets
 * none, those of the element. A fixed amount is forced elsewhere and not checked here.
 */
export const partitionResources: ElementRule = {
  ...number,
  amount: true,
  checkedFirst: true,
  check: (values, element, around) => {
    const value = values[0];
    if (value === undefined || values.length > 1) return messages.invalid();
    const min = around.partition?.min ?? limitValue(element.config.min, around.context);
    const max = around.partition?.max ?? limitValue(element.config.max, around.context);
    switch (placeBetween(value, min, max, element.config.decimals ?? 0)) {
      case 'no number':
      case 'too fine':
        return messages.invalid();
      case 'below':
        return messages.amountMin(min ?? '');
      case 'above':
        return messages.amountMax(max ?? '');
      case 'within':
        return null;
    }
  },
  display: (values, element, around) =>
    values[0] === undefined ? '' : showNumber(values[0], around.partition?.unit ?? element.config.unit),
};
