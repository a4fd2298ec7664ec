import type { TimeRequest } from '../applications/application.ts';
import type { ApplicationStatus, AssignmentStatus } from '../applications/statuses.ts';
import type { StepCutoff } from '../deadlines/assignment-time.ts';
import type { Window } from '../deadlines/windows.ts';
import type { Step } from '../forms/types.ts';
import type { Role } from '../people/roles.ts';

/** What the workflow knows of an assignment. Instants are ISO. */
export interface WorkflowAssignment {
  id: string;
  stepId: string;
  /** null: nobody owns it; people of the centre or of the role take it. */
  ownerId: number | null;
  assignerId: number | null;
  role: string;
  partitionId: string | null;
  status: AssignmentStatus;
  /** What it was before a conflict of interest stopped it; null when none does. */
  previousStatus: AssignmentStatus | null;
  /** Its own; null where the end of the step's timeframe counts. */
  deadline: string | null;
  submittedAt: string | null;
  /** Since when its submission waits for the check of its files; null where none waits. */
  submissionAskedAt: string | null;
  createdAt: string;
  isLead: boolean;
  /** It was open to a centre or a role once: its owner may hand it back. */
  wasUnowned: boolean;
  /** The id of the assignment that ended, or is about to end, and whose place it takes; or null. */
  replaces: string | null;
  /** Why it was refused, revoked, rejected or sent back for changes. */
  reason: string | null;
  /** When its owner agreed to the rules on conflicts of interest, and to which words. */
  agreedAt: string | null;
  agreement: string | null;
  /** What its owner asked for since the deadline was set; null if nothing. */
  timeRequest: TimeRequest | null;
  /** When the clock noted that its deadline had passed. */
  expiredAt: string | null;
  /** Of a step for each partition that judges nothing: what its last submission says of its partition. */
  verdict: 'accepted' | 'dropped' | null;
  /** Under which those who may not know its owner know it, from the release of its step on: 'Scientific reviewer 2'. */
  labelNumber: number | null;
  /** Counts every write to it. */
  revision: number;
}

/** A lock or a release of a step, for one application. Instants are ISO. */
export interface StepState {
  stepId: string;
  unlockedAt: string | null;
  releasedAt: string | null;
}

export type ConflictSource = 'declared' | 'marked' | 'detected';

/** A person who may not deal with the application. Cleared ones stay, with the time and the reason. */
export interface ConflictFact {
  userId: number;
  source: ConflictSource;
  notedBy: number | null;
  notedAt: string;
  reason: string | null;
  clearedAt: string | null;
  clearedBy: number | null;
  clearedReason: string | null;
}

export type DecisionOutcome = 'awarded' | 'reduced' | 'reserve' | 'rejected';

/** What was decided for one partition, as one version; the newest counts, the newest released one is seen. */
export interface DecisionFact {
  partitionId: string;
  version: number;
  outcome: DecisionOutcome;
  /** A decimal string in the unit of the call. */
  amount: string | null;
  reason: string | null;
  /** The assignment whose review gave the reason, if its partition was dropped; else null. */
  reviewId: string | null;
  /** When the award begins and ends: days, yyyy-mm-dd. */
  startsOn: string | null;
  endsOn: string | null;
  decidedBy: number | null;
  decidedAt: string;
  releasedAt: string | null;
}

export interface WorkflowCutoff extends Window {
  id: number;
  timeframes: Readonly<Record<string, Window>>;
}

/** All that the machine has to know of an application to decide a command. */
export interface WorkflowFacts {
  /** Of the application's flow version, in their order. */
  steps: readonly Step[];
  timeZone: string;
  cutoffs: readonly WorkflowCutoff[];
  application: {
    ownerId: number;
    status: ApplicationStatus;
    cutoffId: number | null;
    /** The newest submission. */
    submittedAt: string | null;
    /** The first submission, where others followed it; else null. */
    firstSubmittedAt: string | null;
    /** What the application asked for when it was submitted, by partition id. */
    partitions: readonly string[];
    /** The code of the panel; null before it is submitted. */
    panel: string | null;
    /** When the award ends; null without one. */
    awardEnd: string | null;
    /** When the applicant declined the released award; null if they did not. */
    awardDeclinedAt: string | null;
  };
  assignments: readonly WorkflowAssignment[];
  stepStates: readonly StepState[];
  conflicts: readonly ConflictFact[];
  decisions: readonly DecisionFact[];
}

/** A person with the part played in centres and panels. */
export interface WorkflowPerson {
  userId: number;
  role: Role;
  /** The partitions of the centres that the person belongs to. */
  centrePartitions: readonly string[];
  /** The panels that the person belongs to. */
  panels: readonly string[];
  /** Volunteers to review, whatever the role is. */
  isReviewer?: boolean;
}

/** A person who acts, for the organisation where `isStaff`. */
export type ActingPerson = WorkflowPerson & { isStaff: boolean };

/**
 * Who gives a command. The portal itself acts by the clock, or by a rule of the flow; an administrator acts without
 * access to the application.
 */
export type WorkflowActor =
  | ({ kind: 'person' } & ActingPerson)
  | { kind: 'administrator' }
  | { kind: 'automation' }
  | { kind: 'clock' };

/** The cut-offs as one step has them. */
export function stepCutoffs(facts: Pick<WorkflowFacts, 'cutoffs'>, stepId: string): StepCutoff[] {
  return facts.cutoffs.map(({ id, start, end, timeframes }) => ({
    id,
    start,
    end,
    timeframe: timeframes[stepId] ?? null,
  }));
}

/** By step: when it was released last. */
export const releasedAtOf = (stepStates: readonly StepState[]): Record<string, string> =>
  Object.fromEntries(
    stepStates.flatMap(({ stepId, releasedAt }) => (releasedAt === null ? [] : [[stepId, releasedAt]])),
  );

/** Who is in conflict with the application now. */
export function inConflict(facts: Pick<WorkflowFacts, 'conflicts'>, userId: number | null): boolean {
  return (
    userId !== null &&
    facts.conflicts.some((conflict) => conflict.userId === userId && conflict.clearedAt === null)
  );
}
