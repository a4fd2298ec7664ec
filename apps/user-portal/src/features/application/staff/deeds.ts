import type {
  Application,
  Assignment,
  AssignmentCommand,
} from '@clearcall/domain/applications/application.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import { actsOnWork } from '../work/own-work.ts';
import { commandsOnWhole, type StepGroup } from './step-groups.ts';
import { daysLate, isOngoing } from './what-waits.ts';

/** What can be done with an assignment from its row. */
export type Deed =
  | Extract<
      AssignmentCommand,
      'change_deadline' | 'decide' | 'reopen' | 'make_lead' | 'revoke' | 'take' | 'hand_back'
    >
  | 'open'
  | 'fill_in'
  | 'answer_time'
  | 'replace'
  | 'remind'
  | 'mark_conflict'
  | 'clear_conflict';

export interface OfferedDeed {
  deed: Deed;
  /** Null: it can be done now; else the code of the refusal. */
  refusal: string | null;
}

/** Refusals of what can never be: a row says nothing of it. */
const never: ReadonlySet<string> = new Set([
  'nothing_to_judge',
  'step_has_no_lead',
  'not_revocable',
  'forbidden',
  'not_unowned',
  'not_to_hand_back',
]);

/** Whether staff can remind the owner of an assignment of others: people who look after it may mark conflicts in it. */
export const canRemind = (application: Application, assignment: Assignment): boolean =>
  assignment.owner !== undefined &&
  commandsOnWhole(application).mark_conflict !== undefined &&
  assignment.status !== 'triggered' &&
  isOngoing(assignment);

/**
 * What the reader may do with an assignment: one usual deed, and all of them, those with the reason among them that
 * cannot be done now.
 */
export function deedsOf(
  application: Application,
  group: StepGroup,
  assignment: Assignment,
  userId: number,
  now: number,
): { usual: Deed | null; all: OfferedDeed[] } {
  const { commands, owner, status } = assignment;
  const isJudged = (application.steps as Step[]).some(({ judges }) => judges === group.id);
  const told = (
    deed: Exclude<
      Deed,
      'open' | 'fill_in' | 'answer_time' | 'replace' | 'remind' | 'mark_conflict' | 'clear_conflict'
    >,
  ): OfferedDeed[] => {
    const refusal = commands[deed];
    if (refusal === undefined || (refusal !== null && never.has(refusal))) return [];
    if (refusal !== null && (deed === 'take' || deed === 'hand_back')) return [];
    return deed === 'decide' && refusal !== null && !isJudged ? [] : [{ deed, refusal }];
  };
  const gone = status === 'refused' || status === 'conflicted' || status === 'revoked';
  const whole = commandsOnWhole(application);
  const isOwn = owner?.id === userId;
  const isApplicant = owner !== undefined && owner.id === application.owner?.id;
  const all: OfferedDeed[] = [
    ...(isOwn && !gone ? [{ deed: 'open' as const, refusal: null }] : []),
    ...told('take'),
    ...(owner === undefined && actsOnWork(application, assignment, userId)
      ? [{ deed: 'fill_in' as const, refusal: null }]
      : []),
    ...told('hand_back'),
    ...(commands.decline_time === null ? [{ deed: 'answer_time' as const, refusal: null }] : []),
    ...told('decide'),
    ...told('change_deadline'),
    ...(!isOwn && canRemind(application, assignment) ? [{ deed: 'remind' as const, refusal: null }] : []),
    ...(group.commands.assign !== undefined && gone
      ? [{ deed: 'replace' as const, refusal: group.commands.assign }]
      : []),
    ...told('reopen'),
    ...told('make_lead').filter(() => !assignment.isLead),
    ...(owner !== undefined &&
    !isApplicant &&
    !isOwn &&
    whole.mark_conflict !== undefined &&
    status !== 'conflicted'
      ? [{ deed: 'mark_conflict' as const, refusal: whole.mark_conflict }]
      : []),
    ...(owner !== undefined && status === 'conflicted' && whole.clear_conflict !== undefined
      ? [{ deed: 'clear_conflict' as const, refusal: whole.clear_conflict }]
      : []),
    ...told('revoke'),
  ];
  const can = (deed: Deed) => all.some((one) => one.deed === deed && one.refusal === null);
  const usual =
    (['answer_time', 'open', 'take', 'replace', 'decide'] as const).find(
      (deed) => can(deed) && (deed !== 'open' || isOngoing(assignment)),
    ) ?? null;
  const isLate = daysLate(assignment, now) !== null;
  const hurry = isLate ? (['remind', 'change_deadline'] as const).find(can) : undefined;
  return { usual: usual ?? hurry ?? null, all };
}
