import { cleanEmail, foldEmail, isEmail } from '@clearcall/domain/forms/email-address.ts';
import { normaliseLine, normaliseText } from '@clearcall/domain/forms/text.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { z } from 'zod';

/** The number of a log entry, from which a list continues: 64 bits in the database. */
export const entryId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** A number in an address. Nothing has a number beyond 32 bits, which some tables cannot compare. */
export const numericId = entryId.pipe(z.number().max(2_147_483_647));

/** The id or the uid of an application. Source: Requirements 1, 10.46. */
export const applicationKey = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/);

/** An answer that says only that it was done. */
export const done = z.strictObject({ done: z.literal(true) });

/** How much of a list that begins with the newest: `before` is the last one that was seen. */
export const newestFirst = <Id extends z.ZodType>(id: Id, limit: number) =>
  z.strictObject({
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.number().min(1).max(200))
      .default(limit),
    before: id.optional(),
  });

/** How much of a list, in the address. */
export const paging = (limit: number) =>
  z.strictObject({
    limit: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .default(limit),
    offset: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .default(0),
  });

/** Why somebody does what they do. */
export const reasonText = z.string().overwrite(normaliseText).trim().max(3_000);

/** A short text on one line. */
export const oneLine = z.string().overwrite(normaliseLine);

/**
 * What a schema says where it refuses: `{ error: says('refusals.input.email') }`. Schemas know texts alone, so it is the id
 * of one of the catalogue, without placeholders; its words are made where the answer is.
 */
export const textId = (id: MessageId): string => id;

/** An email address that is looked up: clean, and of any shape. */
export const givenEmail = z.string().overwrite(cleanEmail).max(254);

/** An email address, clean. */
export const emailAddress = givenEmail
  .refine(isEmail, { error: textId('refusals.input.email') })
  .meta({ format: 'email' });

/** The same in small letters. */
export const foldedEmail = emailAddress.overwrite(foldEmail);
