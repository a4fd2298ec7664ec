import { hardLimits } from '../limits.ts';
import { normaliseText } from '../text.ts';
import { checkLength, type ElementRule, oneValue, singleLine } from './rule.ts';

/** Text of several lines. Spaces at the ends stay, so that nothing moves under the hands of a person who types. */
export const textarea: ElementRule = {
  ...singleLine,
  limits: 'characters',
  normalise: (values) => oneValue(values, hardLimits.textCharacters, normaliseText),
  check: checkLength,
};
