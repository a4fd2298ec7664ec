import { type Message, message, type Translatable } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { mailKind } from './letter.ts';
import { momentFact } from './moment.ts';

const text = z.string();

/** What can change in the ways to log in. */
export const signInChanges = [
  'identity_linked',
  'identity_unlinked',
  'passkey_added',
  'passkey_removed',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes_made',
  'recovery_code_used',
] as const;
export type SignInChange = (typeof signInChanges)[number];

/** `what` is the provider, the name of the passkey, or how many are left; some changes need none. */
const changeMessage = (change: SignInChange, what: string): Message => ({
  id: `mails.change.${change}`,
  values: { what },
});

/** Mails about the ways to log in. */
export const signInMails = {
  provider_code: mailKind(
    z.strictObject({ code: text, minutes: z.number(), provider: text }),
    ({ code, minutes, provider }, shortName) => ({
      subject: message('mails.code.subject', { shortName, code }),
      preview: message('mails.enterWithin', { n: minutes }),
      name: '',
      heading: message('mails.code.heading'),
      paragraphs: [message('mails.code.text2', { provider })],
      code,
      facts: [],
      notes: [message('mails.codeValid', { n: minutes }), message('mails.code.note2')],
      reason: message('mails.code.reason'),
    }),
  ),

  sign_in_changed: mailKind(
    z.strictObject({
      name: text,
      /** A version before has planned the sentence itself. */
      changed: z.union([z.strictObject({ change: z.enum(signInChanges), what: text }), text]),
      /** ISO instant. */
      at: text,
      timeZone: text,
      /** Null: the portal with that page refuses the person. */
      profileLink: text.nullable(),
    }),
    ({ name, changed, at, timeZone, profileLink }, shortName) => {
      const sentence: Translatable =
        typeof changed === 'string' ? changed : changeMessage(changed.change, changed.what);
      return {
        subject: message('mails.signInChanged.subject', { shortName }),
        preview: sentence,
        name,
        heading: message('mails.signInChanged.heading'),
        paragraphs: [sentence],
        facts: [momentFact(message('mails.signInChanged.fact1'), at, timeZone)],
        ...(profileLink === null
          ? {}
          : { button: { label: message('mails.signInChanged.button'), link: profileLink } }),
        notes: [message('mails.signInChanged.note1')],
        reason: message('mails.signInChanged.reason'),
      };
    },
  ),
};
