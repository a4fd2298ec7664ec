import type { Mail } from './mail.ts';
import { momentIn } from './moment.ts';

/** What a mail says, before it has a look: the same content becomes its plain text and its HTML. */
export interface Letter {
  subject: string;
  /** Shown beside the subject in a list of mails. */
  preview: string;
  /** Empty: the person has no name yet. */
  name: string;
  heading: string;
  paragraphs: string[];
  /** A code to be typed, set large. */
  code?: string;
  facts: { label: string; value: string; more?: string }[];
  button?: { label: string; link: string };
  /** After the button, small. */
  notes: string[];
  /** Why the person gets this mail. */
  reason: string;
}

/**
 * The words of each mail. `shortName` is the organisation's. Sentences are short, and say what to do when the mail
 * comes unexpectedly.
 */
export function writeLetter(mail: Mail, shortName: string): Letter {
  switch (mail.template) {
    case 'confirm_account':
      return {
        subject: `${shortName}: confirm your account`,
        preview: `The link is valid for ${mail.facts.hours} hours.`,
        name: mail.facts.name,
        heading: 'Confirm your account.',
        paragraphs: [
          `Somebody registered at the ${shortName} user portal with this address. If it was you, confirm the account and log in with your password.`,
        ],
        facts: [],
        button: { label: 'Confirm my account', link: mail.facts.link },
        notes: [
          `The link is valid for ${mail.facts.hours} hours and can be used once.`,
          'If it was not you, ignore this mail. Without the link the account stays locked.',
        ],
        reason: 'You get this mail because this address was entered in the register form.',
      };
    case 'already_registered':
      return {
        subject: `${shortName}: you have an account already`,
        preview: 'Somebody tried to register with your address.',
        name: mail.facts.name,
        heading: 'You have an account already.',
        paragraphs: [
          `Somebody tried to register at the ${shortName} user portal with this address, which has an account. Nothing was changed.`,
          'If it was you, log in with your password, or choose a new one if you no longer know it.',
        ],
        facts: [{ label: 'Choose a new password', value: mail.facts.forgotLink }],
        button: { label: 'Log in', link: mail.facts.loginLink },
        notes: ['If it was not you, there is nothing to do. Your password stays as it is.'],
        reason: 'You get this mail because this address was entered in the register form.',
      };
    case 'reset_password':
      return {
        subject: `${shortName}: choose a new password`,
        preview: `The link is valid for ${mail.facts.minutes} minutes.`,
        name: mail.facts.name,
        heading: 'Choose a new password.',
        paragraphs: [
          `Somebody asked for a new password for your account at the ${shortName} user portal. If it was you, choose it here. You will be logged out everywhere.`,
        ],
        facts: [],
        button: { label: 'Choose a new password', link: mail.facts.link },
        notes: [
          `The link is valid for ${mail.facts.minutes} minutes and can be used once.`,
          'If it was not you, ignore this mail. Your password stays as it is.',
        ],
        reason: 'You get this mail because this address was entered in the forgot-password form.',
      };
    case 'human_code':
      return {
        subject: `${shortName}: your code is ${mail.facts.code}`,
        preview: `Enter it within ${mail.facts.minutes} minutes.`,
        name: '',
        heading: 'Your code.',
        paragraphs: ['Enter this code in the register form in place of turning the picture.'],
        code: mail.facts.code,
        facts: [],
        notes: [
          `The code is valid for ${mail.facts.minutes} minutes and can be used once.`,
          'If you did not ask for it, ignore this mail.',
        ],
        reason: 'You get this mail because this address was entered in the register form.',
      };
    case 'application_submitted': {
      const there = momentIn(mail.facts.submittedAt, mail.facts.timeZone);
      const utc = momentIn(mail.facts.submittedAt, 'UTC');
      return {
        subject: `${mail.facts.uid} was submitted to ${mail.facts.callTitle}`,
        preview: `Received ${there.text} ${there.zone}.`,
        name: mail.facts.name,
        heading: 'Your application was submitted.',
        paragraphs: [
          `We received your application${mail.facts.title === '' ? '' : ` ‘${mail.facts.title}’`} to the call ${mail.facts.callTitle}. You can read it at any time.`,
        ],
        facts: [
          { label: 'Proposal ID', value: mail.facts.uid },
          { label: 'Call', value: mail.facts.callTitle },
          { label: 'Submitted', value: there.text, more: `${there.zone}, ${mail.facts.timeZone}` },
          { label: 'In UTC', value: utc.text, more: 'UTC' },
        ],
        button: { label: 'Open the application', link: mail.facts.link },
        notes: [],
        reason: 'You get this mail because you own the application.',
      };
    }
  }
}
