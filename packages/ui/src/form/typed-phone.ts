import { dialCodes } from './dial-codes.ts';

const codes = () => dialCodes().map(({ code }) => code.slice(1));

/**
 * A telephone number ('+32|0475 12-34') as it is kept, '+32|0475…' with digits alone; empty when no digit was typed. A
 * number that was pasted with its own + or 00 brings its country's code.
 */
export function tidyPhone(value: string): string {
  const bar = value.indexOf('|');
  const code = value.slice(0, bar);
  const typed = value.slice(bar + 1).trim();
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return '';
  const abroad = /^\+/.test(typed) ? digits : /^00/.test(digits) ? digits.slice(2) : null;
  if (abroad !== null) {
    const own = codes()
      .filter((known) => abroad.startsWith(known))
      .sort((one, other) => other.length - one.length)[0];
    if (own !== undefined) {
      // The zero in brackets that some write is not dialled from abroad.
      const rest = /^\+?\s*\d+\s*\(0\)/.test(typed) ? abroad.slice(own.length + 1) : abroad.slice(own.length);
      return rest === '' ? '' : `+${own}|${rest}`;
    }
  }
  return `${code}|${digits}`;
}
