import { z } from 'zod';
import { instant, toldSchema } from '../calls/call.ts';

/**
 * Own work on an application of somebody else that was handed in. What its owner may not see of the application any
 * more is null. Source: Requirements 2c, 4.1 and 4.2.
 */
export const finishedReviewSchema = z.strictObject({
  id: z.uuid(),
  callTitle: z.string(),
  step: z.string(),
  told: toldSchema,
  role: z.string(),
  partition: z.string().nullable(),
  submittedAt: instant,
  /** Whether the step was released. */
  released: z.boolean().nullable(),
  /** Of the application, where its page still opens. */
  uid: z.string().nullable(),
  projectTitle: z.string().nullable(),
});
export type FinishedReview = z.infer<typeof finishedReviewSchema>;

/**
 * What a certificate of reviews says: names, numbers and dates, and nothing that leads to an application. Source:
 * Requirements 2c, 4.4.
 */
export const certifiedSchema = z.strictObject({
  organisation: z.string(),
  name: z.string(),
  /** How much of each kind, the newest year first. */
  work: z.array(
    z.strictObject({
      role: z.string(),
      callTitle: z.string(),
      year: z.number().int(),
      count: z.number().int().min(1),
    }),
  ),
  total: z.number().int().min(1),
});
export type Certified = z.infer<typeof certifiedSchema>;

/** A certificate as it is shown to whoever has its code. */
export const certificateSchema = certifiedSchema.extend({
  firstDay: z.string(),
  lastDay: z.string(),
  madeAt: instant,
});
export type Certificate = z.infer<typeof certificateSchema>;
