// Compiled from packages/i18n/catalogue/admin: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'admin.coming': None;
  'admin.loggedInAs': { email: Said };
  'admin.nothing': None;
  'admin.openUserPortal': None;
  'admin.toUserPortal': None;
  'admin.worldFiles': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'admin.toUserPortal': 'link';
}
