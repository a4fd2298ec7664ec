import { message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { invitation, withInvitation } from './invitation.ts';
import { type Letter, mailKind } from './letter.ts';
import { momentFact } from './moment.ts';

const text = z.string();

/** The assignment that a request for more time is about. Instants are ISO, the zone is that of the call. */
const about = z.strictObject({
  name: text,
  uid: text,
  callTitle: text,
  step: text,
  partition: text.nullable(),
  timeZone: text,
  link: text,
});

const factsOf = ({ uid, callTitle, step, partition }: z.output<typeof about>) => [
  { label: message('mails.fact.proposalId'), value: uid },
  { label: message('mails.fact.call'), value: callTitle },
  { label: message('mails.fact.step'), value: step },
  ...(partition === null ? [] : [{ label: message('mails.fact.partition'), value: partition }]),
];

/** Emails about requests for more time: to staff, and the answer to the person who asked. */
export const moreTimeMails = {
  time_asked: mailKind(
    about.extend({
      /** The person who asks. */
      who: text,
      deadline: text.nullable(),
      until: text,
      why: text,
    }),
    (facts) => {
      const { name, uid, who, step, deadline, until, why, timeZone, link } = facts;
      return {
        subject: message('mails.timeAsked.subject', { uid, step }),
        preview: message('mails.timeAsked.text', { who, step, uid }),
        name,
        heading: message('mails.timeAsked.heading', { who }),
        paragraphs: [message('mails.timeAsked.text', { who, step, uid }), why],
        facts: [
          ...factsOf(facts),
          ...(deadline === null ? [] : [momentFact(message('mails.timeAsked.was'), deadline, timeZone)]),
          momentFact(message('mails.timeAsked.until'), until, timeZone),
        ],
        button: { label: message('mails.timeAsked.open'), link },
        notes: [],
        reason: message('mails.timeAsked.reason'),
      };
    },
  ),

  time_answered: mailKind(
    about.extend({
      /** The deadline from now on; null if staff removed it. */
      deadline: text.nullable(),
      /** Why staff declined it; null if they granted it, or moved the deadline themselves. */
      declined: text.nullable(),
      /** The owner had asked; an email that was planned before has none. */
      isAsked: z.boolean().default(true),
      invitation,
    }),
    (facts, shortName) => {
      const { name, uid, step, deadline, declined, isAsked, timeZone, link } = facts;
      const moved = deadline === null ? 'removed' : 'moved';
      const answer = declined !== null ? 'declined' : isAsked ? 'granted' : moved;
      const letter: Letter = {
        subject: message('mails.timeAnswered.subject', { uid, step, answer }),
        preview: message('mails.timeAnswered.text', { uid, step, answer }),
        name,
        heading: message('mails.timeAnswered.heading', { answer }),
        paragraphs: [
          message('mails.timeAnswered.text', { uid, step, answer }),
          ...(declined === null ? [] : [declined]),
        ],
        facts: [
          ...factsOf(facts),
          ...(deadline === null ? [] : [momentFact(message('mails.fact.due'), deadline, timeZone)]),
        ],
        button: { label: message('mails.openApplication'), link },
        notes: [],
        reason: message(isAsked ? 'mails.timeAnswered.reason' : 'mails.timeAnswered.movedReason'),
      };
      return withInvitation(letter, facts, shortName);
    },
  ),
};
