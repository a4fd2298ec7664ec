import { message, type Translatable } from '@clearcall/i18n/message.ts';
import type { PartitionDecision } from '../applications/application.ts';
import { reasonMessage } from '../applications/event-texts.ts';
import { pendingStatuses } from '../applications/statuses.ts';
import type { TemplateVariable } from '../forms/flow-templates.ts';
import { dayOf } from '../forms/messages.ts';
import type { Step } from '../forms/types.ts';
import { roleMessage } from '../people/roles.ts';
import { zoneMessage } from '../values/zone-message.ts';
import type { AssignmentSnapshot } from './application-snapshot.ts';
import type { Fact } from './disclosure.ts';
import type { SeenApplication } from './project-application.ts';
import { disclosedTo, type Stance } from './stance.ts';
import { previewLines } from './template-preview.ts';
import { isLive } from './view-rules.ts';

const dayMs = 86_400_000;

/** To whom a mail of a flow goes, what about, and what the recipient may see of it. */
export interface TemplateFacts {
  /** Empty where the address has no account. */
  recipientName: string;
  organisationName: string;
  /** The address or the page where people ask the office. */
  contact: string;
  callTitle: string;
  /** The call's own zone. */
  timeZone: string;
  /** The assignment that it is about, whoever may see it. */
  assignment: Pick<
    AssignmentSnapshot,
    'id' | 'stepId' | 'partitionId' | 'status' | 'owner' | 'role' | 'reason' | 'deadline'
  > | null;
  /** What happened at a step as a whole, such as `all_submitted`, names no assignment; `by` is the step that judged. */
  event: { stepId: string | null; partitionId: string | null; by: string | null };
  /** Why the owner of the assignment has a conflict of interest; null if they have none. */
  conflictReason: string | null;
  /** The partitions of the centres that the recipient belongs to. */
  centrePartitions: readonly string[];
  /** How the recipient is related to the application. */
  stance: Stance;
  /** The application as the recipient sees it; null where it does not exist for them. */
  seen: SeenApplication | null;
  now: Date;
}

/** What the recipient sees of the title of the project, as it stands where it was asked for; null where they see none. */
export function seenTitle(seen: SeenApplication): string | null {
  for (const step of seen.steps as readonly Step[])
    for (const { id, config } of step.forms.flatMap(({ elements }) => elements)) {
      if (config.id !== 'project_title') continue;
      const answers = seen.assignments
        .filter(({ stepId }) => stepId === step.id)
        .flatMap(({ data }) => data.find(({ flowElementId }) => flowElementId === id)?.input.values ?? []);
      if (answers[0]) return answers[0];
    }
  return null;
}

const partitionName = (seen: SeenApplication, id: string): string =>
  seen.partitions.find((partition) => partition.id === id)?.name ?? id;

/** What was decided about each partition and released, with the name of the partition. */
export function releasedAwards(seen: SeenApplication): (Pick<
  PartitionDecision,
  'outcome' | 'amount' | 'startsOn' | 'endsOn'
> & {
  partition: string;
  unit: string;
})[] {
  return seen.decisions
    .filter(({ isReleased }) => isReleased)
    .map(({ partitionId, outcome, amount, startsOn, endsOn }) => ({
      partition: partitionName(seen, partitionId),
      outcome,
      amount,
      unit: seen.call.unit,
      startsOn,
      endsOn,
    }));
}

/** The result, as far as it was released; null where there is none. The reserve list leaves the status as it is. */
export function seenOutcome({
  status,
  decisions,
}: SeenApplication): 'approved' | 'rejected' | 'reserve' | null {
  if (status === 'approved' || status === 'rejected') return status;
  const waits = decisions.some(({ isReleased, outcome }) => isReleased && outcome === 'reserve');
  return status === 'submitted' && waits ? 'reserve' : null;
}

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string | null }): string =>
  `${firstName} ${lastName ?? ''}`.trim();

const mayAssignStep = ({ commands }: SeenApplication, stepId: string | undefined): boolean =>
  commands.some((one) => one.command === 'assign' && one.stepId === stepId);

