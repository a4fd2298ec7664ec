import { displayOnly, type ElementRule } from './rule.ts';

/** Room between two elements: shown, never answered. */
export const space: ElementRule = displayOnly;
