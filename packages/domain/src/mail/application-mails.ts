import { z } from 'zod';
import { comingStepSchema } from '../model/application.ts';
import { comingStepsHeading, nothingToDo, plannedWhen } from '../model/coming-step.ts';
import { mailKind } from './letter.ts';
import { momentIn } from './moment.ts';

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

function aboutDraft({ id, callTitle, changedAt, expiresAt, timeZone }: z.output<typeof draft>) {
  const changed = momentIn(changedAt, timeZone);
  const expires = momentIn(expiresAt, timeZone);
  return [
    { label: 'Proposal ID', value: id },
    { label: 'Call', value: callTitle },
    { label: 'Last saved', value: changed.text, more: `${changed.zone}, ${timeZone}` },
    { label: 'Deleted after', value: expires.text, more: `${expires.zone}, ${timeZone}` },
  ];
}

const stays = (months: number): string =>
  `Whenever something in it is saved, it stays for ${months === 1 ? 'one more month' : `${months} more months`} at least. If you want to keep it longer, please contact support.`;
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
const quoted = (title: string): string => (title === '' ? '' : ` ‘${title}’`);

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
      /** ISO instant. */
      submittedAt: text,
      /** The call's own zone, as an IANA name. */
      timeZone: text,
      /** Those of whatComesNext; a mail that was planned before there were any has none. */
      comingSteps: z.array(comingStepSchema).default([]),
      link: text,
    }),
    ({ name, uid, title, callTitle, step, submittedAt, timeZone, comingSteps, link }) => {
      const there = momentIn(submittedAt, timeZone);
      const utc = momentIn(submittedAt, 'UTC');
      return {
        subject: step === null ? `${uid} was submitted to ${callTitle}` : `${step} of ${uid} was submitted`,
        preview: `Received ${there.text} ${there.zone}.`,
        name,
        heading: step === null ? 'Your application was submitted.' : `${step} was submitted.`,
        paragraphs: [
          step === null
            ? `We received your application${quoted(title)} to the call ${callTitle}. You can read it at any time.`
            : `We received what you submitted in the step ‘${step}’ of your application${quoted(title)} to the call ${callTitle}. You can read it at any time.`,
        ],
        facts: [
          { label: 'Proposal ID', value: uid },
          { label: 'Call', value: callTitle },
          { label: 'Submitted', value: there.text, more: `${there.zone}, ${timeZone}` },
          { label: 'In UTC', value: utc.text, more: 'UTC' },
        ],
        ...(comingSteps.length === 0
          ? {}
          : {
              next: {
                heading: comingStepsHeading,
                facts: comingSteps.map((step) => ({
                  label: step.title,
                  value: plannedWhen(step, (instant) => momentIn(instant, timeZone).text.slice(0, 10)),
                  ...(step.yours ? { more: 'your part' } : {}),
                })),
                remark: `${nothingToDo(comingSteps)} Dates of later steps are plans, in the time zone ${timeZone}.`,
              },
            }),
        button: { label: 'Open the application', link },
        notes: [],
        reason: 'You get this mail because you own the application.',
      };
    },
  ),

  draft_expires: mailKind(draft, (facts, shortName) => ({
    subject: `${facts.id} will be deleted if it stays a draft`,
    preview: `It is a draft for ${facts.callTitle} that nobody has submitted.`,
    name: facts.name,
    heading: 'Your draft will be deleted.',
    time: `In ${days(facts.daysLeft)}.`,
    paragraphs: [
      `Your application${quoted(facts.title)} to the call ${facts.callTitle} is still a draft, and drafts are not reviewed. The ${shortName} user portal deletes old drafts; the day is below.`,
      `Submit it while the call is open, or delete it yourself if you no longer need it. ${stays(facts.restMonths)}`,
    ],
    facts: aboutDraft(facts),
    button: { label: 'Open the application', link: facts.link },
    notes: ['Before it is deleted you get one more mail, at least a week ahead.'],
    reason: 'You get this mail because you own the draft.',
  })),

  draft_deleted_soon: mailKind(draft, (facts) => ({
    subject: `${facts.id} will be deleted in ${days(facts.daysLeft)}`,
    preview: `This is the last mail about your draft for ${facts.callTitle}.`,
    name: facts.name,
    heading: 'Your draft is about to be deleted.',
    time: `${days(facts.daysLeft)} left.`,
    paragraphs: [
      `Your application${quoted(facts.title)} to the call ${facts.callTitle} is still a draft. It will be deleted with all its answers and files, and cannot be brought back.`,
      'If you need its text, open it and copy it now.',
      stays(facts.restMonths),
    ],
    facts: aboutDraft(facts),
    button: { label: 'Open the application', link: facts.link },
    notes: ['This is the last mail about this draft.'],
    reason: 'You get this mail because you own the draft.',
  })),
};
