import {
  type FlowTemplate,
  fillBody,
  fillSubject,
  type TemplateUse,
  type TemplateVariable,
  variablesIn,
} from '@clearcall/domain/forms/flow-templates.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import type { CalendarEntry } from '@clearcall/domain/mail/flow-mails.ts';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import {
  releasedAwards,
  seenOutcome,
  seenTitle,
  templateValues,
} from '@clearcall/domain/permissions/template-values.ts';
import { isUnanswered, looksForStaff } from '@clearcall/domain/permissions/view-rules.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { z } from 'zod';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { cancelledEntry, entryId } from './calendar-entries.ts';
import { type ReadAsRecipient, readAsRecipient, type Sending } from './read-as-recipient.ts';

const noticeFacts = z.looseObject({
  applicationId: z.number(),
  assignmentId: z.string().nullable(),
  templateId: z.string(),
  flowVersionId: z.number(),
  userId: z.number().nullable(),
  eventId: z.number(),
});

/** A letter of a flow with its variables filled, for whoever has these values. */
interface Written {
  subject: string;
  lines: string[];
  button: string | null;
}

type Values = Partial<Record<TemplateVariable, string>>;

/** Null where nothing is left that the recipient may know. */
function write(template: FlowTemplate, values: Values): Written | null {
  const lines = fillBody(template.body, values);
  if (lines.length === 0) return null;
  return { subject: fillSubject(template.subject, values), lines, button: template.button?.label ?? null };
}

/** In place of a letter of which nothing is left that its reader may know, where it has to go all the same. */
const wordsOfPortal = (
  template: FlowTemplate,
  values: Values,
  { snapshot }: ReadAsRecipient,
  { translate }: Translator,
): Written => ({
  subject: fillSubject(template.subject, values),
  lines: [translate(message('mails.deadlineGone.text', { call: snapshot.call.title }))],
  button: null,
});

/** What the variables are for the recipient, in their words. */
async function valuesFor(
  platform: Platform,
  read: ReadAsRecipient,
  assignmentId: string | null,
  { translate }: Translator,
): Promise<Values> {
  const { title: callTitle, timeZone } = read.snapshot.call;
  const values = templateValues({
    recipientName: read.name,
    organisationName: (await platform.organisation()).theme.organization.name,
    callTitle,
    timeZone,
    assignment: read.snapshot.assignments.find(({ id }) => id === assignmentId) ?? null,
    isStaff: looksForStaff(read.viewer, read.snapshot),
    seen: read.seen,
    now: workflowNow(platform),
  });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, translate(value)]));
}

const linkTo = ({ config }: Platform, uid: string): string => `${config.publicUrl}/applications/${uid}`;

const findTemplate = async (
  platform: Platform,
  flowVersionId: number,
  { language: reader }: Translator,
  is: (template: FlowTemplate) => boolean,
): Promise<FlowTemplate | undefined> => {
  const { flow } = await loadFlow(platform, flowVersionId, workflowNow(platform), { reader });
  return flow.templates.find(is);
};

/** The assignment that a letter is about is still to be done; without one, some work of the recipient's is. */
const isStillOpen = (
  { snapshot: { assignments }, viewer }: ReadAsRecipient,
  assignmentId: string | null,
): boolean =>
  assignments.some(
    (one) =>
      isOngoing(one) && (assignmentId === null ? one.ownerId === viewer.userId : one.id === assignmentId),
  );

/**
 * The entry for the deadline of an assignment, as whoever sees it may know it; null where there is none. A program that
 * has an earlier one knows this as the same, changed: nothing counts back in the revision of an assignment.
 */
async function calendarEntry(
  platform: Platform,
  { seen }: ReadAsRecipient,
  assignmentId: string | null,
  title: string,
): Promise<CalendarEntry | null> {
  const assignment = seen?.assignments.find(({ id }) => id === assignmentId);
  if (seen === null || assignment === undefined || assignment.deadline === null) return null;
  if (Date.parse(assignment.deadline) <= workflowNow(platform).getTime()) return null;
  const { revision } = await platform.db
    .selectFrom('assignments')
    .select('revision')
    .where('id', '=', assignment.id)
    .executeTakeFirstOrThrow();
  return {
    assignmentId: assignment.id,
    uid: entryId(platform, assignment.id),
    sequence: revision,
    title,
    at: assignment.deadline,
    link: linkTo(platform, seen.uid),
    isCancelled: false,
  };
}

/** Whether a template speaks of a deadline. */
const namesDeadline = ({ subject, body, calendar }: FlowTemplate): boolean =>
  calendar !== undefined ||
  variablesIn(`${subject} ${body}`).some((name) => name === 'deadline' || name === 'days_left');

/**
 * The mail that an automation has planned, as its recipient may read it at this moment; null where it is not sent: they
 * may not deal with the application, the work that it asks for is done or gone, or nothing is left that they may know.
 */
