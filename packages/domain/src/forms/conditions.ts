import { isPlainDate } from './dates.ts';
import { compareDecimals, differenceOfDecimals } from './decimals.ts';
import type { Kind } from './elements/rule.ts';
import { lengthOfText } from './text.ts';
import type { ValidationType } from './types.ts';

/** What a reference reads: the kind of an element, or a number of values or rows, which zero does not make empty. */
export type SubjectKind = Kind | 'count';

/** How long: items of a list, rows of a group, code points of a text. */
function lengthOf(
  kind: SubjectKind,
  values: readonly string[],
  isEmpty: (values: readonly string[]) => boolean,
): number {
  if (kind === 'list' || kind === 'files') return values.length;
  if (kind === 'rows' || kind === 'count') return Number(values[0] ?? 0);
  return isEmpty(values) ? 0 : lengthOfText(values[0] ?? '');
}

function isSame(kind: SubjectKind, left: string, right: string): boolean {
  if (left === right) return true;
  return (kind === 'number' || kind === 'rows' || kind === 'count') && compareDecimals(left, right) === 0;
}

/** Negative, zero, positive; null when the two cannot be put in order. */
function order(kind: SubjectKind, left: string, right: string): number | null {
  if (kind !== 'date') return compareDecimals(left, right);
  if (!isPlainDate(left) || !isPlainDate(right)) return null;
  return left < right ? -1 : left > right ? 1 : 0;
}

function isEqualToAny(
  kind: SubjectKind,
  values: readonly string[],
  isEmpty: (values: readonly string[]) => boolean,
  operands: readonly (readonly string[])[],
): boolean {
  for (const operand of operands) {
    for (const wanted of operand) {
      if (wanted === '' && isEmpty(values)) return true;
      for (const value of values) if (isSame(kind, value, wanted)) return true;
    }
  }
  return false;
}

/** Whether some value stands to some alternative of the first operand in the wanted order. */
function isBeyond(
  kind: SubjectKind,
  values: readonly string[],
  operand: readonly string[] | undefined,
  sign: 1 | -1,
): boolean {
  if (operand === undefined) return false;
  for (const limit of operand) {
    for (const value of values) {
      const found = order(kind, value, limit);
      if (found !== null && found * sign > 0) return true;
    }
  }
  return false;
}

function differsAtMost(values: readonly string[], operands: readonly (readonly string[])[]): boolean {
  const tolerance = operands[1]?.[0] ?? '0';
  for (const other of operands[0] ?? []) {
    for (const value of values) {
      const gap = differenceOfDecimals(value, other);
      if (gap !== null && (compareDecimals(gap, tolerance) ?? 1) <= 0) return true;
    }
  }
  return false;
}

/**
 * Whether what was read satisfies a condition. `operands` are the other sides; an operand that was read from several
 * rows offers several alternatives, one of which must do.
 */
export function satisfies(
  type: ValidationType,
  kind: SubjectKind,
  values: readonly string[],
  isEmpty: (values: readonly string[]) => boolean,
  operands: readonly (readonly string[])[],
): boolean {
  switch (type) {
    case 'unconditional':
      return true;
    case 'required':
    case 'non_empty':
      return !isEmpty(values);
    case 'equal':
      return isEqualToAny(kind, values, isEmpty, operands);
    case 'not_equal':
      return !isEqualToAny(kind, values, isEmpty, operands);
    case 'greater':
      return !isEmpty(values) && isBeyond(kind, values, operands[0], 1);
    case 'lesser':
      return !isEmpty(values) && isBeyond(kind, values, operands[0], -1);
    case 'difference':
      return !isEmpty(values) && differsAtMost(values, operands);
    case 'min_length': {
      const length = lengthOf(kind, values, isEmpty);
      return (operands[0] ?? []).some((least) => length >= Number(least || Number.NaN));
    }
    case 'max_length': {
      const length = lengthOf(kind, values, isEmpty);
      return (operands[0] ?? []).some((most) => length <= Number(most || Number.NaN));
    }
    case 'length_range': {
      const length = lengthOf(kind, values, isEmpty);
      return (
        (operands[0] ?? []).some((least) => length >= Number(least || Number.NaN)) &&
        (operands[1] ?? []).some((most) => length <= Number(most || Number.NaN))
      );
    }
  }
}
