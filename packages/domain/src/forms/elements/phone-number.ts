import { messages } from '../messages.ts';
import { normaliseLine } from '../text.ts';
import { withoutTrunkPrefix } from '../trunk-prefix.ts';
import { type ElementRule, oneValue, singleLine } from './rule.ts';

// + or 00, 1-4 digits (optionally in parentheses), 6-14 digits, spaces, dashes, dots or slashes. Every part is bounded.
const DIAL_CODE = /^(?:\+|00)(?:\(\d{1,4}\)|\d{1,4})$/;
const REST = /^[\d \-./]{6,14}$/;
const WHOLE = /^(?:\+|00)(?:\(\d{1,4}\)|\d{1,4})[\d \-./]{6,14}$/;

function partsOf(value: string): [dialCode: string, rest: string] {
  const bar = value.indexOf('|');
  return bar < 0 ? ['', value] : [value.slice(0, bar).trim(), value.slice(bar + 1).trim()];
}

/** Whether the number fits the rule; with a bar dial code and rest each do their part. */
export function isPhoneNumber(value: string): boolean {
  if (!value.includes('|')) return WHOLE.test(value);
  const [dialCode, rest] = partsOf(value);
  return DIAL_CODE.test(dialCode) && REST.test(rest);
}

/** A telephone number, kept as it is dialled: '+32|475123456'. A dial code alone is no number yet. */
export const phoneNumber: ElementRule = {
  ...singleLine,
  isEmpty: (values) => partsOf(values[0] ?? '')[1] === '',
  normalise: (values) =>
    oneValue(values, 40, (value) => {
      const line = normaliseLine(value);
      const [dialCode, rest] = partsOf(line);
      if (dialCode + rest === '') return '';
      return line.includes('|') ? `${dialCode}|${withoutTrunkPrefix(dialCode, rest)}` : rest;
    }),
  check: (values) => (values.length === 1 && isPhoneNumber(values[0] ?? '') ? null : messages.phone()),
  display: (values) =>
    partsOf(values[0] ?? '')
      .filter((part) => part !== '')
      .join(' '),
};
