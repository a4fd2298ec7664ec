import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { goneStatuses } from '@clearcall/domain/applications/statuses.ts';
import { actsAsApplicant } from '@clearcall/domain/deadlines/step-head.ts';
import { fullName } from '@clearcall/domain/people/person-name.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';

/** Whether nobody has it yet, as far as the reader knows: to whom an owner is not told, it looks the same otherwise. */
export const isUnowned = ({ owner, commands, isUnowned: told }: Assignment): boolean =>
  owner === undefined && (told === true || (commands.take !== undefined && commands.take !== 'not_unowned'));

/**
 * Who has an assignment: the person, or whom the reader may know in their place. Readers who assign the step know its
 * people by name; if there is only one, the work is theirs.
 */
export function whoHas(
  assignment: Assignment,
  { assigned = [] }: Pick<Application, 'assigned'> = {},
): string {
  const { owner, role, labelNumber, stepId, partitionId } = assignment;
  if (owner !== undefined) return fullName(owner);
  const [only, ...others] = assigned.filter(
    (one) => one.stepId === stepId && one.partitionId === partitionId,
  );
  const isGone = (goneStatuses as readonly string[]).includes(assignment.status);
  if (only?.owner && others.length === 0 && !isGone) return `${only.owner.firstName} ${only.owner.lastName}`;
  const name = translate(roleMessage(role));
  if (isUnowned(assignment)) return t('staff.nobodyOf', { role: name });
  return labelNumber === null ? name : t('parts.role.numbered', { role: name, n: labelNumber });
}

/**
 * 'received 19-12-2026': the day of a submission in a step of `ownerRole`. Readers who may not know who submitted it have the
 * day of its release instead.
 */
export function handedInText(
  { owner, submittedAt }: Pick<Assignment, 'owner' | 'submittedAt'>,
  ownerRole: string,
): string {
  const day = dateText(submittedAt);
  return owner === undefined && !actsAsApplicant({ ownerRole })
    ? t('staff.row.released', { day })
    : t('staff.row.in', { day });
}

type AssignedPerson = NonNullable<Application['assigned']>[number];

/** 'Oriol Puig (Technical reviewer, LUMI-C, lead, accepted, due 12-01-2027)': a person on a step, for readers who assign it. */
export function assignedText(application: Application, one: AssignedPerson): string {
  const { owner, role, partitionId, isLead, work } = one;
  const roleName = translate(roleMessage(role));
  const more = [
    ...(owner === null ? [] : [roleName]),
    ...(partitionId === null ? [] : [partitionName(application, partitionId)]),
    ...(isLead ? [t('staff.row.lead')] : []),
    ...(work === undefined ? [] : [t(`staff.assign.state.${work.state}`)]),
    ...(work?.deadline == null ? [] : [t('staff.assign.due', { day: dateText(work.deadline) })]),
  ].join(', ');
  const who =
    owner === null ? t('staff.nobodyOf', { role: roleName }) : `${owner.firstName} ${owner.lastName}`;
  return more === '' ? who : `${who} (${more})`;
}

export const partitionName = (application: Application, id: string | null): string =>
  id === null ? t('staff.allPartitions') : (application.partitions.find((one) => one.id === id)?.name ?? id);
