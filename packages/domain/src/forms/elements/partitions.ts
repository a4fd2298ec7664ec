import { messages, reasons } from '../messages.ts';
import { multiselect } from './multiselect.ts';
import { checkItems, type ElementRule, isOfferedPartition, showPartition } from './rule.ts';

/** Any number of partitions, kept as their ids. One that the cut-off no longer offers is not valid. */
export const partitions: ElementRule = {
  ...multiselect,
  offers: 'partitions',
  check: (values, element, around) => {
    if (!values.every((value) => isOfferedPartition(value, around))) {
      return messages.invalid(reasons.partitionNotOffered());
    }
    return checkItems(values, element);
  },
  display: (values, _element, around) => values.map((value) => showPartition(value, around)).join(', '),
};