/** 'Zoe Moe (Lab of the North, zoe@example.org)': whom the person who refused an assignment suggested. */
function suggestedPeople(
  { suggestedReplacements = [] }: SeenApplication,
  assignment: TemplateFacts['assignment'],
): string[] {
  if (assignment === null) return [];
  const { id, stepId, partitionId } = assignment;
  return suggestedReplacements
    .filter((one) =>
      // Only staff know who suggested them; all others get the suggestions for the step.
      one.assignmentId === undefined
        ? one.stepId === stepId && one.partitionId === partitionId
        : one.assignmentId === id,
    )
    .map(({ name, institution, email }) => {
      const more = [institution, email].filter((part) => part !== null).join(', ');
      return more === '' ? name : `${name} (${more})`;
    });
}

/** A value of several lines. */
export interface Lines {
  lines: Translatable[];
}
type TemplateValue = Translatable | Lines;

/** 'Project title: Please add the acronym.' for each field of an assignment that a change is requested at now. */
function remarks(seen: SeenApplication, own: SeenApplication['assignments'][number] | undefined): Lines {
  if (own === undefined) return { lines: [] };
  const elements = (seen.steps as readonly Step[])
    .flatMap(({ forms }) => forms.flatMap((form) => form.elements))
    .flatMap((element) => [element, ...(element.children ?? [])]);
  const lines = seen.threads
    .filter(({ assignmentId, can }) => assignmentId === own.id && can.answer)
    .flatMap(({ flowElementId, comments }) => {
      const asked = comments.findLast(({ asks }) => asks);
      const label = elements.find(({ id }) => id === flowElementId)?.title;
      if (asked === undefined || label === undefined) return [];
      return [message('parts.preview.answer', { label, value: asked.text })];
    });
  return { lines };
}

/** Title of the step and partition that a mail is about, as far as its recipient may know them. */
function aboutStep(
  { assignment, event, centrePartitions, stance }: TemplateFacts,
  seen: SeenApplication,
): { step: string | null; partition: string | null } {
  const stepId = assignment?.stepId ?? event.stepId;
  const partitionId = assignment?.partitionId ?? event.partitionId;
  const own = seen.assignments.some(({ id }) => id === assignment?.id);
  const taken = seen.toTake?.find(({ id }) => id === assignment?.id);
  const title =
    (seen.steps as readonly Step[]).find(({ id }) => id === stepId)?.title ??
    taken?.step ??
    seen.process.find(({ id }) => id === stepId)?.title ??
    null;
  const knowsPartition =
    own ||
    disclosedTo(stance, 'workCounts') === 'all' ||
    taken !== undefined ||
    mayAssignStep(seen, stepId ?? undefined) ||
    (partitionId !== null && centrePartitions.includes(partitionId));
  return {
    step: title,
    partition:
      title === null || partitionId === null || !knowsPartition ? null : partitionName(seen, partitionId),
  };
}

/** The step after the one that has ended, and when it starts as far as the recipient may know. */
function nextStep({ event, timeZone }: TemplateFacts, { process }: SeenApplication): Translatable | null {
  const ended = process.findIndex(({ id }) => id === (event.by ?? event.stepId));
  const next = process.slice(ended + 1).find(({ state }) => state !== 'done' && state !== 'over');
  if (ended < 0 || next === undefined) return null;
  const { title: step, state } = next;
  if (state === 'running') return message('mails.nextStep.now', { step });
  const at = state === 'coming' ? (next.begins ?? next.start) : null;
  return at === null
    ? step
    : message('mails.nextStep.on', { step, at: { at, timeZone }, zone: zoneMessage(timeZone) });
}

/**
 * Whether an assignment is overdue and the recipient knows who is assigned: people who assign a step have to know whom to
 * remind or to replace.
 */
function isAssignedLate(
  { assigned = [] }: SeenApplication,
  assignment: TemplateFacts['assignment'],
  now: Date,
): boolean {
  if (assignment === null || assignment.deadline === null) return false;
  const { stepId, partitionId, role, owner, deadline, status } = assignment;
  return (
    (pendingStatuses as readonly string[]).includes(status) &&
    Date.parse(deadline) < now.getTime() &&
    assigned.some(
      (one) =>
        one.stepId === stepId &&
        one.partitionId === partitionId &&
        one.role === role &&
        one.owner?.id === owner?.id,
    )
  );
}

