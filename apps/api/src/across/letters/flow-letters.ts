import { stepDeadline } from '@clearcall/domain/deadlines/step-deadline.ts';
import {
  type FlowTemplate,
  fillBody,
  fillSubject,
  type TemplateUse,
  type TemplateVariable,
  variablesIn,
} from '@clearcall/domain/forms/flow-templates.ts';
import type { Flow, Step } from '@clearcall/domain/forms/types.ts';
import type { CalendarEntry } from '@clearcall/domain/mail/flow-mails.ts';
import type { MailFacts } from '@clearcall/domain/mail/mail.ts';
import { absolute } from '@clearcall/domain/mail/render.ts';
import type { SeenApplication } from '@clearcall/domain/permissions/project-application.ts';
import { disclosedTo, stanceOf } from '@clearcall/domain/permissions/stance.ts';
import {
  releasedAwards,
  seenOutcome,
  seenTitle,
  templateValues,
} from '@clearcall/domain/permissions/template-values.ts';
import { actsAsStaff, isLive, isUnanswered } from '@clearcall/domain/permissions/view-rules.ts';
import { isOngoing } from '@clearcall/domain/workflow/completion.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { z } from 'zod';
import { loadFlow } from '../../features/applications/flow-facts.ts';
import { type Platform, workflowNow } from '../../platform/platform.ts';
import { cancelledEntry, entryId } from './calendar-entries.ts';
import { entranceTo } from './entrance.ts';
import { nobody, type ReadAsRecipient, readAsRecipient, type Sending } from './read-as-recipient.ts';

const noticeFacts = z.looseObject({
  applicationId: z.number(),
  assignmentId: z.string().nullable(),
  // A notice that was planned by an older version has neither.
  stepId: z.string().nullable().default(null),
  partitionId: z.string().nullable().default(null),
  templateId: z.string(),
  flowVersionId: z.number(),
  userId: z.number().nullable(),
  eventId: z.number(),
  automationId: z.string().nullable().default(null),
});

/** A letter of a flow with its variables filled, for whoever has these values. */
interface Written {
  subject: string;
  lines: string[];
  button: string | null;
}

type Values = Partial<Record<TemplateVariable, string>>;

/** A subject that names neither the step nor the application, for a recipient who may not know them. */
const subjectOf = (template: FlowTemplate, values: Values, { translate }: Translator): string => {
  const step = translate(message('mails.unknown.step'));
  const application = translate(message('mails.unknown.application'));
  return fillSubject(template.subject, {
    step_title: step,
    task: step,
    project_id: application,
    project_title: application,
    ...values,
  });
};

/** Null where nothing is left that the recipient may know. */
function write(template: FlowTemplate, values: Values, translator: Translator): Written | null {
  const lines = fillBody(template.body, values);
  if (lines.length === 0) return null;
  return {
    subject: subjectOf(template, values, translator),
    lines,
    button: template.button?.label ?? null,
  };
}

/** In place of a letter of which nothing is left that its reader may know, where it has to go all the same. */
const wordsOfPortal = (
  template: FlowTemplate,
  values: Values,
  { snapshot }: ReadAsRecipient,
  translator: Translator,
): Written => ({
  subject: subjectOf(template, values, translator),
  lines: [translator.translate(message('mails.deadlineGone.text', { call: snapshot.call.title }))],
  button: null,
});

/** Subject of an email: an assignment, or a whole step. */
type About = Pick<z.output<typeof noticeFacts>, 'assignmentId' | 'stepId' | 'partitionId'> & {
  /** The step whose judgement it tells. */
  by: string | null;
};
const aboutAssignment = (assignmentId: string | null): About => ({
  assignmentId,
  stepId: null,
  partitionId: null,
  by: null,
});

/** Why a person has a conflict of interest with an application; null if nothing is recorded. */
async function conflictReason(
  { db }: Platform,
  { snapshot }: ReadAsRecipient,
  userId: number | null,
): Promise<string | null> {
  const conflict = await db
    .selectFrom('conflicts')
    .select('reason')
    .where('application_id', '=', snapshot.id)
    .where('user_id', '=', userId)
    .where('cleared_at', 'is', null)
    .executeTakeFirst();
  return conflict?.reason ?? null;
}

/** What the variables are for the recipient, in their words. */
async function valuesFor(
  platform: Platform,
  read: ReadAsRecipient,
  { assignmentId, ...event }: About,
  { translate }: Translator,
): Promise<Values> {
  const { snapshot, viewer } = read;
  const { title: callTitle, timeZone } = snapshot.call;
  const { organization, contactLink } = (await platform.organisation()).theme;
  const assignment = snapshot.assignments.find(({ id }) => id === assignmentId) ?? null;
  const stance = stanceOf(viewer, snapshot);
  const values = templateValues({
    recipientName: read.name,
    organisationName: organization.name,
    contact: absolute(contactLink, platform.config.publicUrl).replace(/^mailto:/, ''),
    callTitle,
    timeZone,
    assignment,
    event,
    conflictReason:
      disclosedTo(stance, 'internals') === 'all' && assignment?.status === 'conflicted'
        ? await conflictReason(platform, read, assignment.ownerId)
        : null,
    centrePartitions: snapshot.viewerPartitions,
    stance,
    seen: read.seen,
    now: workflowNow(platform),
  });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && 'lines' in value
        ? value.lines.map(translate).join('\n')
        : translate(value),
    ]),
  );
}

