import { languages } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import { uuid } from '../values/uuid.ts';
import { documentFormats } from './call-document.ts';

/** ISO 8601 instant in UTC. */
export const instant = z.string();
/** An amount as a decimal string, never a float. */
export const decimal = z.string().regex(/^\d{1,19}(\.\d{1,9})?$/);

export const cutoffPartitionSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  centre: z.string(),
  kind: z.string(),
  description: z.string(),
  unit: z.string(),
  disabled: z.boolean(),
  min: decimal.nullable(),
  max: decimal.nullable(),
  fixed: decimal.nullable(),
  /** What all applications of the cut-off may ask for together. */
  pool: decimal.nullable(),
  coreHoursPerUnit: decimal.nullable(),
  gpuHoursPerUnit: decimal.nullable(),
});
export type CutoffPartition = z.infer<typeof cutoffPartitionSchema>;

export const cutoffSchema = z.strictObject({
  id: z.number().int(),
  start: instant,
  end: instant.nullable(),
});
export type Cutoff = z.infer<typeof cutoffSchema>;

/** One step of a call as everybody may see it. */
/** By the name of a text: its language, where that may be another than the organisation's. */
export const toldSchema = z.record(z.string(), z.enum(languages));

export const callStepSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  told: toldSchema.optional(),
  order: z.number().int(),
  ownerRole: z.string(),
  start: instant.nullable(),
  end: instant.nullable(),
});

/** Short facts for cards and heads, written by those who make the call. */
export const callFactsSchema = z.strictObject({
  duration: z.string().max(60).optional(),
  review: z.string().max(60).optional(),
  who: z.string().max(300).optional(),
  track: z.string().max(60).optional(),
});

export const callStateSchema = z.enum(['open', 'opening_soon', 'closed']);

export const publishedCallSchema = z.strictObject({
  id: z.number().int(),
  code: z.string(),
  year: z.number().int(),
  number: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** Address of the logo, or null: then the initials stand. */
  logo: z.string().nullable(),
  published: z.boolean(),
  timeZone: z.string(),
  unit: z.string(),
  facts: callFactsSchema,
  /** Decided by the server's clock when the answer was made. */
  state: callStateSchema,
  cutoffs: z.array(cutoffSchema),
  /** The window that counts now: the open cut-off, else the next one, else the last. */
  current: cutoffSchema.nullable(),
  /**
   * Least and most that one application may ask for at the current cut-off, over its offered partitions; null if one of
   * them has no such limit.
   */
  amounts: z.strictObject({
    min: decimal.nullable(),
    max: decimal.nullable(),
    fixed: z.boolean(),
    partitions: z.number().int(),
  }),
  flow: z.strictObject({ steps: z.array(callStepSchema) }),
  told: toldSchema.optional(),
});
export type PublishedCall = z.infer<typeof publishedCallSchema>;

export const callLinksSchema = z.strictObject({
  link1: z.strictObject({ title: z.string(), address: z.string() }).optional(),
  link2: z.strictObject({ title: z.string(), address: z.string() }).optional(),
  guidelineReviewer: z.string().optional(),
  termsOfReference: z.string().optional(),
});

/** A document that a call hands out, such as its terms of reference or the template of an upload. */
export const callDocumentSchema = z.strictObject({
  /** By which an upload names it (`templateId`); unique in its call. */
  name: z.string(),
  title: z.string(),
  filename: z.string(),
  mediaType: z.enum(Object.values(documentFormats)),
  sizeBytes: z.number().int(),
  /** Absent for documents of versions that did not store it. */
  uploadedAt: instant.optional(),
  told: toldSchema.optional(),
});
export type CallDocument = z.infer<typeof callDocumentSchema>;

export const callDetailSchema = z.strictObject({
  ...publishedCallSchema.shape,
  /** Rich text, cleaned. */
  info: z.string(),
  links: callLinksSchema,
  documents: z.array(callDocumentSchema),
  /** The roles that may download what the call collected. */
  allowedToDownload: z.array(z.string()),
  partitions: z.array(cutoffPartitionSchema),
});
export type CallDetail = z.infer<typeof callDetailSchema>;

export const reportFormats = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** An applications report that was made for somebody. */
export const callReportSchema = z.strictObject({
  id: uuid,
  callId: z.number().int(),
  callTitle: z.string(),
  format: z.enum(reportFormats),
  filename: z.string(),
  sizeBytes: z.number().int(),
  /** How many applications it lists. */
  applications: z.number().int(),
  madeAt: instant,
  /** Then it is deleted. */
  keptUntil: instant,
});
export type CallReport = z.infer<typeof callReportSchema>;