/**
 * The values of the variables of a template, as its recipient may know them at this moment: all that is about the
 * application comes out of what they see of it. A variable that they may not know, or that has no value, is not there,
 * and is never filled.
 */
export function templateValues(facts: TemplateFacts): Partial<Record<TemplateVariable, TemplateValue>> {
  const { timeZone, assignment, stance, seen, now } = facts;
  const knows = (fact: Fact): boolean => disclosedTo(stance, fact) === 'all';
  const values: Partial<Record<TemplateVariable, TemplateValue | null>> = {
    recipient_name: facts.recipientName,
    organisation_name: facts.organisationName,
    contact: facts.contact,
    call_title: facts.callTitle,
  };
  if (seen !== null) {
    values.project_id = seen.uid;
    values.project_title = seenTitle(seen);
    values.preview = { lines: previewLines(seen) };
    if (seen.owner !== undefined) values.applicant_name = fullName(seen.owner);
    values.next_step = nextStep(facts, seen);
    const outcome = seenOutcome(seen);
    if (outcome !== null) {
      values.outcome = message('mails.outcome.word', { outcome });
      values.awards = releasedAwards(seen).map((award) =>
        message('mails.award.ofPartition', awardValues(award)),
      );
    }
    const { step, partition } = aboutStep(facts, seen);
    values.step_title = step;
    values.partition = partition;
    if (step !== null)
      values.task = partition === null ? step : message('mails.task.ofPartition', { step, partition });
    const own = seen.assignments.find(({ id }) => id === assignment?.id);
    // View rules open work that was refused or stopped to few; staff and those who assign its step know of it.
    const ended = assignment !== null && !isLive(assignment.status) ? assignment : null;
    const assigned = knows('assignedPeople') || mayAssignStep(seen, ended?.stepId) ? ended : null;
    values.suggested_people = suggestedPeople(seen, assigned);
    const late = isAssignedLate(seen, assignment, now) ? assignment : null;
    const known = own ?? (knows('workHistory') ? ended : null);
    const ofEvent = assignment === null ? (seen.awardDeclined?.reason ?? null) : null;
    const reason = known?.reason ?? (knows('internals') ? facts.conflictReason : null) ?? ofEvent;
    values.reason = reason && reasonMessage(reason);
    const assignee = (known ?? late)?.owner;
    if (assignee) values.assignee_name = fullName(assignee);
    const role = (own ?? assigned ?? late)?.role;
    if (role !== undefined) values.assignee_role = roleMessage(role);
    values.remarks = remarks(seen, own);
    const isToTake = seen.toTake?.some(({ id }) => id === assignment?.id) === true;
    const at = own?.deadline ?? (isToTake ? assignment : late)?.deadline ?? null;
    if (at !== null) {
      values.deadline = message('mails.deadline', {
        at: { at, timeZone },
        zone: zoneMessage(timeZone),
      });
      values.days_left = String(Math.max(0, Math.floor((Date.parse(at) - now.getTime()) / dayMs)));
    }
  }
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && !isNothing(value)),
  ) as Partial<Record<TemplateVariable, TemplateValue>>;
}

const isNothing = (value: TemplateValue): boolean =>
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && 'lines' in value && value.lines.length === 0);

/** As the texts about an award ask for it. */
function awardValues({
  partition,
  outcome,
  amount,
  unit,
  startsOn,
  endsOn,
}: ReturnType<typeof releasedAwards>[number]) {
  return {
    partition,
    outcome,
    hasAmount: amount === null || outcome === 'rejected' ? 'no' : 'yes',
    amount: { decimal: amount ?? '0', thousands: true, unit },
    hasPeriod: startsOn === null || endsOn === null ? 'no' : 'yes',
    from: dayOf(startsOn ?? ''),
    to: dayOf(endsOn ?? ''),
  };
}
