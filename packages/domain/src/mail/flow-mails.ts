import { type Message, message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { invitation, withInvitation } from './invitation.ts';
import { type Letter, mailKind } from './letter.ts';
import { momentFact } from './moment.ts';

const text = z.string();

/** What a template of the flow says to its reader: its variables are filled, and what they may not know is left out. */
const written = z.strictObject({ subject: text, lines: z.array(text), button: text.nullable() });

/**
 * The entry that travels with the mail: `uid` stays, `sequence` grows with each change, `at` is an ISO instant. One that
 * is cancelled takes it out of the calendar again.
 */
const calendar = z.strictObject({
  assignmentId: text,
  uid: text,
  sequence: z.number().int(),
  title: text,
  at: text,
  link: text.nullable(),
  isCancelled: z.boolean(),
});
export type CalendarEntry = z.output<typeof calendar>;

const notice = z.strictObject({
  name: text,
  written,
  callTitle: text,
  /** Where the recipient chooses how often emails come: staff have an account page in place of a profile. Null without an account. */
  settings: z.enum(['profile', 'account']).nullable(),
  /** Where the application is; null for whoever cannot open it. */
  link: text.nullable(),
  invitation,
  calendar: calendar.nullable(),
  /** The deadline that it speaks of, an ISO instant. */
  deadline: text.nullable(),
});

/** A letter in the words of a flow. Its heading is the whole subject, which `renderMail` may have to shorten. */
const inWordsOfFlow = (
  {
    name,
    written: { subject, lines, button },
    link,
  }: Pick<z.output<typeof notice>, 'name' | 'written' | 'link'>,
  more: { reason: Message; notes: Message[] },
): Letter => ({
  subject,
  preview: lines[0] ?? subject,
  name,
  heading: subject,
  paragraphs: lines,
  facts: [],
  ...(button === null || link === null ? {} : { button: { label: button, link } }),
  ...more,
});

const award = z.strictObject({
  partition: text,
  outcome: z.enum(['awarded', 'reduced', 'reserve', 'rejected']),
  /** A decimal string in `unit`. */
  amount: text.nullable(),
  unit: text,
  /** When the award begins and ends: days, yyyy-mm-dd. */
  startsOn: text.nullable().default(null),
  endsOn: text.nullable().default(null),
});
export type AwardFact = z.output<typeof award>;

/** 'Awarded, 12 000 node hours, from 01-05-2027 to 30-04-2028': what was decided about a partition. */
export const awardMessage = ({
  outcome,
  amount,
  unit,
  startsOn,
  endsOn,
}: Omit<AwardFact, 'partition'>): Message =>
  message('mails.award.decided', {
    outcome,
    hasAmount: amount === null || outcome === 'rejected' ? 'no' : 'yes',
    amount: { decimal: amount ?? '0', thousands: true, unit },
    hasPeriod: startsOn === null || endsOn === null ? 'no' : 'yes',
    from: { at: startsOn ?? '', timeZone: 'UTC', show: 'date' },
    to: { at: endsOn ?? '', timeZone: 'UTC', show: 'date' },
  });

const calendarNotes = (entry: CalendarEntry | null): Message[] =>
  entry === null
    ? []
    : [message(entry.isCancelled ? 'mails.deadlineGone.calendar' : 'mails.notice.calendar')];

/** Mails that a flow words, or could word. */
export const flowMails = {
  flow_notice: mailKind(notice, (facts, shortName) => {
    const { callTitle: call, settings } = facts;
    const letter = inWordsOfFlow(facts, {
      reason: message('mails.notice.reason', { call, settings: settings ?? 'none' }),
      notes: calendarNotes(facts.calendar),
    });
    return withInvitation(letter, facts, shortName);
  }),

  notices_digest: mailKind(
    z.strictObject({
      name: text,
      items: z.array(notice.pick({ written: true, link: true, calendar: true })).min(1),
    }),
    ({ name, items }, shortName) => ({
      subject: message('mails.digest.subject', { shortName, n: items.length }),
      preview: items[0]?.written.subject ?? '',
      name,
      heading: message('mails.digest.heading', { n: items.length }),
      paragraphs: [],
      sections: items.map(({ written: { subject, lines }, link }) => ({
        heading: subject,
        paragraphs: lines,
        link,
      })),
      facts: [],
      notes: items.some((item) => item.calendar !== null) ? [message('mails.digest.calendar')] : [],
      reason: message('mails.digest.reason'),
    }),
  ),

  deadline_gone: mailKind(
    z.strictObject({
      name: text,
      callTitle: text,
      /** ISO instant, with the call's own zone, as an IANA name. */
      deadline: text,
      timeZone: text,
      calendar,
    }),
    ({ name, callTitle, deadline, timeZone, calendar: entry }) => ({
      subject: message('mails.deadlineGone.subject', { call: callTitle }),
      preview: message('mails.deadlineGone.text', { call: callTitle }),
      name,
      heading: message('mails.deadlineGone.heading'),
      paragraphs: [message('mails.deadlineGone.text', { call: callTitle })],
      facts: [momentFact(message('mails.deadlineGone.was'), deadline, timeZone)],
      notes: calendarNotes(entry),
      reason: message('mails.deadlineGone.reason'),
    }),
  ),

  outcome_letter: mailKind(
    z.strictObject({
      name: text,
      written: written.nullable(),
      uid: text,
      title: text,
      callTitle: text,
      outcome: z.enum(['approved', 'rejected', 'reserve']),
      awards: z.array(award),
      /** Until when the award can be accepted, an ISO instant; null if it need not be. */
      acceptBy: text.nullable().default(null),
      timeZone: text.default('UTC'),
      link: text,
    }),
    (facts) => {
      const { name, uid, title, callTitle, outcome, awards, acceptBy, timeZone, link } = facts;
      const reason = message('mails.submitted.reason');
      if (facts.written !== null)
        return inWordsOfFlow({ name, written: facts.written, link }, { reason, notes: [] });
      const hasTitle = title === '' ? 'no' : 'yes';
      return {
        subject: message('mails.outcome.subject', { uid }),
        preview: message('mails.outcome.preview', { call: callTitle }),
        name,
        heading: message('mails.outcome.heading', { outcome }),
        paragraphs: [message('mails.outcome.text', { outcome, title, hasTitle, call: callTitle })],
        facts: [
          { label: message('mails.fact.proposalId'), value: uid },
          { label: message('mails.fact.call'), value: callTitle },
          ...awards.map((one) => ({ label: one.partition, value: awardMessage(one) })),
          ...(acceptBy === null ? [] : [momentFact(message('mails.fact.acceptBy'), acceptBy, timeZone)]),
        ],
        button: { label: message('mails.openApplication'), link },
        notes: [],
        reason,
      };
    },
  ),

  assignment_reminder: mailKind(
    z.strictObject({
      name: text,
      written: written.nullable(),
      step: text,
      /** Empty for whoever may not know it. */
      title: text,
      uid: text,
      callTitle: text,
      partition: text.nullable(),
      /** ISO instant, with the call's own zone, as an IANA name. */
      deadline: text.nullable(),
      timeZone: text,
      /** The person has not yet answered whether to take it on. */
      unanswered: z.boolean(),
      /** Of whoever sends it; null without any. */
      words: text.nullable(),
      link: text,
      invitation,
      calendar: calendar.nullable(),
    }),
    (facts, shortName) => {
      const { name, step, title, uid, callTitle, partition, deadline, timeZone, link } = facts;
      const reason = message('mails.reminder.reason');
      const notes = calendarNotes(facts.calendar);
      const sections =
        facts.words === null
          ? []
          : [{ heading: message('mails.reminder.words'), paragraphs: [facts.words], link: null }];
      if (facts.written !== null) {
        const letter = inWordsOfFlow({ name, written: facts.written, link }, { reason, notes });
        return withInvitation({ ...letter, sections }, facts, shortName);
      }
      const asks = facts.unanswered ? 'answer' : 'work';
      const hasTitle = title === '' ? 'no' : 'yes';
      const letter: Letter = {
        subject: message('mails.reminder.subject', {
          asks,
          uid,
          task: partition === null ? step : message('mails.task.ofPartition', { step, partition }),
        }),
        preview: message('mails.reminder.preview', { asks, call: callTitle }),
        name,
        heading: message('mails.reminder.heading', { step }),
        paragraphs: [message('mails.reminder.text', { asks, step, title, hasTitle, call: callTitle })],
        sections,
        facts: [
          { label: message('mails.fact.proposalId'), value: uid },
          { label: message('mails.fact.call'), value: callTitle },
          ...(partition === null ? [] : [{ label: message('mails.fact.partition'), value: partition }]),
          ...(deadline === null ? [] : [momentFact(message('mails.fact.due'), deadline, timeZone)]),
        ],
        button: { label: message('mails.openApplication'), link },
        notes,
        reason,
      };
      return withInvitation(letter, facts, shortName);
    },
  ),
};
