// Compiled from packages/i18n/catalogue/mailbox: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'mailbox.all': None;
  'mailbox.clock.ahead': { ahead: Said };
  'mailbox.clock.by': None;
  'mailbox.clock.choose': None;
  'mailbox.clock.day': None;
  'mailbox.clock.month': None;
  'mailbox.clock.more': None;
  'mailbox.clock.move': None;
  'mailbox.clock.moved': None;
  'mailbox.clock.real': None;
  'mailbox.clock.text': None;
  'mailbox.clock.title': None;
  'mailbox.clock.to': None;
  'mailbox.clock.week': None;
  'mailbox.empty.all': None;
  'mailbox.empty.text': None;
  'mailbox.empty.to': { to: Said };
  'mailbox.filter.clear': None;
  'mailbox.filter.everybody': None;
  'mailbox.filter.name': None;
  'mailbox.filter.show': None;
  'mailbox.filter.to': None;
  'mailbox.list': None;
  'mailbox.loading': None;
  'mailbox.mail.frame': { subject: Said };
  'mailbox.mail.from': None;
  'mailbox.mail.sent': None;
  'mailbox.mail.to': None;
  'mailbox.none.text': None;
  'mailbox.none.title': None;
  'mailbox.old': None;
  'mailbox.refresh': None;
  'mailbox.text': None;
  'mailbox.title': None;
  'mailbox.view.headers': None;
  'mailbox.view.name': None;
  'mailbox.view.phone': None;
  'mailbox.view.preview': None;
  'mailbox.view.text': None;
  'mailbox.what': None;
}

/** The parts of a text that are more than words. */
export interface AreaParts {
  'mailbox.clock.ahead': 'now';
  'mailbox.clock.real': 'now';
}
