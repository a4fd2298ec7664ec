// Compiled from packages/i18n/catalogue/guides: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<_Said> {
  'guides.account.forgot': None;
  'guides.account.register': None;
  'guides.account.title': None;
  'guides.after.changes': None;
  'guides.after.decisions': None;
  'guides.after.title': None;
  'guides.again.text': None;
  'guides.again.title': None;
  'guides.anonymity.text': None;
  'guides.anonymity.title': None;
  'guides.applicants': None;
  'guides.asked.decide': None;
  'guides.asked.mail': None;
  'guides.asked.title': None;
  'guides.confidential.text': None;
  'guides.confidential.title': None;
  'guides.conflict.after': None;
  'guides.conflict.title': None;
  'guides.conflict.what': None;
  'guides.data.text': None;
  'guides.data.title': None;
  'guides.deadlines.moment': None;
  'guides.deadlines.passed': None;
  'guides.deadlines.title': None;
  'guides.deadlines.zones': None;
  'guides.documents.text': None;
  'guides.documents.title': None;
  'guides.everybody': None;
  'guides.fill.devices': None;
  'guides.fill.parts': None;
  'guides.fill.title': None;
  'guides.find.home': None;
  'guides.find.page': None;
  'guides.find.title': None;
  'guides.groups.text': None;
  'guides.groups.title': None;
  'guides.help.text': None;
  'guides.help.title': None;
  'guides.keyboard.text': None;
  'guides.keyboard.title': None;
  'guides.profile.change': None;
  'guides.profile.session': None;
  'guides.profile.title': None;
  'guides.reviewers': None;
  'guides.save.conflict': None;
  'guides.save.drafts': None;
  'guides.save.text': None;
  'guides.save.title': None;
  'guides.submit.read': None;
  'guides.submit.text': None;
  'guides.submit.title': None;
  'guides.writing.beside': None;
  'guides.writing.reasons': None;
  'guides.writing.submit': None;
  'guides.writing.title': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'guides.account.forgot': 'forgot';
  'guides.account.register': 'register';
  'guides.asked.mail': 'applications';
  'guides.data.text': 'privacy' | 'terms';
  'guides.find.home': 'home';
  'guides.help.text': 'contact';
  'guides.keyboard.text': 'accessibility';
  'guides.profile.change': 'profile';
  'guides.save.drafts': 'privacy';
  'guides.submit.text': 'applications';
}
