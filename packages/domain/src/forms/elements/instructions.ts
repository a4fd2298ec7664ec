import { displayOnly, type ElementRule } from './rule.ts';

/** A paragraph that explains: shown, never answered. */
export const instructions: ElementRule = displayOnly;
