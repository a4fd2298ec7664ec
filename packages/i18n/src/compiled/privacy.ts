// Compiled from packages/i18n/catalogue/privacy: node tools/check-texts.ts --write
type None = Record<never, never>;

/** The texts of this area, and the values that each asks for: a number, or what may be `Said`. */
export interface AreaTexts<Said> {
  'privacy.account.howLong': { n: number };
  'privacy.account.name': None;
  'privacy.account.onClosing': { former: Said; time: Said };
  'privacy.account.what': None;
  'privacy.account.whoSees': None;
  'privacy.account.why': None;
  'privacy.administration.howLong': None;
  'privacy.administration.name': None;
  'privacy.administration.onClosing': None;
  'privacy.administration.what': None;
  'privacy.administration.whoSees': None;
  'privacy.administration.why': None;
  'privacy.afterMonths': { n: number };
  'privacy.afterYears': { n: number };
  'privacy.archive.howLong': None;
  'privacy.archive.name': None;
  'privacy.archive.onClosing': None;
  'privacy.archive.what': None;
  'privacy.archive.whoSees': None;
  'privacy.archive.why': None;
  'privacy.asApplication': None;
  'privacy.atOnce': None;
  'privacy.attempts.howLong': None;
  'privacy.attempts.name': None;
  'privacy.attempts.what': None;
  'privacy.attempts.whoSees': None;
  'privacy.attempts.why': None;
  'privacy.bank.howLong': None;
  'privacy.bank.name': None;
  'privacy.bank.what': None;
  'privacy.bank.whoSees': None;
  'privacy.bank.why': None;
  'privacy.certificates.howLong': None;
  'privacy.certificates.name': None;
  'privacy.certificates.what': None;
  'privacy.certificates.whoSees': None;
  'privacy.certificates.why': None;
  'privacy.conflicts.name': None;
  'privacy.conflicts.what': None;
  'privacy.conflicts.whoSees': None;
  'privacy.conflicts.why': None;
  'privacy.consents.howLong': None;
  'privacy.consents.name': None;
  'privacy.consents.onClosing': { time: Said };
  'privacy.consents.what': None;
  'privacy.consents.whoSees': None;
  'privacy.consents.why': None;
  'privacy.device.on': { browser: Said; system: Said };
  'privacy.device.unknown': None;
  'privacy.drafts.howLong': { n: number; time: Said; warning: Said };
  'privacy.drafts.name': None;
  'privacy.drafts.what': None;
  'privacy.drafts.whoSees': None;
  'privacy.drafts.why': None;
  'privacy.events.howLong': { n: number };
  'privacy.events.name': None;
  'privacy.events.onClosing': None;
  'privacy.events.what': None;
  'privacy.events.whoSees': None;
  'privacy.events.why': None;
  'privacy.formerUser': None;
  'privacy.mails.howLong': { n: number };
  'privacy.mails.name': None;
  'privacy.mails.onClosing': { n: number };
  'privacy.mails.what': None;
  'privacy.mails.whoSees': None;
  'privacy.mails.why': None;
  'privacy.months': { n: number };
  'privacy.profile.howLong': None;
  'privacy.profile.name': None;
  'privacy.profile.what': None;
  'privacy.profile.whoSees': None;
  'privacy.profile.why': None;
  'privacy.record': None;
  'privacy.reviews.name': None;
  'privacy.reviews.onClosing': None;
  'privacy.reviews.what': None;
  'privacy.reviews.whoSees': None;
  'privacy.reviews.why': None;
  'privacy.sign_ins.howLong': { n: number };
  'privacy.sign_ins.name': None;
  'privacy.sign_ins.what': None;
  'privacy.sign_ins.whoSees': None;
  'privacy.sign_ins.why': None;
  'privacy.submissions.name': None;
  'privacy.submissions.what': None;
  'privacy.submissions.whoSees': None;
  'privacy.submissions.why': None;
  'privacy.submitted.howLong': None;
  'privacy.submitted.name': None;
  'privacy.submitted.what': None;
  'privacy.submitted.whoSees': None;
  'privacy.submitted.why': None;
  'privacy.years': { n: number };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
