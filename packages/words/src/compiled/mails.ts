// Compiled from packages/words/catalogue/mails: node tools/check-words.ts --write
import type { Said } from '../message.ts';

type None = Record<never, never>;

/** The texts of this area, and the values that each asks for. */
export interface AreaTexts {
  'mails.accountClosed.fact1': None;
  'mails.accountClosed.heading': None;
  'mails.accountClosed.note1': None;
  'mails.accountClosed.preview': None;
  'mails.accountClosed.reason': None;
  'mails.accountClosed.subject': { shortName: Said };
  'mails.accountClosed.text1': { shortName: Said };
  'mails.accountClosed.text2': None;
  'mails.alreadyRegistered.preview': None;
  'mails.alreadyRegistered.text1': { shortName: Said };
  'mails.alreadyRegistered.text2': None;
  'mails.change.identity_linked': { what: Said };
  'mails.change.identity_unlinked': { what: Said };
  'mails.change.passkey_added': { what: Said };
  'mails.change.passkey_removed': { what: Said };
  'mails.change.recovery_code_used': { what: Said };
  'mails.change.recovery_codes_made': None;
  'mails.change.second_factor_off': None;
  'mails.change.second_factor_on': None;
  'mails.changeRequested.fact1': None;
  'mails.changeRequested.heading': None;
  'mails.changeRequested.note1': None;
  'mails.changeRequested.note2': None;
  'mails.changeRequested.preview': None;
  'mails.changeRequested.subject': { shortName: Said };
  'mails.changeRequested.text1': { shortName: Said };
  'mails.chooseNewPassword': None;
  'mails.choosePassword': None;
  'mails.choosePasswordMail.heading': None;
  'mails.choosePasswordMail.reason': None;
  'mails.choosePasswordMail.subject': { shortName: Said };
  'mails.choosePasswordMail.text1': { shortName: Said };
  'mails.code.heading': None;
  'mails.code.note1': None;
  'mails.code.note2': None;
  'mails.code.reason': None;
  'mails.code.subject': { code: Said; shortName: Said };
  'mails.code.text1': None;
  'mails.code.text2': { provider: Said };
  'mails.codeValid': { n: number };
  'mails.confirmAccount.button': None;
  'mails.confirmAccount.heading': None;
  'mails.confirmAccount.note1': None;
  'mails.confirmAccount.subject': { shortName: Said };
  'mails.confirmAccount.text1': { shortName: Said };
  'mails.confirmEmail.button': None;
  'mails.confirmEmail.heading': None;
  'mails.confirmEmail.note1': None;
  'mails.confirmEmail.subject': { shortName: Said };
  'mails.confirmEmail.text1': { shortName: Said };
  'mails.contact': None;
  'mails.emailChanged.fact1': None;
  'mails.emailChanged.heading': None;
  'mails.emailChanged.preview': None;
  'mails.emailChanged.reason': None;
  'mails.emailChanged.subject': { shortName: Said };
  'mails.emailChanged.text1': { shortName: Said };
  'mails.emailTaken.heading': None;
  'mails.emailTaken.preview': None;
  'mails.emailTaken.subject': { shortName: Said };
  'mails.emailTaken.text1': { shortName: Said };
  'mails.emailTaken.text2': None;
  'mails.enterWithin': { n: number };
  'mails.greeting': { name: Said };
  'mails.hello': None;
  'mails.invite.heading': None;
  'mails.invite.note1': None;
  'mails.invite.preview': { n: number };
  'mails.invite.reason': None;
  'mails.invite.subject': { shortName: Said };
  'mails.invite.text1': { shortName: Said };
  'mails.logIn': None;
  'mails.newAddressReason': None;
  'mails.notMeNewPassword': None;
  'mails.nothingToDo': None;
  'mails.passwordChanged.heading': None;
  'mails.passwordChanged.note1': None;
  'mails.passwordChanged.preview': None;
  'mails.passwordChanged.subject': { shortName: Said };
  'mails.passwordChanged.text1': { shortName: Said };
  'mails.registerReason': None;
  'mails.resetPassword.heading': None;
  'mails.resetPassword.note1': None;
  'mails.resetPassword.reason': None;
  'mails.resetPassword.subject': { shortName: Said };
  'mails.resetPassword.text1': { shortName: Said };
  'mails.signInChanged.button': None;
  'mails.signInChanged.fact1': None;
  'mails.signInChanged.heading': None;
  'mails.signInChanged.note1': None;
  'mails.signInChanged.reason': None;
  'mails.signInChanged.subject': { shortName: Said };
  'mails.staysLocked': None;
  'mails.tellUs': None;
  'mails.validDaysOnce': { n: number };
  'mails.validHours': { n: number };
  'mails.validHoursOnce': { n: number };
  'mails.validMinutes': { n: number };
  'mails.validMinutesOnce': { n: number };
  'mails.yourAccountReason': None;
  'mails.zone': { place: Said; zone: Said };
}

/** The parts of a text that are more than words. */
export interface AreaParts {

}
export type { None, Said };
