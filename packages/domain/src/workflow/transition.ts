import type { AssignmentStatus } from '../applications/statuses.ts';
import type { WorkflowEvent, WorkflowEventType } from '../applications/workflow-events.ts';
import { isOngoing } from './completion.ts';
import type {
  ConflictFact,
  DecisionFact,
  StepState,
  WorkflowAssignment,
  WorkflowFacts,
} from './workflow-facts.ts';

/** What happened to an assignment, for its own history. */
export interface NewActivity {
  assignmentId: string;
  status: AssignmentStatus;
  reason: string | null;
}

/** What a command changes, each thing whole as it is afterwards. */
export interface Transition {
  application: WorkflowFacts['application'] | null;
  /** New ones, and those that changed. */
  assignments: WorkflowAssignment[];
  stepStates: StepState[];
  conflicts: ConflictFact[];
  decisions: DecisionFact[];
  activities: NewActivity[];
  events: WorkflowEvent[];
  /** The application goes with all that is in it. */
  removed: boolean;
}

function replaced<T>(list: readonly T[], changed: readonly T[], key: (item: T) => string): T[] {
  const after = new Map(list.map((item) => [key(item), item]));
  for (const item of changed) after.set(key(item), item);
  return [...after.values()];
}

const decisionKey = ({ partitionId, version }: DecisionFact) => `${partitionId ?? ''} ${version}`;

/** The facts as a transition leaves them: for whoever folds a history in memory. */
export function applyTransition(facts: WorkflowFacts, transition: Transition): WorkflowFacts {
  return {
    ...facts,
    application: transition.application ?? facts.application,
    assignments: replaced(facts.assignments, transition.assignments, ({ id }) => id),
    stepStates: replaced(facts.stepStates, transition.stepStates, ({ stepId }) => stepId),
    conflicts: replaced(facts.conflicts, transition.conflicts, ({ userId }) => String(userId)),
    decisions: replaced(facts.decisions, transition.decisions, decisionKey),
  };
}

/**
 * What several commands on one application changed, one after the other, as one transition: each thing as the last one
 * left it, and all that happened, in its order.
 */
export function combine(transitions: readonly Transition[]): Transition {
  return transitions.reduce(
    (all, next) => ({
      application: next.application ?? all.application,
      assignments: replaced(all.assignments, next.assignments, ({ id }) => id),
      stepStates: replaced(all.stepStates, next.stepStates, ({ stepId }) => stepId),
      conflicts: replaced(all.conflicts, next.conflicts, ({ userId }) => String(userId)),
      decisions: replaced(all.decisions, next.decisions, decisionKey),
      activities: [...all.activities, ...next.activities],
      events: [...all.events, ...next.events],
      removed: all.removed || next.removed,
    }),
    nothing,
  );
}

/** A transition in the making, over the facts as they are so far. */
export class Work {
  facts: WorkflowFacts;
  readonly #before: WorkflowFacts;
  readonly #activities: NewActivity[] = [];
  readonly #events: WorkflowEvent[] = [];
  #removed = false;

  constructor(facts: WorkflowFacts) {
    this.facts = facts;
    this.#before = facts;
  }

  #apply(part: Partial<Transition>): void {
    this.facts = applyTransition(this.facts, { ...nothing, ...part });
  }

  setApplication(set: Partial<WorkflowFacts['application']>): void {
    this.#apply({ application: { ...this.facts.application, ...set } });
  }

  /**
   * Puts an assignment as it is now; a change of its status is noted in its history. A request for more time ends with
   * the work, its owner or its deadline.
   */
  put(assignment: WorkflowAssignment): void {
    const before = this.facts.assignments.find(({ id }) => id === assignment.id);
    // One command counts once, however often it comes back to the same assignment.
    const first = this.#before.assignments.find(({ id }) => id === assignment.id);
    const isSameWork =
      before?.ownerId === assignment.ownerId &&
      before.deadline === assignment.deadline &&
      isOngoing(assignment);
    const timeRequest = isSameWork ? assignment.timeRequest : null;
    this.#apply({ assignments: [{ ...assignment, timeRequest, revision: (first?.revision ?? -1) + 1 }] });
    if (before?.status !== assignment.status || before.ownerId !== assignment.ownerId)
      this.#activities.push({
        assignmentId: assignment.id,
        status: assignment.status,
        reason: assignment.reason,
      });
  }

  setStep(stepId: string, set: Partial<StepState>): void {
    const before = this.facts.stepStates.find((state) => state.stepId === stepId);
    this.#apply({ stepStates: [{ unlockedAt: null, releasedAt: null, ...before, ...set, stepId }] });
  }

  note(conflict: ConflictFact): void {
    this.#apply({ conflicts: [conflict] });
  }

  record(decisions: DecisionFact[]): void {
    this.#apply({ decisions });
  }

  remove(): void {
    this.#removed = true;
  }

  /** That something happened, to an assignment or to the application as a whole. */
  happened<T extends WorkflowEventType>(
    type: T,
    about: WorkflowAssignment | { stepId?: string; userId?: number | null } | null,
    more: Omit<Extract<WorkflowEvent, { type: T }>['detail'], 'step'>,
  ): void {
    const assignment = about !== null && 'id' in about ? about : null;
    const step = about?.stepId;
    const detail = {
      ...(step === undefined ? {} : { step }),
      ...(assignment === null || assignment.partitionId === null
        ? {}
        : { partition: assignment.partitionId }),
      ...more,
    };
    const userId =
      assignment === null ? (about as { userId?: number | null } | null)?.userId : assignment.ownerId;
    this.#events.push({
      type,
      assignmentId: assignment?.id ?? null,
      userId: userId ?? null,
      detail,
    } as WorkflowEvent);
  }

  transition(): Transition {
    const changed = <T>(after: readonly T[], before: readonly T[]) =>
      after.filter((item) => !before.includes(item));
    const { facts } = this;
    const before = this.#before;
    return {
      application: facts.application === before.application ? null : facts.application,
      assignments: changed(facts.assignments, before.assignments),
      stepStates: changed(facts.stepStates, before.stepStates),
      conflicts: changed(facts.conflicts, before.conflicts),
      decisions: changed(facts.decisions, before.decisions),
      activities: this.#activities,
      events: this.#events,
      removed: this.#removed,
    };
  }
}

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
