import { compareDecimals, placeBetween } from '../decimals.ts';
import { limitValue } from '../limits.ts';
import { messages, reasons } from '../messages.ts';
import type { Element, FormContext, Partition } from '../types.ts';
import { number, showNumber } from './number.ts';
import type { ElementRule } from './rule.ts';

/**
 * Least and most that may be asked for, both included, as decimal strings: the limits of the partition at the active
 * cut-off; where it sets none, those of the element. Nobody can have more than there is for all: where no lower limit
 * is set, the pool is one. It is measured in the unit of its partition, so it says nothing of an amount in another one.
 */
export function amountLimits(
  element: Element,
  partition: Omit<Partition, 'disabled'> | null,
  context: FormContext,
): { min: string | null; max: string | null; isPool: boolean } {
  const { config } = element;
  const min = partition?.min ?? limitValue(config.min, context);
  const max = partition?.max ?? limitValue(config.max, context);
  const isOfPool = partition !== null && (config.unit ?? partition.unit) === partition.unit;
  const pool = isOfPool ? partition.pool : null;
  const isPool = pool !== null && (max === null || (compareDecimals(pool, max) ?? 0) < 0);
  return { min, max: isPool ? pool : max, isPool };
}

/** An amount on a partition, within its limits. A fixed amount is forced elsewhere and not checked here. */
export const partitionResources: ElementRule = {
  ...number,
  amount: true,
  checkedFirst: true,
  check: (values, element, around) => {
    const value = values[0];
    if (value === undefined || values.length > 1) return messages.invalid();
    const { partition } = around;
    const { min, max, isPool } = amountLimits(element, partition, around.context);
    switch (placeBetween(value, min, max, element.config.decimals ?? 0)) {
      case 'no number':
        return messages.invalid(reasons.noNumber());
      case 'too fine':
        return messages.invalid(reasons.decimals(element.config.decimals ?? 0));
      case 'below':
        return messages.amountMin(min ?? '');
      case 'above':
        return isPool && partition !== null
          ? messages.amountPool(partition.name, showNumber(max ?? '', partition.unit))
          : messages.amountMax(max ?? '');
      case 'within':
        return null;
    }
  },
  display: (values, element, around) =>
    values[0] === undefined ? '' : showNumber(values[0], around.partition?.unit ?? element.config.unit),
};
