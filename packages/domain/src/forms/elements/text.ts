import { hardLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { normaliseLine } from '../text.ts';
import { formats } from './formats.ts';
import { checkLength, type ElementRule, oneValue, singleLine } from './rule.ts';

/** One line of text. */
export const text: ElementRule = {
  ...singleLine,
  limits: 'characters',
  normalise: (values, element) => {
    const { format } = element.config;
    return oneValue(values, hardLimits.lineCharacters, (value) => {
      const line = normaliseLine(value);
      return format === undefined ? line : normaliseLine(formats[format].clean(line));
    });
  },
  check: (values, element) => {
    const { format } = element.config;
    const reason = format === undefined ? null : formats[format].fault(values[0] ?? '');
    if (reason !== null) return messages.invalid(reason);
    return checkLength(values, element);
  },
};