export async function readNotice(
  platform: Platform,
  stored: Record<string, unknown>,
  { translator, recipient: address }: Sending,
): Promise<MailFacts<'flow_notice'> | null> {
  const planned = noticeFacts.parse(stored);
  const { assignmentId } = planned;
  const template = await findTemplate(
    platform,
    planned.flowVersionId,
    translator,
    ({ id }) => id === planned.templateId,
  );
  if (template === undefined) throw new Error(`there is no template '${planned.templateId}'`);
  const read = await readAsRecipient(platform, { ...planned, address }, translator.language);
  if (read === null) return null;
  // Whoever gave the work away is not reminded of it.
  if (template.onlyWhileOpen === true && (read.seen === null || !isStillOpen(read, assignmentId)))
    return null;
  const values = await valuesFor(platform, read, assignmentId, translator);
  const gone = await cancelledEntry(platform, read, planned, translator);
  const written =
    write(template, values) ?? (gone === null ? null : wordsOfPortal(template, values, read, translator));
  if (written === null) return null;
  const { calendar } = template;
  const entry =
    gone ??
    (calendar === undefined
      ? null
      : await calendarEntry(platform, read, assignmentId, fillSubject(calendar.title, values)));
  const deadline = read.seen?.assignments.find(({ id }) => id === assignmentId)?.deadline ?? null;
  return {
    name: read.name,
    written,
    callTitle: read.snapshot.call.title,
    link: read.seen === null ? null : linkTo(platform, read.seen.uid),
    calendar: entry,
    deadline: gone?.at ?? (namesDeadline(template) ? deadline : null),
  };
}

const outcomeFacts = z.looseObject({ applicationId: z.number(), userId: z.number() });

/** Null: the flow leaves the letter to the portal. */
async function inWordsOfFlow(
  platform: Platform,
  read: ReadAsRecipient,
  use: TemplateUse,
  assignmentId: string | null,
  translator: Translator,
): Promise<{ written: Written; template: FlowTemplate; values: Values } | null> {
  const template = await findTemplate(
    platform,
    read.snapshot.flowVersionId,
    translator,
    (one) => one.use === use,
  );
  if (template === undefined) return null;
  const values = await valuesFor(platform, read, assignmentId, translator);
  const written = write(template, values);
  return written === null ? null : { written, template, values };
}

/** The letter that tells an applicant the result; null where it is not released, or not for them. */
export async function readOutcomeLetter(
  platform: Platform,
  stored: Record<string, unknown>,
  { translator, recipient: address }: Sending,
): Promise<MailFacts<'outcome_letter'> | null> {
  const read = await readAsRecipient(
    platform,
    { ...outcomeFacts.parse(stored), address },
    translator.language,
  );
  if (read === null || read.seen === null || read.snapshot.ownerId !== read.viewer.userId) return null;
  const { seen } = read;
  const outcome = seenOutcome(seen);
  if (outcome === null) return null;
  return {
    name: read.name,
    written: (await inWordsOfFlow(platform, read, outcome, null, translator))?.written ?? null,
    uid: seen.uid,
    title: seenTitle(seen) ?? '',
    callTitle: read.snapshot.call.title,
    outcome,
    awards: releasedAwards(seen),
    link: linkTo(platform, seen.uid),
  };
}

const reminderFacts = z.looseObject({
  applicationId: z.number(),
  assignmentId: z.string(),
  userId: z.number(),
  words: z.string().nullable().default(null),
});

/** The letter with which staff remind somebody of their work; null where it is done, gone, or somebody else's by now. */
export async function readReminder(
  platform: Platform,
  stored: Record<string, unknown>,
  { translator, recipient: address }: Sending,
): Promise<MailFacts<'assignment_reminder'> | null> {
  const planned = reminderFacts.parse(stored);
  const { assignmentId } = planned;
  const read = await readAsRecipient(platform, { ...planned, address }, translator.language);
  const seen = read?.seen ?? null;
  if (read === null || seen === null || !isStillOpen(read, assignmentId)) return null;
  const own = seen.assignments.find(({ id }) => id === assignmentId);
  if (own === undefined || own.owner?.id !== read.viewer.userId) return null;
  const step = (seen.steps as readonly Step[]).find(({ id }) => id === own.stepId)?.title ?? own.stepId;
  const custom = await inWordsOfFlow(platform, read, 'reminder', assignmentId, translator);
  const title =
    custom?.template.calendar === undefined
      ? `${seen.uid}: ${step}`
      : fillSubject(custom.template.calendar.title, custom.values);
  return {
    name: read.name,
    written: custom?.written ?? null,
    step,
    title: seenTitle(seen) ?? '',
    uid: seen.uid,
    callTitle: read.snapshot.call.title,
    partition:
      own.partitionId === null
        ? null
        : (seen.partitions.find(({ id }) => id === own.partitionId)?.name ?? own.partitionId),
    deadline: own.deadline,
    timeZone: read.snapshot.call.timeZone,
    unanswered: isUnanswered(own.status),
    words: planned.words,
    link: linkTo(platform, seen.uid),
    calendar: await calendarEntry(platform, read, assignmentId, title),
  };
}
