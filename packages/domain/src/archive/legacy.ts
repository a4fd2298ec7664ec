import { z } from 'zod';
import { uuid } from '../values/uuid.ts';
import {
  callFields,
  type FieldKind,
  type Fields,
  legacyClasses,
  proposalFields,
  resourceFields,
  scientificReviewFields,
  technicalReviewFields,
  variantFields,
} from './legacy-fields.ts';

/** A day, or an instant with its offset: as much as the archive knows. */
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const amount = z.strictObject({ value: z.number(), unit: z.string().nullable() });

const kinds = {
  text: z.string(),
  answer: z.union([z.boolean(), z.string()]),
  list: z.array(z.string()),
  number: z.number(),
  ordinal: z.int(),
  amount,
  flag: z.boolean(),
  class: z.enum(legacyClasses),
  date,
} as const satisfies Record<FieldKind, z.ZodType>;

type ValueOf<K extends FieldKind> = z.infer<(typeof kinds)[K]>;
export type LegacyAmount = z.infer<typeof amount>;
/** Whatever a field of the archive may hold. */
export type LegacyValue = ValueOf<FieldKind>;

type Plain<T extends Fields> = {
  [K in keyof T as K extends `${string}.${string}` ? never : K]?: ValueOf<T[K]> | undefined;
};
type Groups<T extends Fields> = keyof T extends infer K
  ? K extends `${infer G}.${string}`
    ? G
    : never
  : never;
type Inside<T extends Fields, G extends string> = {
  [K in keyof T as K extends `${G}.${infer R}` ? R : never]?: ValueOf<T[K]> | undefined;
};
/** The values of fields, each of them only where the archive has one; `a.b` as an object inside. */
export type ValuesOfFields<T extends Fields> = Plain<T> & { [G in Groups<T>]?: Inside<T, G> | undefined };

/** The schema of a table of fields: strict, nothing obligatory, for the archive never had all of it. */
function shapeOf<T extends Fields>(
  fields: T,
): { [K in keyof ValuesOfFields<T>]-?: z.ZodOptional<z.ZodType<NonNullable<ValuesOfFields<T>[K]>>> } {
  const shape: Record<string, z.ZodType> = {};
  const groups: Record<string, Record<string, z.ZodType>> = {};
  for (const [key, kind] of Object.entries(fields)) {
    const [outer = key, inner] = key.split('.');
    if (inner === undefined) shape[key] = kinds[kind].optional();
    else {
      const group = groups[outer] ?? {};
      group[inner] = kinds[kind].optional();
      groups[outer] = group;
    }
  }
  for (const [name, group] of Object.entries(groups)) shape[name] = z.strictObject(group).optional();
  return shape as ReturnType<typeof shapeOf<T>>;
}

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

const fullCallSchema = callSchema.extend({
  ...shapeOf(callFields),
  /** Rich text, cleaned when it came into the archive. */
  description: z.string().optional(),
});
const variantSchema = legacyContactSchema.extend(shapeOf(variantFields));
const technicalSchema = z.strictObject(shapeOf(technicalReviewFields));
const scientificSchema = z.strictObject(shapeOf(scientificReviewFields));
export type LegacyScientificReview = z.infer<typeof scientificSchema>;
export type LegacyTechnicalReview = z.infer<typeof technicalSchema>;

/** Which of the two blocks a proposal is made of. */
export const legacyVariants = ['regular', 'preparatory'] as const;

const contentShape = {
  ...shapeOf(proposalFields),
  discr: z.enum(legacyVariants).optional(),
  call: fullCallSchema,
  regular: variantSchema.nullable(),
  preparatory: variantSchema.nullable(),
  proposalResourcesAll: z.array(z.strictObject(shapeOf(resourceFields))).default([]),
  preparatoryTechReview: technicalSchema.nullable().default(null),
  scientificReviewAll: z.array(scientificSchema).default([]),
  technicalReviewAll: z.array(technicalSchema).default([]),
};

/** What is stored of an archived application as one document. Rows of a version before have neither variant nor reviews. */
export const legacyRecordSchema = z.strictObject({
  ...contentShape,
  projectTitle: z.string().optional(),
  fields: z.array(legacyFieldSchema).default([]),
});
export type LegacyRecord = z.infer<typeof legacyRecordSchema>;

/** What an import did not understand: where it stood, and what stood there, as JSON. */
export const unreadSchema = z.strictObject({ path: z.string(), value: z.string() });
export type Unread = z.infer<typeof unreadSchema>;

/** One archived application with everything that was archived of it. */
export const legacyDetailSchema = legacyRowSchema.extend({
  ...contentShape,
  fields: z.array(legacyFieldSchema),
  files: z.array(legacyFileSchema),
  /** For staff; nobody else gets any. */
  unread: z.array(unreadSchema),
});
export type LegacyDetail = z.infer<typeof legacyDetailSchema>;
