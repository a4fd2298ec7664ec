import { flag } from './flag.ts';
import type { ElementRule } from './rule.ts';

/** A switch. Off is an answer like on: a required one is never missing. */
export const toggle: ElementRule = flag;
