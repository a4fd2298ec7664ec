import fc from 'fast-check';
import { type CommandGiver, rowOf } from '../commands.ts';
import { decide, type WorkflowDecision } from '../decide.ts';
import { applyTransition } from '../transition.ts';
import type { WorkflowCommand } from '../workflow-command.ts';
import type { WorkflowActor, WorkflowFacts } from '../workflow-facts.ts';
import {
  as,
  cutoffEnd,
  facts,
  type Giver,
  outsiders,
  people,
  type Somebody,
  steps,
  submittedApp,
} from './review-scene.ts';

/** What a turn of a walk chooses from, as numbers: what they mean depends on how the application stands then. */
interface Turn {
  type: WorkflowCommand['type'];
  who: number;
  /** Whether somebody gives the command who might: its owner, staff, a chair, the portal itself. */
  fit: boolean;
  at: number;
  whom: number;
  step: number;
  say: number;
  hours: number;
}

/** Every command, as often as walks try it. */
export const types: Record<WorkflowCommand['type'], number> = {
  assign: 12,
  invite: 2,
  begin: 6,
  take: 3,
  hand_back: 6,
  accept: 6,
  refuse: 2,
  hand_on: 2,
  save: 1,
  submit: 10,
  resubmit: 10,
  decide: 3,
  reopen: 2,
  outcome: 2,
  release: 3,
  withdraw: 1,
  take_back: 1,
  revoke: 2,
  declare_conflict: 1,
  mark_conflict: 1,
  clear_conflict: 5,
  lock: 1,
  unlock: 2,
  make_lead: 3,
  change_deadline: 2,
  ask_time: 3,
  decline_time: 3,
  change_panel: 1,
  expire: 2,
  delete: 3,
};
export const somebody = Object.keys(people) as Somebody[];
const turn: fc.Arbitrary<Turn> = fc.record({
  type: fc.oneof(
    ...Object.entries(types).map(([type, weight]) => ({
      arbitrary: fc.constant(type as WorkflowCommand['type']),
      weight,
    })),
  ),
  who: fc.nat(),
  fit: fc.constantFrom(true, true, true, false),
  at: fc.nat(),
  whom: fc.nat(),
  step: fc.nat(),
  say: fc.nat(),
  hours: fc.constantFrom(0, 0, 0, 0, 1, 20),
});

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const outcomes = ['awarded', 'reduced', 'reserve', 'rejected'] as const;

function commandOf(turn: Turn, facts: WorkflowFacts, now: Date): WorkflowCommand {
  const { type, at, say } = turn;
  const later = new Date(now.getTime() + ((say % 5) - 1) * 24 * 3_600_000).toISOString();
  const { from } = rowOf(type);
  const fitting = facts.assignments.filter(({ status }) => from.includes(status));
  const assignment = pick(turn.fit && fitting.length > 0 ? fitting : facts.assignments, at);
  const assignmentId = assignment.id;
  const person = people[pick(somebody, turn.whom)];
  const step = pick(steps, turn.step);
  const reason = pick(['', 'Because'], say);
  switch (type) {
    case 'assign':
    case 'invite': {
      const roles = [step.ownerRole, ...step.permissions.assignable];
      const role = pick(roles, say);
      const holders = somebody.filter((name) =>
        role === 'applicant' ? name === 'owner' : people[name].role === role,
      );
      return {
        type,
        stepId: step.id,
        person:
          say % 4 === 0 ? null : turn.fit && holders.length > 0 ? people[pick(holders, turn.whom)] : person,
        role,
        partitionId:
          step.perPartition === true || (step.id === 'REV' && say % 3 > 0)
            ? pick(['north', 'south'], at)
            : null,
        makeLead: step.config.hasLead === true && say % 3 === 0,
        ...(say % 7 === 0 ? { deadline: later } : {}),
      };
    }
    case 'accept':
    case 'take':
      return { type, assignmentId, agreed: say % 3 > 0 };
    case 'refuse':
    case 'revoke':
    case 'declare_conflict':
    case 'decline_time':
      return { type, assignmentId, reason };
    case 'ask_time':
      return { type, assignmentId, reason, deadline: later };
    case 'hand_on':
      return { type, assignmentId, person, reason };
    case 'submit':
    case 'resubmit': {
      const own = steps.find(({ id }) => id === assignment.stepId);
      const columns = {
        partitions: ['north', 'south'].slice(type === 'resubmit' ? 1 : say % 2),
        panel: 'PE1',
        cutoffId: 1,
      };
      const why = say % 4 === 0 ? null : 'Because';
      const outcome =
        own?.judges !== undefined
          ? ({
              kind: 'judgement',
              outcome: pick(['approved', 'request_changes', 'request_changes', 'rejected'] as const, say),
              reason: why,
              deadline: null,
            } as const)
          : own?.final === true
            ? ({ kind: 'final', rows: rowsOf(facts, say) } as const)
            : own?.perPartition === true
              ? ({ kind: 'partition', accepted: say % 4 > 2, reason: why } as const)
              : null;
      return { type, assignmentId, outcome, reason, ...(own === steps[0] ? { columns } : {}) };
    }
    case 'decide':
      return {
        type,
        assignmentId,
        outcome: pick(['approved', 'changes_requested', 'rejected'] as const, say),
        reason,
        deadline: later,
      };
    case 'outcome':
      return { type, rows: rowsOf(facts, say), reason, limits: [] };
    case 'release':
    case 'lock':
    case 'unlock':
      return { type, stepId: say % 2 === 0 ? 'REPLY' : step.id };
    case 'withdraw':
    case 'take_back':
    case 'delete':
      return { type };
    case 'mark_conflict':
      return { type, userId: person.userId, source: 'marked', reason };
    case 'clear_conflict':
      return { type, userId: pick(facts.conflicts, at)?.userId ?? person.userId, reason };
    case 'change_panel':
      return { type, panel: pick(['PE1', 'LS1', 'XX1'], say), offered: ['PE1', 'LS1'] };
    case 'change_deadline':
      return { type, assignmentId, deadline: say % 3 === 0 ? null : later };
    default:
      return { type, assignmentId };
  }
}

