// Compiled from packages/i18n/catalogue/bundles: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'bundles.missing.cut': None;
  'bundles.missing.failed': None;
  'bundles.missing.gone': None;
  'bundles.missing.head': None;
  'bundles.missing.inTheMaking': None;
  'bundles.missing.line': { file: Said; reason: Said };
  'bundles.missing.name': None;
  'bundles.readMe': { at: Said; call: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
