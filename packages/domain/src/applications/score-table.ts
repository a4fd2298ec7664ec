import { z } from 'zod';
import { instant, toldSchema } from '../calls/call.ts';
import { partitionDecisionSchema } from './application.ts';

/** An application of a cut-off with the numbers of its reviews, as staff compare them. Decimals are strings. */
const scoredApplicationSchema = z.strictObject({
  id: z.number().int(),
  uid: z.string(),
  title: z.string(),
  pi: z.string(),
  panel: z.string().nullable(),
  /** Of each step that gives a score. */
  scores: z.array(
    z.strictObject({
      stepId: z.string(),
      /** Submitted scores, the highest first. */
      values: z.array(z.string()),
      /** Reviews that the flow needs, or that are assigned if these are more. */
      needed: z.number().int(),
      /** Rounded to two places; null before the first score. */
      mean: z.string().nullable(),
      /** Difference of the highest and the lowest; null of fewer than two. */
      spread: z.string().nullable(),
    }),
  ),
  rank: z.string().nullable(),
  asked: z.array(z.strictObject({ partitionId: z.string(), amount: z.string().nullable() })),
  decisions: z.array(
    partitionDecisionSchema.pick({ outcome: true, amount: true }).extend({ partition: z.string() }),
  ),
});
export type ScoredApplication = z.infer<typeof scoredApplicationSchema>;

export const scoreTableSchema = z.strictObject({
  callTitle: z.string(),
  told: toldSchema,
  unit: z.string(),
  timeZone: z.string(),
  /** Cut-offs of the call, the earliest first, and the one that is told. */
  cutoffs: z.array(z.strictObject({ id: z.number().int(), end: instant.nullable() })),
  cutoffId: z.number().int().nullable(),
  /** Steps that give a score, in the newest flow first. */
  steps: z.array(z.strictObject({ id: z.string(), title: z.string(), told: toldSchema })),
  partitions: z.record(z.string(), z.string()),
  /** How many there are; `data` has the first of them, by their IDs. */
  total: z.number().int(),
  data: z.array(scoredApplicationSchema),
});
export type ScoreTable = z.infer<typeof scoreTableSchema>;
