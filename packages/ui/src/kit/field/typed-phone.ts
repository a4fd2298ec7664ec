import { withoutTrunkPrefix } from '@clearcall/domain/forms/trunk-prefix.ts';
import { dialCodes } from './dial-codes.ts';

const codes = () => dialCodes().map(({ code }) => code.slice(1));

/**
 * A typed number with the code that it goes with: one that begins with + or 00 brings its country's code, every other
 * stays with the code that was chosen. Nothing but that code is taken from the text.
 */
export function splitPhone(chosen: string, typed: string): { code: string; number: string } {
  const abroad = /^\s*(?:\+|00)/.exec(typed)?.[0];
  if (abroad === undefined) return { code: chosen, number: typed };
  const text = typed.slice(abroad.length);
  const digits = (/^[\d\s().\-/]*/.exec(text)?.[0] ?? '').replace(/\D/g, '');
  const own = codes()
    .filter((known) => digits.startsWith(known))
    .sort((one, other) => other.length - one.length)[0];
  if (own === undefined) return { code: chosen, number: typed };
  // Its digits may be parted: +1 876 is one code.
  const behind = text.replace(new RegExp(`^\\D*${[...own].join('\\D*')}`), '');
  // The zero in brackets that some write is not dialled from abroad.
  return { code: `+${own}`, number: behind.replace(/^[\s).\-/]*(?:\(0\)\s*)?/, '') };
}

/**
 * A telephone number ('+32|0475 12-34') as a profile keeps it, '+32|4751234': digits alone, as it is dialled; empty when nothing was
 * typed. What is more than a number and its separators stays as it was typed: whoever keeps it has to refuse it.
 */
export function normalisePhone(value: string): string {
  const bar = value.indexOf('|');
  const { code, number: typed } = splitPhone(value.slice(0, bar), value.slice(bar + 1).trim());
  if (typed === '') return '';
  const number = withoutTrunkPrefix(code, typed);
  return `${code}|${/^[\d\s().\-/]*\d[\d\s().\-/]*$/.test(number) ? number.replace(/\D/g, '') : number}`;
}

const wholeFrom = 6;

/** Whether a pasted text is a number of its own, to take the place of `before`, and no part of one. */
export function isWholePhone(pasted: string, before: string): boolean {
  const text = pasted.trim();
  const digits = (of: string) => of.replace(/\D/g, '').length;
  if (!/^[+\d\s().\-/]+$/.test(text) || digits(text) < wholeFrom) return false;
  return /^(?:\+|00)/.test(text) || digits(before) >= wholeFrom;
}
