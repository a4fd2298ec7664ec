import type { MessageId } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { instant } from '../calls/call.ts';
import { lengthOfText, normaliseText } from '../forms/text.ts';
import { uuid } from '../values/uuid.ts';

const maxNoteLength = 5_000;

/**
 * A note as it is typed: plain text of several lines. Refused: nothing, and more than 5,000 characters. Source:
 * Requirements 2b, 1.3.
 */
export const noteTextSchema = z
  .string()
  .transform((text) => normaliseText(text).trim())
  .refine((text) => text !== '', { error: 'refusals.input.noteEmpty' satisfies MessageId })
  .refine((text) => lengthOfText(text) <= maxNoteLength, {
    error: 'refusals.input.noteTooLong' satisfies MessageId,
  });

/** What one of the staff noted about an application, for the others. */
export const noteSchema = z.strictObject({
  id: uuid,
  author: z.strictObject({ id: z.number().int(), firstName: z.string(), lastName: z.string() }),
  text: z.string(),
  /** 1 at first; grows by one with each change. */
  revision: z.number().int().min(1),
  createdAt: instant,
  changedAt: instant.nullable(),
  can: z.strictObject({ change: z.boolean() }),
});
export type Note = z.infer<typeof noteSchema>;
