import { flag } from './flag.ts';
import type { ElementRule } from './rule.ts';

/** A box to tick. Unticked counts as empty: a required one must be ticked. */
export const checkbox: ElementRule = {
  ...flag,
  isEmpty: (values) => values[0] !== 'true',
};
