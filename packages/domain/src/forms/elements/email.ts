import { cleanEmail, isEmail } from '../email-address.ts';
import { messages } from '../messages.ts';
import { type ElementRule, oneValue, singleLine } from './rule.ts';

/** An email address. */
export const email: ElementRule = {
  ...singleLine,
  normalise: (values) => oneValue(values, 320, cleanEmail),
  check: (values) => (values.length === 1 && isEmail(values[0] ?? '') ? null : messages.email()),
};
