function split(value: string): { digits: bigint; places: number } | null {
  const match = /^(\d{1,40})(?:\.(\d{1,20}))?$/.exec(value);
  if (!match) return null;
  const [, whole = '0', part = ''] = match;
  return { digits: BigInt(whole + part), places: part.length };
}

/** The exact product of two decimal strings, without empty decimals; null when one is no number. */
export function multiplied(one: string, other: string): string | null {
  const a = split(one);
  const b = split(other);
  if (a === null || b === null) return null;
  const places = a.places + b.places;
  const digits = (a.digits * b.digits).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const part = digits.slice(digits.length - places).replace(/0+$/, '');
  return part === '' ? whole : `${whole}.${part}`;
}

/** How many percent of a whole a part is, with one decimal: '4.2'; '0.0' where it is less than one decimal can say. Null when there is no whole. */
export function percentOf(part: string, whole: string): string | null {
  const a = split(part);
  const b = split(whole);
  if (a === null || b === null || b.digits === 0n) return null;
  const scale = 10n ** BigInt(b.places);
  const permille = (a.digits * scale * 10_000n) / (b.digits * 10n ** BigInt(a.places));
  const tenths = (permille + 5n) / 10n;
  if (tenths === 0n) return a.digits === 0n ? '0' : '0.0';
  return `${tenths / 10n}.${tenths % 10n}`;
}
