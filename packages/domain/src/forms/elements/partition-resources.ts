import { compareDecimals, placeBetween } from '../decimals.ts';
import { limitValue } from '../limits.ts';
import { messages, reasons } from '../messages.ts';
import type { Element, Partition } from '../types.ts';
import { number, showNumber } from './number.ts';
import type { ElementRule } from './rule.ts';

/**
 * Nobody can have more than there is for all: the pool is a limit where no lower one is set. It is measured in the unit
 * of its partition, so it says nothing of an amount in another one.
 */
function abovePool(
  value: string,
  max: string | null,
  element: Element,
  partition: Partition | null,
): string | null {
  const pool = partition?.pool ?? null;
  if (partition === null || pool === null || (element.config.unit ?? partition.unit) !== partition.unit)
    return null;
  if (max !== null && (compareDecimals(max, pool) ?? 0) <= 0) return null;
  if ((compareDecimals(value, pool) ?? 0) <= 0) return null;
  return messages.amountPool(partition.name, showNumber(pool, partition.unit));
}

/**
 * An amount on a partition. Its limits are those of the partition at the active cut-off; where the partition sets
 * none, those of the element; and never more than its pool. A fixed amount is forced elsewhere and not checked here.
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
    const above = abovePool(value, max, element, around.partition);
    if (above !== null) return above;
    switch (placeBetween(value, min, max, element.config.decimals ?? 0)) {
      case 'no number':
        return messages.invalid(reasons.noNumber());
      case 'too fine':
        return messages.invalid(reasons.decimals(element.config.decimals ?? 0));
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
