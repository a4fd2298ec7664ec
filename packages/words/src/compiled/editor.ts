// Compiled from packages/words/catalogue/editor: node tools/check-words.ts --write
import type { Said } from '../message.ts';

type None = Record<never, never>;

/** The texts of this area, and the values that each asks for. */
export interface AreaTexts {

}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
export type { None, Said };
