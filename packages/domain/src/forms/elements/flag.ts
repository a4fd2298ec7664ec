import { message } from '@clearcall/i18n/message.ts';
import { messages } from '../messages.ts';
import { accepted, type ElementRule, oneValue, singleLine } from './rule.ts';

const off: readonly string[] = ['false'];

/** What checkbox and toggle have in common: 'true' or 'false', and 'false' where nobody touched them. */
export const flag: ElementRule = {
  ...singleLine,
  kind: 'flag',
  initial: off,
  normalise: (values) => {
    const one = oneValue(values, 10, (value) => {
      const text = value.trim().toLowerCase();
      return text === '' || text === 'true' || text === 'false' ? text : null;
    });
    return one.ok && one.values.length === 0 ? accepted(['false']) : one;
  },
  check: (values) =>
    values.length === 1 && (values[0] === 'true' || values[0] === 'false') ? null : messages.invalid(),
  display: (values) => message(values[0] === 'true' ? 'forms.yes' : 'forms.no'),
};
