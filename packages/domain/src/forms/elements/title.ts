import { displayOnly, type ElementRule } from './rule.ts';

/** A heading inside a form: shown, never answered. */
export const title: ElementRule = displayOnly;
