import { messages, reasons } from '../messages.ts';
import { type ElementRule, isOfferedPartition, showPartition, singleLine } from './rule.ts';

/** One partition, kept as its id. One that the cut-off no longer offers is not valid. */
export const selectPartition: ElementRule = {
  ...singleLine,
  kind: 'choice',
  offers: 'partitions',
  check: (values, _element, around) => {
    const value = values[0];
    if (value === undefined || values.length > 1) return messages.invalid();
    return isOfferedPartition(value, around) ? null : messages.invalid(reasons.partitionNotOffered());
  },
  display: (values, _element, around) => (values[0] === undefined ? '' : showPartition(values[0], around)),
};
