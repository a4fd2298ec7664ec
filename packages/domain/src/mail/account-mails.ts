import { z } from 'zod';
import { mailKind } from './letter.ts';

const text = z.string();

/** Mails about one's own account. */
export const accountMails = {
  confirm_account: mailKind(
    /** `several`: the address was registered more than once, and the link of each mail confirms another one. */
    z.strictObject({ name: text, link: text, hours: z.number(), several: z.boolean() }),
    ({ name, link, hours, several }, shortName) => ({
      subject: `${shortName}: confirm your account`,
      preview: `The link is valid for ${hours} hours.`,
      name,
      heading: 'Confirm your account.',
      paragraphs: [
        `Somebody registered at the ${shortName} user portal with this address. If it was you, confirm the account with the password that you chose, then log in.`,
      ],
      facts: [],
      button: { label: 'Confirm my account', link },
      notes: [
        ...(several
          ? [
              'This address was entered in the register form more than once. This link asks for the password that was chosen this time, or lets you choose a new one.',
            ]
          : []),
        `The link is valid for ${hours} hours and can be used once.`,
        'If it was not you, ignore this mail. Without the link the account stays locked.',
      ],
      reason: 'You get this mail because this address was entered in the register form.',
    }),
  ),

  choose_password: mailKind(
    z.strictObject({ name: text, link: text, hours: z.number() }),
    ({ name, link, hours }, shortName) => ({
      subject: `${shortName}: choose a password`,
      preview: `The link is valid for ${hours} hours.`,
      name,
      heading: 'Choose a password.',
      paragraphs: [
        `There is an account at the ${shortName} user portal for this address that was not confirmed yet, and somebody asked for a link. If it was you, choose a password: that confirms the account, and you can log in.`,
      ],
      facts: [],
      button: { label: 'Choose a password', link },
      notes: [
        `The link is valid for ${hours} hours and can be used once.`,
        'If it was not you, ignore this mail. Without the link the account stays locked.',
      ],
      reason: 'You get this mail because this address was entered at the portal.',
    }),
  ),

  invite: mailKind(
    z.strictObject({ name: text, link: text, days: z.number() }),
    ({ name, link, days }, shortName) => ({
      subject: `${shortName}: you are invited`,
      preview: `Choose a password within ${days} days.`,
      name,
      heading: 'You are invited.',
      paragraphs: [
        `The office of ${shortName} invites you to its user portal. Choose a password, and you can log in with this address and see what you are asked for.`,
      ],
      facts: [],
      button: { label: 'Choose a password', link },
      notes: [
        `The link is valid for ${days} days and can be used once.`,
        'If you do not expect an invitation, ignore this mail. Without the link the account stays locked.',
      ],
      reason: 'You get this mail because the office invited this address.',
    }),
  ),

  confirm_email: mailKind(
    z.strictObject({ name: text, link: text, hours: z.number() }),
    ({ name, link, hours }, shortName) => ({
      subject: `${shortName}: confirm your new e-mail address`,
      preview: `The link is valid for ${hours} hours.`,
      name,
      heading: 'Confirm your new e-mail address.',
      paragraphs: [
        `You asked to log in to the ${shortName} user portal with this address from now on. Confirm that it is yours where you are logged in, or with your password. You will be logged out everywhere, and log in again with the new address.`,
      ],
      facts: [],
      button: { label: 'Confirm my new address', link },
      notes: [
        `The link is valid for ${hours} hours and can be used once.`,
        'If it was not you, ignore this mail. Without the link nothing changes.',
      ],
      reason: 'You get this mail because this address was entered as the new one of an account.',
    }),
  ),

  email_taken: mailKind(
    z.strictObject({ name: text, loginLink: text, forgotLink: text }),
    ({ name, loginLink, forgotLink }, shortName) => ({
      subject: `${shortName}: you have an account already`,
      preview: 'Somebody asked to use your address for another account.',
      name,
      heading: 'You have an account already.',
      paragraphs: [
        `Somebody asked to use this address for another account at the ${shortName} user portal. It has an account already, so nothing was changed.`,
        'If it was you, log in with this address, or choose a new password if you no longer know it.',
      ],
      facts: [{ label: 'Choose a new password', value: forgotLink }],
      button: { label: 'Log in', link: loginLink },
      notes: ['If it was not you, there is nothing to do. Your password stays as it is.'],
      reason: 'You get this mail because this address was entered as the new one of an account.',
    }),
  ),

  email_change_requested: mailKind(
    /** `forgotLink`: null where passwords are switched off. */
    z.strictObject({ name: text, newEmail: text, forgotLink: text.nullable() }),
    ({ name, newEmail, forgotLink }, shortName) => ({
      subject: `${shortName}: your e-mail address is to change`,
      preview: 'Nothing has changed yet.',
      name,
      heading: 'Your e-mail address is to change.',
      paragraphs: [
        `Somebody who is logged in to your account at the ${shortName} user portal asked to change its e-mail address. Nothing has changed yet: the new address has to be confirmed first.`,
      ],
      facts: [{ label: 'New address', value: newEmail }],
      ...(forgotLink === null
        ? {}
        : { button: { label: 'It was not me: choose a new password', link: forgotLink } }),
      notes: [
        'If it was you, there is nothing to do here. Open the link in the mail to the new address.',
        forgotLink === null
          ? 'If it was not you, tell us at once: the contact stands below.'
          : 'A new password stops the change and logs everybody out.',
      ],
      reason: 'You get this mail because this is the address of your account.',
    }),
  ),

  email_changed: mailKind(z.strictObject({ name: text, before: text }), ({ name, before }, shortName) => ({
    subject: `${shortName}: your e-mail address was changed`,
    preview: 'You log in with your new address from now on.',
    name,
    heading: 'Your e-mail address was changed.',
    paragraphs: [
      `Your account at the ${shortName} user portal has a new e-mail address, and you were logged out everywhere. This is the last mail to the old one.`,
      'If it was not you, tell us at once: the contact stands below.',
    ],
    facts: [{ label: 'Old address', value: before }],
    notes: [],
    reason: 'You get this mail because this was the address of your account.',
  })),

  password_changed: mailKind(
    z.strictObject({ name: text, forgotLink: text }),
    ({ name, forgotLink }, shortName) => ({
      subject: `${shortName}: your password was changed`,
      preview: 'If it was not you, choose a new one at once.',
      name,
      heading: 'Your password was changed.',
      paragraphs: [
        `The password of your account at the ${shortName} user portal was changed. All other browsers were logged out.`,
      ],
      facts: [],
      button: { label: 'It was not me: choose a new password', link: forgotLink },
      notes: ['If it was you, there is nothing to do.'],
      reason: 'You get this mail because this is the address of your account.',
    }),
  ),

  account_closed: mailKind(z.strictObject({ privacyLink: text }), ({ privacyLink }, shortName) => ({
    subject: `${shortName}: your account was deleted`,
    preview: 'This is the last mail.',
    name: '',
    heading: 'Your account was deleted.',
    paragraphs: [
      `Your account at the ${shortName} user portal was deleted, as you asked. Your profile, your bank details and your drafts are gone, and this is the last mail to this address.`,
      'What you submitted stays with the organisation: it is the record of decisions.',
    ],
    facts: [{ label: 'What stays, and how long', value: privacyLink }],
    notes: ['If it was not you, tell us at once: the contact stands below. The account cannot be restored.'],
    reason: 'You get this mail because this was the address of the account.',
  })),

  already_registered: mailKind(
    z.strictObject({ name: text, loginLink: text, forgotLink: text }),
    ({ name, loginLink, forgotLink }, shortName) => ({
      subject: `${shortName}: you have an account already`,
      preview: 'Somebody tried to register with your address.',
      name,
      heading: 'You have an account already.',
      paragraphs: [
        `Somebody tried to register at the ${shortName} user portal with this address, which has an account. Nothing was changed.`,
        'If it was you, log in with your password, or choose a new one if you no longer know it.',
      ],
      facts: [{ label: 'Choose a new password', value: forgotLink }],
      button: { label: 'Log in', link: loginLink },
      notes: ['If it was not you, there is nothing to do. Your password stays as it is.'],
      reason: 'You get this mail because this address was entered in the register form.',
    }),
  ),

  reset_password: mailKind(
    z.strictObject({ name: text, link: text, minutes: z.number() }),
    ({ name, link, minutes }, shortName) => ({
      subject: `${shortName}: choose a new password`,
      preview: `The link is valid for ${minutes} minutes.`,
      name,
      heading: 'Choose a new password.',
      paragraphs: [
        `Somebody asked for a new password for your account at the ${shortName} user portal. If it was you, choose it here. You will be logged out everywhere.`,
      ],
      facts: [],
      button: { label: 'Choose a new password', link },
      notes: [
        `The link is valid for ${minutes} minutes and can be used once.`,
        'If it was not you, ignore this mail. Your password stays as it is.',
      ],
      reason: 'You get this mail because this address was entered in the forgot-password form.',
    }),
  ),

  human_code: mailKind(
    z.strictObject({ code: text, minutes: z.number() }),
    ({ code, minutes }, shortName) => ({
      subject: `${shortName}: your code is ${code}`,
      preview: `Enter it within ${minutes} minutes.`,
      name: '',
      heading: 'Your code.',
      paragraphs: ['Enter this code in the register form in place of turning the picture.'],
      code,
      facts: [],
      notes: [
        `The code is valid for ${minutes} minutes and can be used once.`,
        'If you did not ask for it, ignore this mail.',
      ],
      reason: 'You get this mail because this address was entered in the register form.',
    }),
  ),
};
