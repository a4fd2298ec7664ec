import type { AwardLimits } from '../applications/application.ts';
import type { StepOutcome } from './read-outcome.ts';
import type { ConflictSource, WorkflowPerson } from './workflow-facts.ts';

/** Whom a step is given to. `person` null: nobody yet; people of the centre or of the role take it. */
interface Appointment {
  stepId: string;
  person: WorkflowPerson | null;
  role: string;
  partitionId: string | null;
  makeLead: boolean;
  /** The person who leads the step and partition now loses the lead: the giver has confirmed it. */
  replaceLead?: boolean | undefined;
  /** The assignment whose place the person takes. Without it, it is one that waits for a replacement, if there is one. */
  replaces?: string | undefined;
  /** An own deadline, as an ISO instant; without one the step says how long it takes. */
  deadline?: string | null | undefined;
}

/** On one assignment. `revision`: the one that the giver saw; another one refuses as stale. */
interface OnAssignment {
  assignmentId: string;
  revision?: number | undefined;
}

export type Judgement = 'approved' | 'rejected' | 'changes_requested';
/** `reviewId`: the assignment that dropped the partition and gave the reason. */
export type FinalRows = (Extract<StepOutcome, { kind: 'final' }>['rows'][number] & { reviewId?: string })[];

/** A command as it comes to the machine, with what it brings along. Instants are ISO. */
export type WorkflowCommand =
  | ({ type: 'assign' | 'invite' } & Appointment)
  | ({ type: 'begin' | 'hand_back' | 'save' | 'reopen' | 'make_lead' | 'expire' } & OnAssignment)
  | ({ type: 'accept' | 'take'; agreed: boolean } & OnAssignment)
  | ({ type: 'refuse' | 'revoke' | 'declare_conflict' | 'decline_time'; reason: string } & OnAssignment)
  | ({ type: 'hand_on'; person: WorkflowPerson; reason: string } & OnAssignment)
  | ({
      /** From changes_requested it is `resubmit`. The form was found complete before. */
      type: 'submit' | 'resubmit';
      outcome: StepOutcome | null;
      /** Why a result changes that was decided before. */
      reason?: string | undefined;
      /** Of a first step: what it asks for, and the panel of its research field. */
      columns?: { partitions: readonly string[]; panel: string | null; cutoffId: number | null } | undefined;
    } & OnAssignment)
  | ({ type: 'decide'; outcome: Judgement; reason: string; deadline: string | null } & OnAssignment)
  /** `limits`: what the amounts are held against; empty where nothing limits them. */
  | { type: 'outcome'; rows: FinalRows; reason: string; limits: readonly AwardLimits[] }
  | { type: 'release' | 'lock' | 'unlock'; stepId: string }
  | { type: 'withdraw' | 'take_back' | 'delete' }
  | { type: 'mark_conflict'; userId: number; source: ConflictSource; reason: string }
  | { type: 'clear_conflict'; userId: number; reason: string }
  /** `offered`: the fields of research that the first step offers, each a panel. */
  | { type: 'change_panel'; panel: string; offered: readonly string[] }
  | ({ type: 'change_deadline'; deadline: string | null } & OnAssignment)
  | ({ type: 'ask_time'; deadline: string; reason: string } & OnAssignment);

type Named<C, T> = C extends { type: infer U } ? (T extends U ? C & { type: T } : never) : never;
export type CommandOf<T extends WorkflowCommand['type']> = Named<WorkflowCommand, T>;
