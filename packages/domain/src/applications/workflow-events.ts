import { z } from 'zod';
import type { EventName } from '../forms/event-names.ts';

/**
 * What happens to an application and its assignments: one list for automations, the log and the outbox, each with what
 * it carries. `depth` counts the automations before it; `cause` is the event that began the chain's last link. Source:
 * Requirements 2b, 2.1.
 */
const common = {
  step: z.string().exactOptional(),
  partition: z.string().exactOptional(),
  depth: z.int().min(0).exactOptional(),
  cause: z.int().exactOptional(),
};
const plain = z.strictObject(common);
const ofPerson = z.strictObject({ ...common, role: z.string() });
const judged = z.strictObject({ ...common, by: z.string().exactOptional() });
const dated = z.strictObject({ ...common, deadline: z.string().nullable() });
const result = z.strictObject({
  ...common,
  outcome: z.enum(['awarded', 'reduced', 'reserve', 'rejected']),
  version: z.int(),
});

export const workflowEvents = {
  draft: plain,
  assigned: ofPerson,
  invited: ofPerson,
  accepted: plain,
  refused: plain,
  handed_back: plain,
  submitted: plain,
  resubmitted: plain,
  lead_assigned: plain,
  non_lead_assigned: plain,
  lead_assignment_submitted: plain,
  non_lead_assignment_submitted: plain,
  approved: judged,
  rejected: judged,
  changes_requested: z.strictObject({
    ...common,
    deadline: z.string().nullable(),
    by: z.string().exactOptional(),
  }),
  reopened: dated,
  partition_dropped: z.strictObject({ ...common, remaining: z.int().min(0) }),
  outcome_recorded: result,
  outcome_changed: result,
  released: plain,
  revoked: plain,
  conflicted: plain,
  conflict_cleared: plain,
  unlocked: plain,
  locked: plain,
  panel_changed: z.strictObject({ ...common, panel: z.string(), before: z.string().nullable() }),
  /** `granted`: the owner had asked for more time. */
  deadline_changed: z.strictObject({
    ...common,
    deadline: z.string().nullable(),
    granted: z.boolean().exactOptional(),
  }),
  deadline_passed: plain,
  time_asked: dated,
  time_declined: plain,
  withdrawn: plain,
  award_declined: plain,
  taken_back: plain,
  all_submitted: plain,
  cutoff_passed: plain,
  /** All applications of the cut-off, or of its part in the panel, have handed in the step; `forced`: staff went on without some. */
  all_at_step: z.strictObject({
    ...common,
    of: z.enum(['cutoff', 'panel']),
    forced: z.boolean().exactOptional(),
  }),
  /** A chain of automations came to the depth at which it stops. */
  automation_stopped: z.strictObject({ ...common, automation: z.string() }),
} as const satisfies Record<EventName, z.ZodType>;

export type WorkflowEventType = keyof typeof workflowEvents;
export const workflowEventTypes = Object.keys(workflowEvents) as WorkflowEventType[];

type EventOf<T extends WorkflowEventType> = {
  type: T;
  assignmentId: string | null;
  /** Whom it is about. */
  userId: number | null;
  detail: z.output<(typeof workflowEvents)[T]>;
};
export type WorkflowEvent = { [T in WorkflowEventType]: EventOf<T> }[WorkflowEventType];
