/**
 * Exact decimal numbers as strings: '12', '0.25', '-3'. Comma reads as dot. No floats: up to 15 digits are counted as
 * scaled whole numbers, which a double holds exactly; longer ones as BigInt.
 */

const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15] as const;
const SAFE = Number.MAX_SAFE_INTEGER;
const PATTERN = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;

/** What the last successful `readShort` found: units / 10^scale. Two numbers instead of an object per call. */
let units = 0;
let scale = 0;

/** Reads a decimal of at most 15 digits into `units` and `scale`; false when it is longer or none at all. */
function readShort(text: string): boolean {
  const length = text.length;
  if (length === 0 || length > 17) return false;
  let at = text.charCodeAt(0) === 45 ? 1 : 0;
  const negative = at === 1;
  let value = 0;
  let digits = 0;
  let point = -1;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      value = value * 10 + (code - 48);
      digits++;
    } else if ((code === 46 || code === 44) && point < 0) {
      point = digits;
    } else return false;
  }
  if (digits === 0 || digits > 15) return false;
  units = negative ? -value : value;
  scale = point < 0 ? 0 : digits - point;
  return true;
}

function readLong(text: string): { units: bigint; scale: number } | null {
  if (!PATTERN.test(text)) return null;
  const dot = text.replace(',', '.');
  const point = dot.indexOf('.');
  if (point < 0) return { units: BigInt(dot), scale: 0 };
  const negative = dot.startsWith('-');
  const whole = BigInt(`${dot.slice(negative ? 1 : 0, point)}${dot.slice(point + 1)}`);
  return { units: negative ? -whole : whole, scale: dot.length - point - 1 };
}

function raise(value: bigint, by: number): bigint {
  return by === 0 ? value : value * 10n ** BigInt(by);
}

function write(digits: bigint | number, places: number): string {
  const negative = digits < 0;
  let text = (negative ? -digits : digits).toString();
  if (places > 0) {
    text = text.padStart(places + 1, '0');
    const whole = text.slice(0, -places);
    let end = text.length;
    while (end > whole.length && text.charCodeAt(end - 1) === 48) end--;
    text = end === whole.length ? whole : `${whole}.${text.slice(whole.length, end)}`;
  }
  return negative && text !== '0' ? `-${text}` : text;
}

/** Whether the text is a decimal number, comma or dot. */
export function isDecimal(text: string): boolean {
  return readShort(text) || PATTERN.test(text);
}

/** How many digits stand behind the point. */
export function decimalPlaces(text: string): number {
  if (readShort(text)) return scale;
  const point = text.search(/[.,]/);
  return point < 0 ? 0 : text.length - point - 1;
}

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`; null when one is no number. */
export function compareDecimals(left: string, right: string): number | null {
  if (readShort(left)) {
    const leftUnits = units;
    const leftScale = scale;
    if (readShort(right)) {
      if (leftScale === scale) return leftUnits - units;
      const places = Math.max(leftScale, scale);
      const a = leftUnits * (POWERS[places - leftScale] ?? Number.NaN);
      const b = units * (POWERS[places - scale] ?? Number.NaN);
      if (Math.abs(a) <= SAFE && Math.abs(b) <= SAFE) return a - b;
    }
  }
  const a = readLong(left);
  const b = readLong(right);
  if (a === null || b === null) return null;
  const places = Math.max(a.scale, b.scale);
  const x = raise(a.units, places - a.scale);
  const y = raise(b.units, places - b.scale);
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * Where a value lies between inclusive limits, and whether it has no more decimals than allowed. Null means no limit,
 * and so does a limit that is no number.
 */
export function placeBetween(
  value: string,
  least: string | null,
  greatest: string | null,
  decimals: number,
): 'below' | 'within' | 'above' | 'too fine' | 'no number' {
  if (!readShort(value)) {
    if (!PATTERN.test(value)) return 'no number';
    if (least !== null && (compareDecimals(value, least) ?? 0) < 0) return 'below';
    if (greatest !== null && (compareDecimals(value, greatest) ?? 0) > 0) return 'above';
    return decimalPlaces(value) > decimals ? 'too fine' : 'within';
  }
  const valueUnits = units;
  const valueScale = scale;
  if (least !== null && against(value, valueUnits, valueScale, least) < 0) return 'below';
  if (greatest !== null && against(value, valueUnits, valueScale, greatest) > 0) return 'above';
  return valueScale > decimals ? 'too fine' : 'within';
}

/** compareDecimals for a left side that was read already. */
function against(value: string, valueUnits: number, valueScale: number, limit: string): number {
  if (readShort(limit)) {
    if (scale === valueScale) return valueUnits - units;
    const places = Math.max(valueScale, scale);
    const a = valueUnits * (POWERS[places - valueScale] ?? Number.NaN);
    const b = units * (POWERS[places - scale] ?? Number.NaN);
    if (Math.abs(a) <= SAFE && Math.abs(b) <= SAFE) return a - b;
  }
  return compareDecimals(value, limit) ?? 0;
}

/** A running exact total. `long` takes over when the short form would no longer be exact. */
export interface Total {
  units: number;
  scale: number;
  long: { units: bigint; scale: number } | null;
}

/** A total of nothing: 0. */
export function emptyTotal(): Total {
  return { units: 0, scale: 0, long: null };
}

/** Adds a decimal to the total; what is no number adds nothing. */
export function addToTotal(total: Total, text: string): void {
  if (total.long === null && readShort(text)) {
    if (scale === total.scale) {
      const sum = total.units + units;
      if (Math.abs(sum) <= SAFE) {
        total.units = sum;
        return;
      }
    }
    const places = Math.max(total.scale, scale);
    const a = total.units * (POWERS[places - total.scale] ?? Number.NaN);
    const b = units * (POWERS[places - scale] ?? Number.NaN);
    const sum = a + b;
    if (Math.abs(a) <= SAFE && Math.abs(b) <= SAFE && Math.abs(sum) <= SAFE) {
      total.units = sum;
      total.scale = places;
      return;
    }
  }
  const part = readLong(text);
  if (part === null) return;
  const before = total.long ?? { units: BigInt(total.units), scale: total.scale };
  const places = Math.max(before.scale, part.scale);
  total.long = {
    units: raise(before.units, places - before.scale) + raise(part.units, places - part.scale),
    scale: places,
  };
}

/** The total as a canonical decimal string: no trailing zeros, no '-0'. */
export function totalText(total: Total): string {
  return total.long === null ? write(total.units, total.scale) : write(total.long.units, total.long.scale);
}

/** The exact sum of decimals; what is no number counts as nothing. */
export function addDecimals(values: readonly string[]): string {
  const total = emptyTotal();
  for (const value of values) addToTotal(total, value);
  return totalText(total);
}

/** Whether a number is so many times the step, exactly. Zero is; nothing is a multiple of zero or of no number. */
export function isMultiple(value: string, step: string): boolean {
  const a = readLong(value);
  const b = readLong(step);
  if (a === null || b === null || b.units === 0n) return false;
  const places = Math.max(a.scale, b.scale);
  return raise(a.units, places - a.scale) % raise(b.units, places - b.scale) === 0n;
}

/** |left - right| as a canonical decimal string; null when one is no number. */
export function differenceOfDecimals(left: string, right: string): string | null {
  const a = readLong(left);
  const b = readLong(right);
  if (a === null || b === null) return null;
  const places = Math.max(a.scale, b.scale);
  const gap = raise(a.units, places - a.scale) - raise(b.units, places - b.scale);
  return write(gap < 0n ? -gap : gap, places);
}
