import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { workflowEvents } from '../model/workflow-events.ts';
import { isTurnedDown } from './command-needs.ts';
import { type CommandGiver, type CommandName, rowOf } from './commands.ts';
import { droppedBy, isOngoing } from './completion.ts';
import { decide, type WorkflowDecision } from './decide.ts';
import { as, cutoffEnd, facts, people, type Somebody, steps, submittedApp } from './testing/review-scene.ts';
import { applyTransition, type Transition } from './transition.ts';
import type { WorkflowCommand } from './workflow-command.ts';
import type { WorkflowActor, WorkflowFacts } from './workflow-facts.ts';

// Walks and planted faults take seconds where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

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

const types: Record<WorkflowCommand['type'], number> = {
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
  expire: 2,
  delete: 3,
};
const somebody = Object.keys(people) as Somebody[];
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
      return { type, assignmentId, agreed: say % 3 > 0 };
    case 'refuse':
    case 'revoke':
    case 'declare_conflict':
      return { type, assignmentId, reason };
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
      return { type, rows: rowsOf(facts, say), reason };
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
  if (!fit) return as(pick([...somebody, 'clock', 'automation'] as const, who));
  const target =
    'assignmentId' in command ? facts.assignments.find(({ id }) => id === command.assignmentId) : undefined;
  const named = (userId: number | null | undefined) =>
    somebody.find((name) => people[name].userId === userId) ?? 'pro';
  const givers: Record<CommandGiver, (Somebody | 'clock' | 'automation')[]> = {
    applicant: ['stranger'],
    owner: [named(target?.ownerId)],
    application_owner: ['owner'],
    assigners: ['chair', 'north', 'south'],
    assigner: [named(target?.assignerId)],
    step_role: ['north', 'south', 'reviewer', 'member'],
    staff: ['pro', 'otherPro'],
    lead_chair: ['acChair'],
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
    see({ turn, command, actor, before: facts, decision, after });
    if (decision.ok && decision.transition.removed) return;
    facts = after;
  }
}

// Plain chance: small numbers would always give the same command to the same person.
const walks = fc.array(fc.noBias(turn), { minLength: 80, maxLength: 120 });
const check = (see: Parameters<typeof walk>[1], numRuns = 100) =>
  fc.assert(
    fc.property(walks, (turns) => walk(turns, see)),
    { numRuns },
  );

const counted = (values: readonly string[]) => values.length - new Set(values).size;

it('never gives a person the same work twice at once, nor a step two leads', () => {
  check(({ before, after }) => {
    if (after === before) return;
    const place = (one: WorkflowFacts['assignments'][number]) => `${one.stepId} ${one.partitionId}`;
    const open = after.assignments.filter((one) => one.ownerId !== null && isOngoing(one));
    expect(counted(open.map((one) => `${one.ownerId} ${place(one)}`))).toBe(0);
    const leads = after.assignments.filter(({ isLead }) => isLead);
    expect(counted(leads.map(place))).toBe(0);
    // Whoever refused, or from whom it was taken, leads no more.
    expect(leads.filter(({ status }) => ['refused', 'revoked', 'conflicted'].includes(status))).toEqual([]);
    // One application in each.
    expect(after.assignments.filter(({ stepId }) => stepId === 'APP')).toHaveLength(1);
  });
});

const nothing: Transition = {
  application: null,
  assignments: [],
  stepStates: [],
  conflicts: [],
  decisions: [],
  activities: [],
  events: [],
  removed: false,
};

it('changes nothing where it refuses or was asked before, and all else once', () => {
  const done = new Map<CommandName, number>();
  const refusals = new Set<string>();
  check(({ command, before, decision }) => {
    if (!decision.ok) {
      refusals.add(`${command.type} ${decision.code}`);
      return;
    }
    const { transition } = decision;
    if (decision.repeated) {
      expect(transition).toEqual(nothing);
      return;
    }
    done.set(command.type, (done.get(command.type) ?? 0) + 1);
    for (const event of transition.events)
      expect(workflowEvents[event.type].parse(event.detail)).toEqual(event.detail);
    const known = (id: string) => before.assignments.find((one) => one.id === id);
    for (const one of transition.assignments) expect(one.revision).toBe((known(one.id)?.revision ?? -1) + 1);
    // A change of status, or of the owner, is noted once.
    expect(
      transition.activities.map(({ assignmentId, status }) => `${assignmentId} ${status}`).toSorted(),
    ).toEqual(
      transition.assignments
        .filter((one) => known(one.id)?.status !== one.status || known(one.id)?.ownerId !== one.ownerId)
        .map(({ id, status }) => `${id} ${status}`)
        .toSorted(),
    );
    // Versions of a decision have no gaps, and what was decided stays.
    for (const one of transition.decisions) {
      const version = before.decisions.find(
        ({ partitionId, version: number }) => partitionId === one.partitionId && number === one.version,
      );
      if (version !== undefined) expect({ ...one, releasedAt: null }).toEqual(version);
      else
        expect(before.decisions.filter(({ partitionId }) => partitionId === one.partitionId)).toHaveLength(
          one.version - 1,
        );
    }
  }, 250);
  // 123 are seen in most runs.
  expect(refusals.size).toBeGreaterThan(90);
  // Every command came to something on the way.
  expect(Object.keys(types).filter((type) => !done.has(type as CommandName))).toEqual([]);
});

