import { messages } from '../messages.ts';
import { normaliseLine } from '../text.ts';
import { type ElementRule, oneValue, singleLine } from './rule.ts';

const LONGEST = 254;
const LOCAL = /^[^\s@"(),:;<>[\\\]]+$/;
const LABEL = /^[\p{L}\p{N}-]+$/u;

/** Whether the text can be an address: one @, a local part, a domain of at least two labels. Linear in its length. */
export function isEmail(value: string): boolean {
  if (value.length > LONGEST) return false;
  const at = value.indexOf('@');
  if (at < 1 || at > 64 || at !== value.lastIndexOf('@')) return false;
  const local = value.slice(0, at);
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return false;
  const labels = value.slice(at + 1).split('.');
  if (labels.length < 2 || (labels.at(-1) ?? '').length < 2) return false;
  return labels.every(
    (label) => label.length <= 63 && LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'),
  );
}

/** An e-mail address. */
export const email: ElementRule = {
  ...singleLine,
  normalise: (values) => oneValue(values, 320, normaliseLine),
  check: (values) => (values.length === 1 && isEmail(values[0] ?? '') ? null : messages.email()),
};
