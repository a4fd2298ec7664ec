import { z } from 'zod';
import { uuid } from './uuid.ts';

/** A person of an archived application, spelled as in the archive. Source: Requirements 1, 3.26. */
export const legacyContactSchema = z.strictObject({ contact_name: z.string(), contact_email: z.string() });
export type LegacyContact = z.infer<typeof legacyContactSchema>;

const callSchema = z.strictObject({
  name: z.string(),
  machines: z.array(z.string()),
  /** Machines of a preparatory access. */
  machinePreparatory: z.array(z.strictObject({ name: z.string() })),
});

/** A row of the archive's list. A contact that the reader may not know is null, as one that there is not. */
export const legacyRowSchema = z.strictObject({
  id: z.number().int(),
  number: z.string(),
  submitted: z.boolean(),
  call: callSchema,
  regular: legacyContactSchema.nullable(),
  preparatory: legacyContactSchema.nullable(),
  /** Empty where the archive names none. */
  projectTitle: z.string(),
});
export type LegacyRow = z.infer<typeof legacyRowSchema>;

/** What else was archived: titles and values in the order of the old form. */
export const legacyFieldSchema = z.strictObject({ title: z.string(), values: z.array(z.string()) });

export const legacyFileSchema = z.strictObject({
  id: uuid,
  filename: z.string(),
  sizeBytes: z.number().int(),
});

/** What is stored of an archived application as one document. */
export const legacyRecordSchema = legacyRowSchema
  .omit({ id: true, number: true, submitted: true })
  .extend({ fields: z.array(legacyFieldSchema), projectTitle: z.string().optional() });
export type LegacyRecord = z.infer<typeof legacyRecordSchema>;

/** One archived application with everything that was archived of it. */
export const legacyDetailSchema = legacyRowSchema.extend({
  fields: z.array(legacyFieldSchema),
  files: z.array(legacyFileSchema),
});
export type LegacyDetail = z.infer<typeof legacyDetailSchema>;
