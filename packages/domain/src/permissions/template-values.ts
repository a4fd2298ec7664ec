import { message, type Translatable } from '@clearcall/i18n/message.ts';
import type { TemplateVariable } from '../forms/flow-templates.ts';
import type { Step } from '../forms/types.ts';
import type { PartitionDecision } from '../model/application.ts';
import type { AssignmentSnapshot } from './application-snapshot.ts';
import type { SeenApplication } from './project-application.ts';
import { isLive } from './view-rules.ts';

const dayMs = 86_400_000;

/** To whom a mail of a flow goes, what about, and what the recipient may see of it. */
export interface TemplateFacts {
  /** Empty where the address has no account. */
  recipientName: string;
  organisationName: string;
  callTitle: string;
  /** The call's own zone. */
  timeZone: string;
  /** The assignment that it is about, whoever may see it. */
  assignment: Pick<
    AssignmentSnapshot,
    'id' | 'stepId' | 'partitionId' | 'status' | 'owner' | 'reason'
  > | null;
  /** The recipient looks at the application for the organisation. */
  isStaff: boolean;
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
export function releasedAwards(
  seen: SeenApplication,
): (Pick<PartitionDecision, 'outcome' | 'amount'> & { partition: string; unit: string })[] {
  return seen.decisions
    .filter(({ isReleased }) => isReleased)
    .map(({ partitionId, outcome, amount }) => ({
      partition: partitionName(seen, partitionId),
      outcome,
      amount,
      unit: seen.call.unit,
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

/**
 * The values of the variables of a template, as its recipient may know them at this moment: all that is about the
 * application comes out of what they see of it. A variable that they may not know, or that has no value, is not there,
 * and is never filled.
 */
export function templateValues({
  recipientName,
  organisationName,
  callTitle,
  timeZone,
  assignment,
  isStaff,
  seen,
  now,
}: TemplateFacts): Partial<Record<TemplateVariable, Translatable>> {
  const values: Partial<Record<TemplateVariable, Translatable | null>> = {
    recipient_name: recipientName,
    organisation_name: organisationName,
    call_title: callTitle,
  };
  if (seen !== null) {
    values.project_id = seen.uid;
    values.project_title = seenTitle(seen);
    if (seen.owner !== undefined) values.applicant_name = fullName(seen.owner);
    const outcome = seenOutcome(seen);
    if (outcome !== null) {
      values.outcome = message('mails.outcome.word', { outcome });
      values.awards = releasedAwards(seen).map((award) =>
        message('mails.award.ofPartition', awardValues(award)),
      );
    }
    const own = seen.assignments.find(({ id }) => id === assignment?.id);
    const taken = seen.toTake?.find(({ id }) => id === assignment?.id);
    // View rules open work that was refused or stopped to few; staff and those who assign its step know of it.
    const ended = assignment !== null && !isLive(assignment.status) ? assignment : null;
    const assigned = isStaff || mayAssignStep(seen, ended?.stepId) ? ended : null;
    const { partitionId = null } = own ?? taken ?? assigned ?? {};
    const stepId = own?.stepId ?? assigned?.stepId;
    values.step_title =
      (seen.steps as readonly Step[]).find(({ id }) => id === stepId)?.title ??
      taken?.step ??
      seen.process.find(({ id }) => id === stepId)?.title ??
      null;
    values.partition = partitionId === null ? null : partitionName(seen, partitionId);
    values.suggested_people = suggestedPeople(seen, assigned);
    const known = own ?? (isStaff ? ended : null);
    values.reason = known?.reason ?? null;
    if (known?.owner) values.assignee_name = fullName(known.owner);
    if (own !== undefined) {
      if (own.deadline !== null) {
        values.deadline = { at: own.deadline, timeZone };
        values.days_left = String(
          Math.max(0, Math.floor((Date.parse(own.deadline) - now.getTime()) / dayMs)),
        );
      }
    }
  }
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Partial<Record<TemplateVariable, Translatable>>;
}

/** As the texts about an award ask for it. */
function awardValues({ partition, outcome, amount, unit }: ReturnType<typeof releasedAwards>[number]) {
  return {
    partition,
    outcome,
    hasAmount: amount === null || outcome === 'rejected' ? 'no' : 'yes',
    amount: { decimal: amount ?? '0', thousands: true, unit },
  };
}
