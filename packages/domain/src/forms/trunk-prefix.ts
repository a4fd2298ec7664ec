/**
 * Calling codes of the countries where a national number begins with a prefix that is not dialled from abroad: 0, and 06
 * in Hungary. Everywhere else a leading zero is part of the number, as in Italy, or may be: it stays. Source: ITU-T,
 * national numbering plans.
 */
const withZero = new Set(
  (
    '20 27 31 32 33 40 41 43 44 46 49 51 54 55 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 211 212 213 218 ' +
    '231 232 233 234 249 251 254 255 256 260 261 262 263 264 353 355 358 359 370 373 374 380 381 382 383 385 386 387 ' +
    '389 421 590 593 594 595 596 855 856 880 886 961 962 963 964 966 967 970 971 972 976 977 994 995 996'
  ).split(' '),
);

/** A national number as it is dialled behind the calling code ('+32'): '0475 12' becomes '475 12'. Idempotent. */
export function withoutTrunkPrefix(dialCode: string, number: string): string {
  const code = dialCode.replace(/\D/g, '');
  const prefix = code === '36' ? '06' : withZero.has(code) ? '0' : null;
  if (prefix === null) return number;
  return number.replace(new RegExp(`^\\s*(?:${prefix}|\\(${prefix}\\))[\\s./-]*(?=[1-9(])`), '');
}
