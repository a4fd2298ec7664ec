import { z } from 'zod';
import { instant, toldSchema } from '../calls/call.ts';
import { uuid } from '../values/uuid.ts';
import { applicationStatuses } from './statuses.ts';

/**
 * Lines above the pending actions of a dashboard: requests for more time, steps that need people, the applications of a
 * panel, what a committee decides, and payments.
 */
export const boardKinds = ['time', 'assign', 'panel', 'decide', 'payments'] as const;

export const taskRowSchema = z.strictObject({
  uid: z.string(),
  callId: z.number().int(),
  /** Step that the row is about, and where its link leads. */
  flowElementId: z.string(),
  step: z.string(),
  told: toldSchema,
  /** Pending assignment of the reader, one to take, or the one that needs more time; null if there is none. */
  assignmentId: uuid.nullable(),
  /** Deadline of that assignment, else the end of the step's timeframe, or the time that a request asks for; null if none. */
  deadline: instant.nullable(),
  projectTitle: z.string(),
  /** Principal investigator, or the person who asks for more time. */
  firstName: z.string(),
  lastName: z.string(),
  /** Partitions that the row is about, with the amounts asked for and what is left of their pools, as decimal strings. */
  asked: z.array(
    z.strictObject({
      partition: z.string(),
      amount: z.string().nullable(),
      left: z.string().nullable(),
      /** A step turned the partition down, and the reader may read that step. */
      isTurnedDown: z.literal(true).optional(),
    }),
  ),
  /** Unit of the amounts, or the currency of a payment. */
  unit: z.string(),
  /**
   * Scientific reviews that are submitted, of those that are needed, which are 0 in a flow without; of a step that needs
   * people, those assigned.
   */
  submitted: z.number().int(),
  needed: z.number().int(),
  /** Rank that the panel gave, if the reader may read it. */
  rank: z.string().nullable(),
  /** A step of the flow gives ranks. */
  hasRank: z.boolean(),
  /** Null if the step has no lead by its rules. */
  hasLead: z.boolean().nullable(),
  /**
   * Of a payment, who is paid and how much: as its form says, else the people who submitted reviews, at the fee of the form.
   * Null if neither is known.
   */
  payee: z.string().nullable(),
  sum: z.string().nullable(),
  /** Of a request for more time, why it is asked for, and the zone of the call, in which its days end; else null. */
  timeRequest: z.strictObject({ reason: z.string(), timeZone: z.string() }).nullable(),
  /** Nothing is left to do about it. */
  isDone: z.boolean(),
});
export type TaskRow = z.infer<typeof taskRowSchema>;

export const taskBoardSchema = z.strictObject({
  kind: z.enum(boardKinds),
  /** Number of rows, of which not all may be here. */
  total: z.number().int(),
  rows: z.array(taskRowSchema),
});
export type TaskBoard = z.infer<typeof taskBoardSchema>;

/** A step whose release staff can give and others await, in the applications of one cut-off that are ready. */
export const stepToReleaseSchema = z.strictObject({
  callId: z.number().int(),
  call: z.string(),
  /** End of the cut-off; null if it has none. */
  cutoff: instant.nullable(),
  flowElementId: z.string(),
  step: z.string(),
  told: toldSchema,
  applications: z.array(z.strictObject({ id: z.number().int(), uid: z.string(), title: z.string() })),
});
export type StepToRelease = z.infer<typeof stepToReleaseSchema>;

/** A cut-off whose applications are open to a role that follows calls: how many have which status, and are at which step. */
export const followedCutoffSchema = z.strictObject({
  callId: z.number().int(),
  call: z.string(),
  told: toldSchema,
  timeZone: z.string(),
  /** End of the cut-off; null if it has none. */
  cutoff: instant.nullable(),
  statuses: z.array(z.strictObject({ status: z.enum(applicationStatuses), n: z.number().int() })),
  /** By the titles of steps, in the order of the flow: as the column and the filter of the list have them. */
  steps: z.array(z.strictObject({ title: z.string(), told: toldSchema, n: z.number().int() })),
});
export type FollowedCutoff = z.infer<typeof followedCutoffSchema>;
