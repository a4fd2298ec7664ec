// Compiled from packages/i18n/catalogue/admin: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'admin.coming': None;
  'admin.lastLogin.longer': None;
  'admin.lastLogin.month': None;
  'admin.lastLogin.never': None;
  'admin.lastLogin.week': None;
  'admin.lastLogin.year': None;
  'admin.loggedInAs': { email: Said };
  'admin.membership': { name: Said; part: Said };
  'admin.never': None;
  'admin.nothing': None;
  'admin.openUserPortal': None;
  'admin.panel': { panel: Said };
  'admin.part.chair': None;
  'admin.part.member': None;
  'admin.part.rapporteur': None;
  'admin.part.representative': None;
  'admin.part.technical_reviewer': None;
  'admin.people.any': None;
  'admin.people.count': { n: number };
  'admin.people.empty': None;
  'admin.people.field': None;
  'admin.people.lastLogin': None;
  'admin.people.memberships': None;
  'admin.people.name': None;
  'admin.people.noMatch.clear': None;
  'admin.people.noMatch.text': None;
  'admin.people.noMatch.title': None;
  'admin.people.place': None;
  'admin.people.role': None;
  'admin.people.search': None;
  'admin.people.state': None;
  'admin.people.what': None;
  'admin.state.active': None;
  'admin.state.closed': None;
  'admin.state.invited': None;
  'admin.state.locked': None;
  'admin.toUserPortal': None;
  'admin.worldFiles': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'admin.toUserPortal': 'link';
}
