import { z } from 'zod';
import { mailKind } from './letter.ts';
import { momentIn } from './moment.ts';

const text = z.string();

/** What changed in the ways to log in, in words. `what` is the provider, the name of the passkey, or how many. */
const changes = {
  identity_linked: (what: string) => `You can now log in with ${what}.`,
  identity_unlinked: (what: string) => `You can no longer log in with ${what}.`,
  passkey_added: (what: string) => `The passkey ‘${what}’ was added. You can log in with it.`,
  passkey_removed: (what: string) => `The passkey ‘${what}’ was removed. It no longer opens your account.`,
  second_factor_on: () => 'You are now asked for a passkey after your password.',
  second_factor_off: () => 'You are no longer asked for a passkey after your password.',
  recovery_codes_made: () => 'New recovery codes were made. The old ones no longer work.',
  recovery_code_used: (what: string) =>
    `Somebody logged in with your password and one of your recovery codes. ${what} are left.`,
} as const satisfies Record<string, (what: string) => string>;
export type SignInChange = keyof typeof changes;

/** What changed in the ways to log in, as one sentence to its owner. `what` is as in the table above; some need none. */
export function changeSentence(change: SignInChange, what: string): string {
  return changes[change](what);
}

/** Mails about the ways to log in. */
export const signInMails = {
  provider_code: mailKind(
    z.strictObject({ code: text, minutes: z.number(), provider: text }),
    ({ code, minutes, provider }, shortName) => ({
      subject: `${shortName}: your code is ${code}`,
      preview: `Enter it within ${minutes} minutes.`,
      name: '',
      heading: 'Your code.',
      paragraphs: [
        `Enter this code on the page where you log in with ${provider}. From then on ${provider} opens the account of this address.`,
      ],
      code,
      facts: [],
      notes: [
        `The code is valid for ${minutes} minutes and can be used once.`,
        'If you did not ask for it, ignore this mail and give the code to nobody.',
      ],
      reason: 'You get this mail because this address was entered after a login with an identity provider.',
    }),
  ),

  sign_in_changed: mailKind(
    z.strictObject({
      name: text,
      sentence: text,
      /** ISO instant. */
      at: text,
      timeZone: text,
      profileLink: text,
    }),
    ({ name, sentence, at, timeZone, profileLink }, shortName) => {
      const moment = momentIn(at, timeZone);
      return {
        subject: `${shortName}: the ways to log in to your account changed`,
        preview: sentence,
        name,
        heading: 'The ways to log in to your account changed.',
        paragraphs: [sentence],
        facts: [{ label: 'When', value: moment.text, more: `${moment.zone}, ${timeZone}` }],
        button: { label: 'See the ways to log in', link: profileLink },
        notes: ['If it was not you, log in, remove what you do not know, choose a new password and tell us.'],
        reason: 'You get this mail because it is about the safety of your account.',
      };
    },
  ),
};
