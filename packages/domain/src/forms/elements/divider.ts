import { displayOnly, type ElementRule } from './rule.ts';

/** A line between two elements, with an optional heading: shown, never answered. */
export const divider: ElementRule = displayOnly;