it('changes the status of the application by its owner, by a change request or at a release alone', () => {
  check(({ command, actor, before, after }) => {
    const from = before.application.status;
    const to = after.application.status;
    if (from === to) return;
    const own = actor.kind === 'person' && actor.userId === before.application.ownerId;
    const may: Record<string, boolean> = {
      draft: command.type === 'take_back' && own,
      submitted: (command.type === 'submit' || command.type === 'resubmit') && own,
      changes_requested:
        command.type === 'submit' || command.type === 'resubmit' || command.type === 'decide',
      approved: command.type === 'release',
      rejected: command.type === 'release',
      withdrawn: command.type === 'withdraw' && own,
    };
    expect([to, may[to]]).toEqual([to, true]);
    // An end stays one; a result may be changed.
    expect(from === 'withdrawn' || (from === 'rejected' && to !== 'approved')).toBe(false);
  });
});

it('keeps its promises after each command', () => {
  const seen = { changed: 0, turnedDown: 0, dropped: 0, unasked: 0, ended: 0 };
  const unseen = () => Object.entries(seen).filter(([, count]) => count === 0);
  const keepsThem: Parameters<typeof check>[0] = ({ command, before, decision, after }) => {
    if (!decision.ok || decision.repeated) return;
    const { transition } = decision;
    const was = (id: string) => before.assignments.find((one) => one.id === id);
    // Whoever accepted something owns it.
    expect(
      after.assignments.filter(({ status, ownerId }) => status === 'accepted' && ownerId === null),
    ).toEqual([]);
    // A decision that changes has a reason.
    const changed = transition.decisions.filter(
      ({ version, releasedAt }) => version > 1 && releasedAt === null,
    );
    seen.changed += changed.length;
    expect(changed.filter(({ reason }) => reason === null)).toEqual([]);
    // After a rejection by the check nothing starts; what was open is handed on, or goes on after a conflict.
    if (isTurnedDown(before) && command.type !== 'hand_on' && command.type !== 'clear_conflict') {
      seen.turnedDown += 1;
      expect(
        transition.assignments.filter((one) => {
          const old = was(one.id);
          return (
            isOngoing(one) &&
            (old === undefined ||
              !isOngoing(old) ||
              (old.status === 'triggered' && one.status !== 'triggered'))
          );
        }),
      ).toEqual([]);
    }
    // What fell away leaves nothing to others in later steps.
    for (const { type, detail } of transition.events)
      if (type === 'partition_dropped') {
        seen.dropped += 1;
        const { order } = droppedBy(after, detail.partition) ?? { order: Number.NaN };
        const later = after.assignments.filter(
          (one) =>
            one.partitionId === detail.partition &&
            one.ownerId !== after.application.ownerId &&
            (steps.find(({ id }) => id === one.stepId)?.order ?? 0) > order,
        );
        expect(later.filter(isOngoing)).toEqual([]);
      }
    // What is asked for no more leaves nothing to do to anybody.
    if (command.type === 'resubmit' || command.type === 'clear_conflict') {
      const unasked = transition.assignments.filter(
        ({ partitionId }) => partitionId !== null && !after.application.partitions.includes(partitionId),
      );
      seen.unasked += unasked.length;
      expect(unasked.filter(isOngoing)).toEqual([]);
    }
    // An end leaves nothing to do in the application itself.
    if (['approved', 'rejected', 'withdrawn'].includes(after.application.status)) {
      seen.ended += 1;
      expect(after.assignments.filter((one) => one.stepId === 'APP' && isOngoing(one))).toEqual([]);
    }
  };
  // What is rare is missing now and then in as few as these, and hardly ever in ten times as many.
  for (let times = 0; times < 10 && (times === 0 || unseen().length > 0); times += 1) check(keepsThem, 250);
  expect(unseen()).toEqual([]);
});

/** Whether somebody has nothing at all to do with the application. */
function isOutside(facts: WorkflowFacts, actor: WorkflowActor & { kind: 'person' }): boolean {
  const involved = facts.assignments.some(
    (one) =>
      one.ownerId === actor.userId ||
      // People of its role, or of those that the step is worked on in, may take what was open once.
      one.wasUnowned,
  );
  return (
    !involved &&
    actor.userId !== facts.application.ownerId &&
    actor.role !== 'pro' &&
    actor.role !== 'ac_chair' &&
    !actor.panels.includes(facts.application.panel ?? '') &&
    !actor.centrePartitions.some((partition) => facts.application.partitions.includes(partition))
  );
}

it('tells nobody of what they may not know', () => {
  let asked = 0;
  check(({ command, actor, before, decision }) => {
    if (actor.kind !== 'person') return;
    const own = before.application.ownerId === actor.userId;
    const stopped = before.conflicts.some(
      ({ userId, clearedAt }) => userId === actor.userId && clearedAt === null,
    );
    const target =
      'assignmentId' in command
        ? before.assignments.find(({ id }) => id === command.assignmentId)
        : undefined;
    // Whoever only works on it knows nothing of the work of others.
    const works = ['user', 'scientific_reviewer', 'ac_member', 'technical_reviewer', 'finance_manager'];
    const ofOthers =
      target !== undefined &&
      !target.wasUnowned &&
      target.ownerId !== actor.userId &&
      works.includes(actor.role);
    const assigns = before.assignments.some(
      ({ ownerId, role }) =>
        ownerId === actor.userId && steps.some(({ permissions }) => permissions.assign.includes(role)),
    );
    if (
      (!own && (stopped || before.application.status === 'draft' || isOutside(before, actor))) ||
      (ofOthers && !assigns)
    ) {
      asked += 1;
      expect([command.type, decision]).toEqual([command.type, { ok: false, code: 'not_found' }]);
    }
  });
  expect(asked).toBeGreaterThan(100);
});
