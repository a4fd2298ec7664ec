import { type Ask, asksForTime, holds, isOver, stepStateOf } from './command-needs.ts';
import { type CommandNeed, needs, rowOf, type WorkflowRefusalCode } from './commands.ts';
import { remainingPartitions, stepIsDone } from './completion.ts';
import { effects, leaveDropped } from './effects.ts';
import { type CommandTarget, isOneOf, mayKnow } from './rights.ts';
import { type Transition, Work } from './transition.ts';
import type { WorkflowCommand } from './workflow-command.ts';
import { inConflict, type WorkflowActor, type WorkflowFacts } from './workflow-facts.ts';

export type WorkflowDecision =
  | { ok: false; code: WorkflowRefusalCode }
  /** `repeated`: it was given before; nothing changes, and the answer is that of the first time. */
  | { ok: true; repeated: boolean; transition: Transition };

/** What the command is about; null where the application has no such thing. */
function targetOf(facts: WorkflowFacts, command: WorkflowCommand): CommandTarget | null {
  const stepOf = (stepId: string) => facts.steps.find(({ id }) => id === stepId) ?? null;
  if ('assignmentId' in command) {
    const assignment = facts.assignments.find(({ id }) => id === command.assignmentId);
    if (assignment === undefined) return null;
    return { assignment, step: stepOf(assignment.stepId), partitionId: assignment.partitionId };
  }
  if ('stepId' in command) {
    const step = stepOf(command.stepId);
    const partitionId = 'partitionId' in command ? command.partitionId : null;
    return step === null ? null : { assignment: null, step, partitionId };
  }
  return { assignment: null, step: null, partitionId: null };
}

/** Whether the command was given before, and has done all that it does. */
export function isRepeated({ facts, actor, command, target, now }: Ask): boolean {
  const { repeated = [], of } = rowOf(command.type);
  const status = of === 'assignment' ? target.assignment?.status : facts.application.status;
  if (status !== undefined && repeated.includes(status)) return true;
  const state = stepStateOf(facts, target.step?.id);
  switch (command.type) {
    case 'take':
      return actor.kind === 'person' && target.assignment?.ownerId === actor.userId;
    case 'make_lead':
      return target.assignment?.isLead === true;
    case 'unlock':
      return (state?.unlockedAt ?? null) !== null;
    case 'lock':
      return target.step?.config.isUnlockable === true && (state?.unlockedAt ?? null) === null;
    case 'release':
      return (
        (state?.releasedAt ?? null) !== null &&
        holds.something_new({ facts, actor, command, target, now }) !== true
      );
    case 'mark_conflict':
      return inConflict(facts, command.userId);
    case 'change_deadline':
      return target.assignment?.deadline === command.deadline;
    case 'ask_time':
      return target.assignment !== null && asksForTime(target.assignment);
    case 'change_panel':
      return facts.application.panel === command.panel;
    default:
      return false;
  }
}

function refusalOfNeeds(ask: Ask, asked: readonly CommandNeed[]): WorkflowRefusalCode | null {
  for (const need of asked) {
    const held = holds[need](ask);
    if (held !== true) return held === false ? needs[need] : held;
  }
  return null;
}

/** What follows by itself from what a command did: partitions that fall away, steps that are done. */
function follow(work: Work, before: WorkflowFacts): void {
  const remaining = remainingPartitions(work.facts);
  const dropped = remainingPartitions(before).filter(
    (partition) => !remaining.includes(partition) && work.facts.application.partitions.includes(partition),
  );
  for (const partition of dropped)
    work.happened('partition_dropped', null, { partition, remaining: remaining.length });
  leaveDropped(work, dropped, 'others');
  // A first step that only comes to rest with its application was not handed in.
  for (const step of work.facts.steps)
    if (!isOver(work.facts, step.id) && stepIsDone(work.facts, step) && !stepIsDone(before, step))
      work.happened('all_submitted', { stepId: step.id }, {});
}

/**
 * What a command asks for, as far as its giver may know of it and may give it by the table; else the code that says so.
 */
export function askOf(
  command: WorkflowCommand,
  facts: WorkflowFacts,
  actor: WorkflowActor,
  now: Date,
): Ask | 'not_found' | 'forbidden' | 'partition_of_others' {
  const target = targetOf(facts, command);
  if (target === null || !mayKnow(facts, actor, target)) return 'not_found';
  const { by } = rowOf(command.type);
  if (!isOneOf(by, facts, actor, target)) {
    const isForAnother =
      (command.type === 'assign' || command.type === 'invite') &&
      isOneOf(by, facts, actor, { ...target, partitionId: null });
    return isForAnother ? 'partition_of_others' : 'forbidden';
  }
  return { facts, actor, command, target, now };
}

/** Why what its giver may give is refused now: by the status, the revision it is based on, or a need. Null: it is not. */
export function refusalOf(ask: Ask): WorkflowRefusalCode | null {
  const { facts, command, target } = ask;
  const row = rowOf(command.type);
  const status = row.of === 'assignment' ? target.assignment?.status : facts.application.status;
  if (status === undefined || !row.from.includes(status)) return row.otherwise;
  if (
    'revision' in command &&
    command.revision !== undefined &&
    command.revision !== target.assignment?.revision
  )
    return 'stale_revision';
  if (command.type === 'withdraw' && facts.decisions.some((one) => one.releasedAt !== null))
    return 'not_withdrawable';
  if (command.type === 'clear_conflict' && !inConflict(facts, command.userId)) return 'no_conflict_noted';
  return refusalOfNeeds(ask, row.needs);
}

/**
 * Decides a command on an application by the table of commands: a refusal with its code, or all that changes. Asked
 * are, in this order: whether its giver may know of it (else it looks missing), whether the table lets them, whether it
 * was given before, the status, the revision that it is based on, and the needs. `newId` gives ids for what is made.
 * Source: Requirements 2, 1.1, 1.2 and 1.3.
 */
export function decide(
  command: WorkflowCommand,
  facts: WorkflowFacts,
  actor: WorkflowActor,
  now: Date,
  newId: () => string,
): WorkflowDecision {
  const no = (code: WorkflowRefusalCode): WorkflowDecision => ({ ok: false, code });
  const ask = askOf(command, facts, actor, now);
  if (typeof ask === 'string') return no(ask);
  if (isRepeated(ask)) return { ok: true, repeated: true, transition: new Work(facts).transition() };
  const refused = refusalOf(ask);
  if (refused !== null) return no(refused);
  const work = new Work(facts);
  // Each effect takes the command of its own name.
  (effects[command.type] as (work: Work, ask: Ask & { newId: () => string }) => void)(work, {
    ...ask,
    newId,
  });
  follow(work, facts);
  return { ok: true, repeated: false, transition: work.transition() };
}
