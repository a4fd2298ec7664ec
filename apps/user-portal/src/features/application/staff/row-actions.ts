import type {
  Application,
  Assignment,
  AssignmentCommand,
} from '@clearcall/domain/applications/application.ts';
import type { Step } from '@clearcall/domain/forms/types.ts';
import type { IconName } from '@clearcall/ui/kit/icon.tsx';
import { actsOnWork } from '../work/own-work.ts';
import { commandsOnWhole, type StepGroup } from './step-groups.ts';
import { daysLate, isOngoing } from './what-waits.ts';

/** What can be done with an assignment from its row. */
export type Action =
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

/** The icon of an action, wherever it is offered. */
export const actionIcons = {
  open: 'arrow-right',
  fill_in: 'arrow-right',
  answer_time: 'clock',
  take: 'user',
  hand_back: 'turn-left',
  decide: 'dial-submitted',
  change_deadline: 'calendar',
  remind: 'mail',
  replace: 'user',
  reopen: 'turn-left',
  make_lead: 'arrow-up',
  mark_conflict: 'dial-conflicted',
  clear_conflict: 'dial-conflicted',
  revoke: 'dial-minus',
} as const satisfies Record<Action, IconName>;

export interface OfferedAction {
  action: Action;
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
 * What the reader may do with an assignment: one usual action, and all of them, those with the reason among them that
 * cannot be done now.
 */
export function actionsOf(
  application: Application,
  group: StepGroup,
  assignment: Assignment,
  userId: number,
  now: number,
): { usual: Action | null; all: OfferedAction[] } {
  const { commands, owner, status } = assignment;
  const isJudged = (application.steps as Step[]).some(({ judges }) => judges === group.id);
  const told = (
    action: Exclude<
      Action,
      'open' | 'fill_in' | 'answer_time' | 'replace' | 'remind' | 'mark_conflict' | 'clear_conflict'
    >,
  ): OfferedAction[] => {
    const refusal = commands[action];
    if (refusal === undefined || (refusal !== null && never.has(refusal))) return [];
    if (refusal !== null && (action === 'take' || action === 'hand_back')) return [];
    return action === 'decide' && refusal !== null && !isJudged ? [] : [{ action, refusal }];
  };
  const gone = status === 'refused' || status === 'conflicted' || status === 'revoked';
  const whole = commandsOnWhole(application);
  const isOwn = owner?.id === userId;
  const isApplicant = owner !== undefined && owner.id === application.owner?.id;
  const all: OfferedAction[] = [
    ...(isOwn && !gone ? [{ action: 'open' as const, refusal: null }] : []),
    ...told('take'),
    ...(owner === undefined && actsOnWork(application, assignment, userId)
      ? [{ action: 'fill_in' as const, refusal: null }]
      : []),
    ...told('hand_back'),
    ...(commands.decline_time === null ? [{ action: 'answer_time' as const, refusal: null }] : []),
    ...told('decide'),
    ...told('change_deadline'),
    ...(!isOwn && canRemind(application, assignment) ? [{ action: 'remind' as const, refusal: null }] : []),
    ...(group.commands.assign !== undefined && assignment.isUnreplaced === true
      ? [{ action: 'replace' as const, refusal: group.commands.assign }]
      : []),
    ...told('reopen'),
    ...told('make_lead').filter(() => !assignment.isLead),
    ...(owner !== undefined &&
    !isApplicant &&
    !isOwn &&
    whole.mark_conflict !== undefined &&
    status !== 'conflicted'
      ? [{ action: 'mark_conflict' as const, refusal: whole.mark_conflict }]
      : []),
    ...(owner !== undefined && status === 'conflicted' && whole.clear_conflict !== undefined
      ? [{ action: 'clear_conflict' as const, refusal: whole.clear_conflict }]
      : []),
    ...told('revoke'),
  ];
  const can = (action: Action) => all.some((one) => one.action === action && one.refusal === null);
  const usual =
    (['answer_time', 'open', 'take', 'replace', 'decide'] as const).find(
      (action) => can(action) && (action !== 'open' || isOngoing(assignment)),
    ) ?? null;
  const isLate = daysLate(assignment, now) !== null;
  const hurry = isLate ? (['remind', 'change_deadline'] as const).find(can) : undefined;
  return { usual: usual ?? hurry ?? null, all };
}
