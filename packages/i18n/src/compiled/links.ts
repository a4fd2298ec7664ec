// Compiled from packages/i18n/catalogue/links: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'links.answers': None;
  'links.broken': { day: Said; status: Said };
  'links.check': None;
  'links.checked': { at: Said };
  'links.checking': None;
  'links.closed': { status: Said };
  'links.failure.certificate': { day: Said };
  'links.failure.connection': { day: Said };
  'links.failure.name': { day: Said };
  'links.failure.redirects': { day: Said };
  'links.failure.time': { day: Said };
  'links.inText': None;
  'links.never': None;
  'links.private': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
