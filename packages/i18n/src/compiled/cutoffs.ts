// Compiled from packages/i18n/catalogue/cutoffs: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'cutoffs.amount.date': None;
  'cutoffs.amount.negative': None;
  'cutoffs.amount.noNumber': { typed: Said };
  'cutoffs.amount.tooFine': { n: number };
  'cutoffs.amount.tooLarge': { n: number };
  'cutoffs.paste.closed': None;
  'cutoffs.paste.tooHigh': { n: number; room: number };
  'cutoffs.paste.tooWide': { n: number; room: number };
  'cutoffs.paste.twice': { name: Said };
  'cutoffs.paste.unknown': { name: Said };
  'cutoffs.pattern.noStart': None;
  'cutoffs.pattern.none': None;
  'cutoffs.pattern.tooMany': { known: number; n: number };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
