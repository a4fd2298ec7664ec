import type { MessageId } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { instant } from '../calls/call.ts';
import { lengthOfText, normaliseText } from '../forms/text.ts';
import { uuid } from '../values/uuid.ts';

const maxCommentLength = 3_000;
/** In one change request; of one person and assignment, while they are gathered. */
export const maxPoints = 200;
/** In one thread. */
export const maxComments = 200;

/** What is asked for at a field, or answered there: plain text of several lines. Source: Requirements 2, 4.2. */
export const commentTextSchema = z
  .string()
  .transform((text) => normaliseText(text).trim())
  .refine((text) => text !== '', { error: 'refusals.input.commentEmpty' satisfies MessageId })
  .refine((text) => lengthOfText(text) <= maxCommentLength, {
    error: 'refusals.input.commentTooLong' satisfies MessageId,
  });

/** Where in a form: an element, and in a group which row. No element has a longer id. */
export const fieldKeySchema = {
  flowElementId: z
    .string()
    .min(1)
    .max(120, { error: 'refusals.no_such_field' satisfies MessageId }),
  dataGroupId: uuid.nullable(),
};

/** What a change request asks for at one field. */
export const pointSchema = z.strictObject({ ...fieldKeySchema, text: commentTextSchema });
export type Point = z.output<typeof pointSchema>;

/** Who wrote something: the role alone for readers who may not know the person. */
const author = {
  role: z.string(),
  mine: z.boolean(),
  person: z.strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() }).optional(),
};

/** One text of a thread. */
const commentSchema = z.strictObject({
  id: uuid,
  /** By who asks for changes; else by who makes them. */
  asks: z.boolean(),
  ...author,
  text: z.string(),
  /** The day alone if the reader may not know who wrote it; null for the answer of a reviewer. */
  createdAt: instant.nullable(),
});

/** What was asked for at one field of an assignment, and what was answered. */
export const threadSchema = z.strictObject({
  id: uuid,
  assignmentId: uuid,
  ...fieldKeySchema,
  /** Its owner says that it is done. */
  answered: z.boolean(),
  comments: z.array(commentSchema),
  /** It is asked of the reader, now. */
  can: z.strictObject({ answer: z.boolean() }),
});
export type Thread = z.infer<typeof threadSchema>;

/** A point that waits for its change request. */
export const gatheredPointSchema = z.strictObject({
  assignmentId: uuid,
  ...fieldKeySchema,
  ...author,
  text: z.string(),
  /** 1 at first; grows by one with each change. */
  revision: z.number().int().min(1),
});
export type GatheredPoint = z.infer<typeof gatheredPointSchema>;