function rowsOf({ application, assignments }: WorkflowFacts, say: number) {
  return application.partitions
    .filter(
      (partition) => !assignments.some((one) => one.partitionId === partition && one.verdict === 'dropped'),
    )
    .map((partitionId, index) => ({
      partitionId,
      outcome: pick(outcomes, say + index),
      amount: null,
      startsOn: null,
      endsOn: null,
      reason: null,
    }));
}

/** Somebody whom the table lets give the command, or anybody. */
function actorOf({ who, fit }: Turn, facts: WorkflowFacts, command: WorkflowCommand): WorkflowActor {
  if (!fit) return as(pick([...somebody, ...outsiders], who));
  const target =
    'assignmentId' in command ? facts.assignments.find(({ id }) => id === command.assignmentId) : undefined;
  const named = (userId: number | null | undefined) =>
    somebody.find((name) => people[name].userId === userId) ?? 'pro';
  const givers: Record<CommandGiver, Giver[]> = {
    applicant: ['stranger'],
    owner: [named(target?.ownerId)],
    application_owner: ['owner'],
    assigners: ['chair', 'north', 'south'],
    assigner: [named(target?.assignerId)],
    step_role: ['north', 'south', 'reviewer', 'member'],
    taker: ['north', 'south', 'reviewer', 'member'],
    staff: ['pro', 'otherPro'],
    lead_chair: ['acChair'],
    administrator: ['administrator'],
    automation: ['automation'],
    clock: ['clock'],
  };
  return as(
    pick(
      rowOf(command.type).by.flatMap((giver) => givers[giver]),
      who,
    ),
  );
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

const beginning = facts({
  cutoffs: [
    {
      id: 1,
      start: '2026-11-01T09:00:00.000Z',
      end: cutoffEnd,
      timeframes: { REV: { start: '2026-11-25T11:00:00.000Z', end: null } },
    },
  ],
  application: { status: 'draft', submittedAt: null, partitions: [], panel: null },
  first: { ...submittedApp, status: 'draft', submittedAt: null, revision: 0 },
});

/** One turn after the other on a new application; `see` is told of each. */
function walk(
  turns: readonly Turn[],
  see: (step: {
    turn: Turn;
    command: WorkflowCommand;
    actor: WorkflowActor;
    before: WorkflowFacts;
    decision: WorkflowDecision;
    after: WorkflowFacts;
    now: Date;
  }) => void,
): void {
  let facts: WorkflowFacts = frozen(beginning);
  let now = new Date('2026-11-23T11:00:00.000Z');
  let made = 0;
  for (const turn of turns) {
    // What ends it all is rare.
    if ((turn.type === 'withdraw' || turn.type === 'delete') && turn.say % 8 > 0) continue;
    now = new Date(now.getTime() + turn.hours * 3_600_000);
    const command = frozen(commandOf(turn, facts, now));
    const actor = actorOf(turn, facts, command);
    const newId = () => {
      made += 1;
      return `made ${made}`;
    };
    // Nothing is changed but by the transition: what is frozen throws.
    const decision = decide(command, facts, actor, now, newId);
    const after =
      decision.ok && !decision.repeated ? frozen(applyTransition(facts, decision.transition)) : facts;
    see({ turn, command, actor, before: facts, decision, after, now });
    if (decision.ok && decision.transition.removed) return;
    facts = after;
  }
}

// Plain chance: small numbers would always give the same command to the same person.
const walks = fc.array(fc.noBias(turn), { minLength: 80, maxLength: 120 });
export const check = (see: Parameters<typeof walk>[1], numRuns = 100) =>
  fc.assert(
    fc.property(walks, (turns) => walk(turns, see)),
    { numRuns },
  );

/** Walks on until all that must be met on the way was: the rare is missing now and then in so few, hardly ever in ten times as many. */
export function checkUntil(isMet: () => boolean, numRuns: number, see: Parameters<typeof walk>[1]): void {
  for (let times = 0; times < 10 && (times === 0 || !isMet()); times += 1) check(see, numRuns);
}