/**
 * The page on which the recipient acts: their own later assignment, for staff the assignments of the application, else
 * the application.
 */
function linkTo(
  { config }: Platform,
  { snapshot, seen, viewer }: ReadAsRecipient & { seen: SeenApplication },
  assignmentId: string | null,
): string {
  const page = `${config.publicUrl}/applications/${seen.uid}`;
  const assignment = seen.assignments.find(({ id }) => id === assignmentId);
  const isFirst = assignment !== undefined && assignment.stepId === seen.process[0]?.id;
  if (assignment === undefined || isFirst) return page;
  if (assignment.owner?.id === viewer.userId && isLive(assignment.status))
    return `${page}?assignment=${assignment.id}`;
  return actsAsStaff(viewer, snapshot) ? `${page}?tab=assignments` : page;
}

const flowIn = async (
  platform: Platform,
  flowVersionId: number,
  { language: reader }: Translator,
): Promise<Flow> => (await loadFlow(platform, flowVersionId, workflowNow(platform), { reader })).flow;

/** The step whose judgement an automation waits for, if it names one. */
function judgeOf({ automations }: Flow, automationId: string | null): string | null {
  const on = automations.find(({ id }) => id === automationId)?.on;
  return on !== undefined && 'event' in on ? (on.by ?? null) : null;
}

/** The work of the recipient at a step, if what happened names no assignment, such as the end of an award. */
const ownAt = (
  { snapshot: { assignments }, viewer }: ReadAsRecipient,
  stepId: string | null,
): string | null =>
  assignments.find((one) => one.stepId === stepId && one.ownerId === viewer.userId && isOngoing(one))?.id ??
  null;

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
  read: ReadAsRecipient,
  assignmentId: string | null,
  title: string,
): Promise<CalendarEntry | null> {
  const { seen } = read;
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
    link: linkTo(platform, { ...read, seen }, assignment.id),
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
  const flow = await flowIn(platform, planned.flowVersionId, translator);
  const template = flow.templates.find(({ id }) => id === planned.templateId);
  if (template === undefined) throw new Error(`there is no template '${planned.templateId}'`);
  const read = await readAsRecipient(platform, { ...planned, address }, translator.language);
  if (read === null) return null;
  const assignmentId = planned.assignmentId ?? ownAt(read, planned.stepId);
  // Whoever gave the work away is not reminded of it.
  if (template.onlyWhileOpen === true && (read.seen === null || !isStillOpen(read, assignmentId)))
    return null;
  const by = judgeOf(flow, planned.automationId);
  const values = await valuesFor(platform, read, { ...planned, assignmentId, by }, translator);
  const gone = await cancelledEntry(platform, read, planned, translator);
  const page = read.seen === null ? null : linkTo(platform, { ...read, seen: read.seen }, assignmentId);
  const written =
    write(template, values, translator) ??
    (gone === null ? null : wordsOfPortal(template, values, read, translator)) ??
    // The invitation comes with it.
    (read.isLocked && page !== null
      ? { subject: subjectOf(template, values, translator), lines: [], button: null }
      : null);
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
    settings:
      read.viewer.userId === nobody.userId || read.isLocked
        ? null
        : read.viewer.isStaff
          ? 'account'
          : 'profile',
    ...(await entranceTo(platform, read, page)),
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
  const { templates } = await flowIn(platform, read.snapshot.flowVersionId, translator);
  const template = templates.find((one) => one.use === use);
  if (template === undefined) return null;
  const values = await valuesFor(platform, read, aboutAssignment(assignmentId), translator);
  const written = write(template, values, translator);
  return written === null ? null : { written, template, values };
}

/** Until when an award can be accepted: as the assignment says, which may not be made yet, else as it will be made. */
function acceptBy({ snapshot, seen }: ReadAsRecipient, { steps }: Flow): string | null {
  const [step, final] = [steps.find(({ type }) => type === 'acceptance'), steps.find((one) => one.final)];
  const releasedAt = snapshot.releasedAt[final?.id ?? ''];
  if (step === undefined || releasedAt === undefined) return null;
  const own = seen?.assignments.find(({ stepId }) => stepId === step.id);
  if (own !== undefined) return own.deadline;
  const cutoff = snapshot.cutoffs.find(({ id }) => id === snapshot.cutoffId);
  const moments = {
    start: cutoff?.timeframes[step.id]?.start ?? null,
    end: cutoff?.timeframes[step.id]?.end ?? null,
    cutoffEnd: cutoff?.end ?? null,
    assignedAt: releasedAt,
    releasedAt: (stepId: string) => snapshot.releasedAt[stepId] ?? null,
    submittedAt: () => null,
    awardEnd: null,
  };
  return stepDeadline(step, moments, snapshot.call.timeZone);
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
  const flow = await flowIn(platform, read.snapshot.flowVersionId, translator);
  return {
    name: read.name,
    written: (await inWordsOfFlow(platform, read, outcome, null, translator))?.written ?? null,
    uid: seen.uid,
    title: seenTitle(seen) ?? '',
    callTitle: read.snapshot.call.title,
    outcome,
    awards: releasedAwards(seen),
    acceptBy: outcome === 'approved' ? acceptBy(read, flow) : null,
    timeZone: read.snapshot.call.timeZone,
    link: linkTo(platform, { ...read, seen }, null),
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
    ...(await entranceTo(platform, read, linkTo(platform, { ...read, seen }, assignmentId))),
    calendar: await calendarEntry(platform, read, assignmentId, title),
  };
}
