// Compiled from packages/i18n/catalogue/mailing: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'mailing.again': None;
  'mailing.back': None;
  'mailing.broken': None;
  'mailing.failed': { why: Said };
  'mailing.left': None;
  'mailing.note': None;
  'mailing.stop': None;
  'mailing.text': { name: Said };
  'mailing.title': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'mailing.note': 'link';
}
