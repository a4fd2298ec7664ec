import { zonePlace } from '@clearcall/i18n/format.ts';
import { type Message, message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { comingStepSchema } from '../applications/application.ts';
import { comingStepsHeading, nothingToDo, plannedWhen } from '../applications/coming-step.ts';
import { zoneMessage } from '../values/zone-message.ts';
import { type Letter, mailKind } from './letter.ts';
import { momentFact } from './moment.ts';

const text = z.string();

/** Of a draft that is going to be deleted. */
const draft = z.strictObject({
  name: text,
  /** As it is shown: DRAFT-12. */
  id: text,
  title: text,
  callTitle: text,
  /** ISO instants. */
  changedAt: text,
  /** When it is deleted at the earliest, if nobody touches it. */
  expiresAt: text,
  /** Whole days until then. */
  daysLeft: z.number().int(),
  /** How many months it stays after it was last saved. */
  restMonths: z.number().int(),
  /** The call's own zone, as an IANA name. */
  timeZone: text,
  link: text,
});

const proposalId = (value: string) => ({ label: message('mails.fact.proposalId'), value });
const ofCall = (value: string) => ({ label: message('mails.fact.call'), value });

function aboutDraft({
  id,
  callTitle,
  changedAt,
  expiresAt,
  timeZone,
}: z.output<typeof draft>): Letter['facts'] {
  return [
    proposalId(id),
    ofCall(callTitle),
    momentFact(message('mails.fact.lastSaved'), changedAt, timeZone),
    momentFact(message('mails.fact.deletedAfter'), expiresAt, timeZone),
  ];
}

const stays = (months: number): Message => message('mails.draft.stays', { n: months });
/** A title that may be missing yet: `{hasTitle, select, yes { ‘{title}’} other {}}`. */
const yesNo = (is: boolean) => (is ? 'yes' : 'no');
const titled = (title: string) => ({ title, hasTitle: title === '' ? 'no' : 'yes' });

const takeBackNote = (until: string | null, timeZone: string): Message =>
  until === null
    ? message('mails.submitted.takeBackOpen')
    : message('mails.submitted.takeBack', {
        at: { at: until, timeZone },
        zone: zoneMessage(timeZone),
      });

/** Mails about one's own applications. */
export const applicationMails = {
  application_submitted: mailKind(
    z.strictObject({
      name: text,
      uid: text,
      title: text,
      callTitle: text,
      /** The title of a later step, a reply or a report; null for the application itself. */
      step: text.nullable().default(null),
      /** The step declined the award. */
      declined: z.boolean().default(false),
      /** It was submitted before, and again after changes. */
      again: z.boolean().default(false),
      /** ISO instant. */
      submittedAt: text,
      /** The call's own zone, as an IANA name. */
      timeZone: text,
      /** Those of whatComesNext; a mail that was planned before there were any has none. */
      comingSteps: z.array(comingStepSchema).default([]),
      /** Until when the submission can be returned to draft; null: the start of the review. A later mail has none. */
      takeBack: z.strictObject({ until: text.nullable() }).nullable().default(null),
      /** The hash over the content, in groups that can be read and broken like words; and whether the receipt travels with the mail; a mail that was planned before has none. */
      receipt: z.strictObject({ sha256: text, attached: z.boolean() }).nullable().default(null),
      /** Where the PDF of what was submitted is; null: there is none of it any more. */
      pdf: z.enum(['attached', 'making', 'on_page']).nullable().default(null),
      link: text,
    }),
    ({
      name,
      uid,
      title,
      callTitle,
      step,
      declined,
      again,
      submittedAt,
      timeZone,
      comingSteps,
      takeBack,
      receipt,
      pdf,
      link,
    }) => ({
      subject:
        step === null
          ? message('mails.submitted.subject', { uid, call: callTitle, again: yesNo(again) })
          : declined
            ? message('mails.awardDeclined.subject', { uid })
            : message('mails.stepSubmitted.subject', { uid, step }),
      preview: message('mails.submitted.preview', {
        at: { at: submittedAt, timeZone },
        zone: zoneMessage(timeZone),
      }),
      name,
      heading:
        step === null
          ? message('mails.submitted.heading', { again: yesNo(again) })
          : declined
            ? message('mails.awardDeclined.heading')
            : message('mails.stepSubmitted.heading', { step }),
      paragraphs: [
        step === null
          ? message('mails.submitted.text', { call: callTitle, again: yesNo(again), ...titled(title) })
          : message(declined ? 'mails.awardDeclined.text' : 'mails.stepSubmitted.text', {
              step,
              call: callTitle,
              ...titled(title),
            }),
      ],
      facts: [
        proposalId(uid),
        ofCall(callTitle),
        momentFact(message(again ? 'mails.fact.resubmitted' : 'mails.fact.submitted'), submittedAt, timeZone),
        { label: message('mails.fact.inUtc'), value: { at: submittedAt, timeZone: 'UTC' }, more: 'UTC' },
        ...(receipt === null ? [] : [{ label: message('mails.fact.hash'), value: receipt.sha256 }]),
      ],
      ...(comingSteps.length === 0
        ? {}
        : {
            next: {
              heading: comingStepsHeading,
              facts: comingSteps.map((step) => ({
                label: step.title,
                value: plannedWhen(step, timeZone),
                ...(step.yours ? { more: message('mails.submitted.yourPart') } : {}),
              })),
              remark: message('mails.submitted.remark', {
                todo: nothingToDo(comingSteps),
                place: zonePlace(timeZone),
              }),
            },
          }),
      button: { label: message('mails.openApplication'), link },
      notes: [
        ...(takeBack === null ? [] : [takeBackNote(takeBack.until, timeZone)]),
        ...(receipt === null
          ? []
          : [
              message(receipt.attached ? 'mails.submitted.receiptAttached' : 'mails.submitted.receiptOnPage'),
            ]),
        ...(pdf === null
          ? []
          : [message(pdf === 'attached' ? 'mails.submitted.pdfAttached' : 'mails.submitted.pdfOnPage')]),
      ],
      reason: message('mails.submitted.reason'),
    }),
  ),

  draft_expires: mailKind(draft, (facts, shortName) => ({
    subject: message('mails.draftExpires.subject', { id: facts.id }),
    preview: message('mails.draftExpires.preview', { call: facts.callTitle }),
    name: facts.name,
    heading: message('mails.draftExpires.heading'),
    time: message('mails.draftExpires.time', { n: facts.daysLeft }),
    paragraphs: [
      message('mails.draftExpires.text1', { call: facts.callTitle, shortName, ...titled(facts.title) }),
      message('mails.draftExpires.text2'),
      stays(facts.restMonths),
    ],
    facts: aboutDraft(facts),
    button: { label: message('mails.openApplication'), link: facts.link },
    notes: [message('mails.draftExpires.note1')],
    reason: message('mails.draft.reason'),
  })),

  draft_deleted_soon: mailKind(draft, (facts) => ({
    subject: message('mails.draftSoon.subject', { id: facts.id, n: facts.daysLeft }),
    preview: message('mails.draftSoon.preview', { call: facts.callTitle }),
    name: facts.name,
    heading: message('mails.draftSoon.heading'),
    time: message('mails.draftSoon.time', { n: facts.daysLeft }),
    paragraphs: [
      message('mails.draftSoon.text1', { call: facts.callTitle, ...titled(facts.title) }),
      message('mails.draftSoon.text2'),
      stays(facts.restMonths),
    ],
    facts: aboutDraft(facts),
    button: { label: message('mails.openApplication'), link: facts.link },
    notes: [message('mails.draftSoon.note1')],
    reason: message('mails.draft.reason'),
  })),
};
