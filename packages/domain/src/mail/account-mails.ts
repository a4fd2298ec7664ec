import { z } from 'zod';
import { mailKind } from './letter.ts';

const text = z.string();

/** Mails about one's own account. */
export const accountMails = {
  confirm_account: mailKind(
    z.strictObject({ name: text, link: text, hours: z.number() }),
    ({ name, link, hours }, shortName) => ({
      subject: `${shortName}: confirm your account`,
      preview: `The link is valid for ${hours} hours.`,
      name,
      heading: 'Confirm your account.',
      paragraphs: [
        `Somebody registered at the ${shortName} user portal with this address. If it was you, confirm the account and log in with your password.`,
      ],
      facts: [],
      button: { label: 'Confirm my account', link },
      notes: [
        `The link is valid for ${hours} hours and can be used once.`,
        'If it was not you, ignore this mail. Without the link the account stays locked.',
      ],
      reason: 'You get this mail because this address was entered in the register form.',
    }),
  ),

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
