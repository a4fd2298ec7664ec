import { message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { mailKind } from './letter.ts';

const text = z.string();

/** Mails about one's own account. */
export const accountMails = {
  confirm_account: mailKind(
    /** `several`: the address was registered more than once, and the link of each mail confirms another one. */
    z.strictObject({ name: text, link: text, hours: z.number(), several: z.boolean() }),
    ({ name, link, hours, several }, shortName) => ({
      subject: message('mails.confirmAccount.subject', { shortName }),
      preview: message('mails.validHours', { n: hours }),
      name,
      heading: message('mails.confirmAccount.heading'),
      paragraphs: [message('mails.confirmAccount.text1', { shortName })],
      facts: [],
      button: { label: message('mails.confirmAccount.button'), link },
      notes: [
        ...(several ? [message('mails.confirmAccount.note1')] : []),
        message('mails.validHoursOnce', { n: hours }),
        message('mails.confirmAccount.notYou'),
      ],
      reason: message('mails.registerReason'),
    }),
  ),

  choose_password: mailKind(
    z.strictObject({ name: text, link: text, hours: z.number() }),
    ({ name, link, hours }, shortName) => ({
      subject: message('mails.choosePasswordMail.subject', { shortName }),
      preview: message('mails.validHours', { n: hours }),
      name,
      heading: message('mails.choosePasswordMail.heading'),
      paragraphs: [message('mails.choosePasswordMail.text1', { shortName })],
      facts: [],
      button: { label: message('mails.choosePassword'), link },
      notes: [message('mails.validHoursOnce', { n: hours }), message('mails.staysLocked')],
      reason: message('mails.choosePasswordMail.reason'),
    }),
  ),

  invite: mailKind(
    z.strictObject({ name: text, link: text, days: z.number() }),
    ({ name, link, days }, shortName) => ({
      subject: message('mails.invite.subject', { shortName }),
      preview: message('mails.invite.preview', { n: days }),
      name,
      heading: message('mails.invite.heading'),
      paragraphs: [message('mails.invite.text1', { shortName })],
      facts: [],
      button: { label: message('mails.choosePassword'), link },
      notes: [message('mails.validDaysOnce', { n: days }), message('mails.invite.note1')],
      reason: message('mails.invite.reason'),
    }),
  ),

  confirm_email: mailKind(
    z.strictObject({ name: text, link: text, hours: z.number() }),
    ({ name, link, hours }, shortName) => ({
      subject: message('mails.confirmEmail.subject', { shortName }),
      preview: message('mails.validHours', { n: hours }),
      name,
      heading: message('mails.confirmEmail.heading'),
      paragraphs: [message('mails.confirmEmail.text1', { shortName })],
      facts: [],
      button: { label: message('mails.confirmEmail.button'), link },
      notes: [message('mails.validHoursOnce', { n: hours }), message('mails.confirmEmail.note1')],
      reason: message('mails.newAddressReason'),
    }),
  ),

  email_taken: mailKind(
    z.strictObject({ name: text, loginLink: text, forgotLink: text }),
    ({ name, loginLink, forgotLink }, shortName) => ({
      subject: message('mails.emailTaken.subject', { shortName }),
      preview: message('mails.emailTaken.preview'),
      name,
      heading: message('mails.emailTaken.heading'),
      paragraphs: [message('mails.emailTaken.text1', { shortName }), message('mails.emailTaken.text2')],
      facts: [{ label: message('mails.chooseNewPassword'), value: forgotLink }],
      button: { label: message('mails.logIn'), link: loginLink },
      notes: [message('mails.nothingToDo')],
      reason: message('mails.newAddressReason'),
    }),
  ),

  email_change_requested: mailKind(
    /** `forgotLink`: null where passwords are switched off. */
    z.strictObject({ name: text, newEmail: text, forgotLink: text.nullable() }),
    ({ name, newEmail, forgotLink }, shortName) => ({
      subject: message('mails.changeRequested.subject', { shortName }),
      preview: message('mails.changeRequested.preview'),
      name,
      heading: message('mails.changeRequested.heading'),
      paragraphs: [message('mails.changeRequested.text1', { shortName })],
      facts: [{ label: message('mails.changeRequested.fact1'), value: newEmail }],
      ...(forgotLink === null
        ? {}
        : { button: { label: message('mails.notMeNewPassword'), link: forgotLink } }),
      notes: [
        message('mails.changeRequested.note1'),
        forgotLink === null ? message('mails.tellUs') : message('mails.changeRequested.note2'),
      ],
      reason: message('mails.yourAccountReason'),
    }),
  ),

  email_changed: mailKind(z.strictObject({ name: text, before: text }), ({ name, before }, shortName) => ({
    subject: message('mails.emailChanged.subject', { shortName }),
    preview: message('mails.emailChanged.preview'),
    name,
    heading: message('mails.emailChanged.heading'),
    paragraphs: [message('mails.emailChanged.text1', { shortName }), message('mails.tellUs')],
    facts: [{ label: message('mails.emailChanged.fact1'), value: before }],
    notes: [],
    reason: message('mails.emailChanged.reason'),
  })),

  password_changed: mailKind(
    z.strictObject({ name: text, forgotLink: text }),
    ({ name, forgotLink }, shortName) => ({
      subject: message('mails.passwordChanged.subject', { shortName }),
      preview: message('mails.passwordChanged.preview'),
      name,
      heading: message('mails.passwordChanged.heading'),
      paragraphs: [message('mails.passwordChanged.text1', { shortName })],
      facts: [],
      button: { label: message('mails.notMeNewPassword'), link: forgotLink },
      notes: [message('mails.passwordChanged.note1')],
      reason: message('mails.yourAccountReason'),
    }),
  ),

  account_suspended: mailKind(z.strictObject({ name: text }), ({ name }, shortName) => ({
    subject: message('mails.accountSuspended.subject', { shortName }),
    preview: message('mails.accountSuspended.preview'),
    name,
    heading: message('mails.accountSuspended.heading'),
    paragraphs: [
      message('mails.accountSuspended.text1', { shortName }),
      message('mails.accountSuspended.text2'),
    ],
    facts: [],
    notes: [],
    reason: message('mails.yourAccountReason'),
  })),

  account_restored: mailKind(
    z.strictObject({ name: text, loginLink: text }),
    ({ name, loginLink }, shortName) => ({
      subject: message('mails.accountRestored.subject', { shortName }),
      preview: message('mails.accountRestored.preview'),
      name,
      heading: message('mails.accountRestored.heading'),
      paragraphs: [message('mails.accountRestored.text1', { shortName })],
      facts: [],
      button: { label: message('mails.logIn'), link: loginLink },
      notes: [],
      reason: message('mails.yourAccountReason'),
    }),
  ),

  sender_test: mailKind(z.strictObject({ name: text }), ({ name }, shortName) => ({
    subject: message('mails.senderTest.subject', { shortName }),
    preview: message('mails.senderTest.preview'),
    name,
    heading: message('mails.senderTest.heading'),
    paragraphs: [message('mails.senderTest.text1', { shortName })],
    facts: [],
    notes: [],
    reason: message('mails.senderTest.reason'),
  })),

  account_closed: mailKind(z.strictObject({ privacyLink: text }), ({ privacyLink }, shortName) => ({
    subject: message('mails.accountClosed.subject', { shortName }),
    preview: message('mails.accountClosed.preview'),
    name: '',
    heading: message('mails.accountClosed.heading'),
    paragraphs: [message('mails.accountClosed.text1', { shortName }), message('mails.accountClosed.text2')],
    facts: [{ label: message('mails.accountClosed.fact1'), value: privacyLink }],
    notes: [message('mails.accountClosed.note1')],
    reason: message('mails.accountClosed.reason'),
  })),

  already_registered: mailKind(
    z.strictObject({ name: text, loginLink: text, forgotLink: text }),
    ({ name, loginLink, forgotLink }, shortName) => ({
      subject: message('mails.emailTaken.subject', { shortName }),
      preview: message('mails.alreadyRegistered.preview'),
      name,
      heading: message('mails.emailTaken.heading'),
      paragraphs: [
        message('mails.alreadyRegistered.text1', { shortName }),
        message('mails.alreadyRegistered.text2'),
      ],
      facts: [{ label: message('mails.chooseNewPassword'), value: forgotLink }],
      button: { label: message('mails.logIn'), link: loginLink },
      notes: [message('mails.nothingToDo')],
      reason: message('mails.registerReason'),
    }),
  ),

  reset_password: mailKind(
    z.strictObject({ name: text, link: text, minutes: z.number() }),
    ({ name, link, minutes }, shortName) => ({
      subject: message('mails.resetPassword.subject', { shortName }),
      preview: message('mails.validMinutes', { n: minutes }),
      name,
      heading: message('mails.resetPassword.heading'),
      paragraphs: [message('mails.resetPassword.text1', { shortName })],
      facts: [],
      button: { label: message('mails.chooseNewPassword'), link },
      notes: [message('mails.validMinutesOnce', { n: minutes }), message('mails.resetPassword.note1')],
      reason: message('mails.resetPassword.reason'),
    }),
  ),

  human_code: mailKind(
    z.strictObject({ code: text, minutes: z.number() }),
    ({ code, minutes }, shortName) => ({
      subject: message('mails.code.subject', { shortName, code }),
      preview: message('mails.enterWithin', { n: minutes }),
      name: '',
      heading: message('mails.code.heading'),
      paragraphs: [message('mails.code.text1')],
      code,
      facts: [],
      notes: [message('mails.codeValid', { n: minutes }), message('mails.code.note1')],
      reason: message('mails.registerReason'),
    }),
  ),

  /** To a reviewer who is paid and has entered no bank details. */
  bank_details_asked: mailKind(z.strictObject({ name: text, link: text }), ({ name, link }) => ({
    subject: message('mails.bankDetails.subject'),
    preview: message('mails.bankDetails.preview'),
    name,
    heading: message('mails.bankDetails.heading'),
    paragraphs: [message('mails.bankDetails.text')],
    facts: [],
    button: { label: message('mails.bankDetails.button'), link },
    notes: [message('mails.bankDetails.note')],
    reason: message('mails.bankDetails.reason'),
  })),
};
