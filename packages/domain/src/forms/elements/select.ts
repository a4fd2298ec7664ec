import { messages } from '../messages.ts';
import { checkOffered, type ElementRule, showLabel, singleLine } from './rule.ts';

/** One of a list of options, kept as the option's value. */
export const select: ElementRule = {
  ...singleLine,
  kind: 'choice',
  offers: 'options',
  check: (values, element, around) => {
    const value = values[0];
    return value === undefined || values.length > 1
      ? messages.invalid()
      : checkOffered(value, element, around);
  },
  display: (values, element, around) =>
    values[0] === undefined ? '' : showLabel(values[0], element, around),
};
