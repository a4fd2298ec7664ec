import type { DecisionOutcome } from './workflow-facts.ts';

/** What a submission decides, in the words of the machine. */
export type StepOutcome =
  | {
      kind: 'judgement';
      outcome: 'approved' | 'rejected' | 'request_changes';
      reason: string | null;
      deadline: string | null;
    }
  | { kind: 'partition'; accepted: boolean; reason: string | null }
  | {
      kind: 'final';
      rows: {
        partitionId: string;
        outcome: DecisionOutcome;
        amount: string | null;
        reason: string | null;
      }[];
    };
