import { languages } from '@clearcall/i18n/language.ts';
import { z } from 'zod';
import { addressIn, flowDocumentSchema } from '../../forms/definition.ts';
import { roleCodes } from '../../people/roles.ts';
import { timeZoneSchema } from '../../values/time-zone.ts';
import { decimal } from '../call.ts';
import { documentFormats } from '../call-document.ts';
import { type CallDefinition, mostCutoffs, mostDocuments } from './call-definition.ts';
import { isListOfThings, isNode, isWithin, type Thing } from './change.ts';
import type { Address } from './finding.ts';

/** How the parts of a call are written, in a world and in the administration alike. */
export const callCode = z.string().regex(/^[A-Z][A-Z0-9-]{0,19}$/);
export const callNumber = z.int().min(1).max(99);
export const callYear = z.int().min(2000).max(2200);
export const documentName = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/, 'A document has a name like terms-of-reference.');
export const uidPattern = z
  .string()
  .regex(/^(?=.*\{SEQ3\})[A-Za-z0-9{}-]{1,60}$/, 'A uid pattern contains {SEQ3}.');

const texts = (max: number) => z.partialRecord(z.enum(languages), z.string().max(max));
const name = z.string().trim().min(1).max(300);
const id = z.string().regex(/^[a-zA-Z0-9._-]{1,200}$/);
const address = z.string().min(1).max(2_000);
const amount = decimal.nullable();

const instant = z.iso.datetime().refine((text) => {
  const year = Number(text.slice(0, 4));
  return year >= 2000 && year <= 2200;
});
const moments = { start: instant, end: instant.nullable() };
const link = z.strictObject({ title: texts(200), address });

/** The shape of a definition. What its parts mean to each other is for `checkCall`. */
export const callDefinitionSchema: z.ZodObject<{ [Name in keyof CallDefinition]: z.ZodType }> =
  z.strictObject({
    code: callCode,
    year: callYear,
    number: callNumber,
    title: texts(300),
    description: texts(600),
    info: texts(20_000),
    logo: z.string().max(300).nullable(),
    published: z.boolean(),
    unit: name,
    timeZone: timeZoneSchema,
    uidPattern,
    facts: z.strictObject({
      duration: texts(60).optional(),
      review: texts(60).optional(),
      who: texts(300).optional(),
      track: texts(60).optional(),
    }),
    links: z.strictObject({
      link1: link.optional(),
      link2: link.optional(),
      guidelineReviewer: address.optional(),
      termsOfReference: address.optional(),
    }),
    downloadRoles: z.array(z.enum(roleCodes)).max(roleCodes.length),
    documents: z
      .array(
        z.strictObject({
          id: documentName,
          title: texts(300),
          file: z
            .strictObject({
              filename: z.string().min(1).max(200),
              mediaType: z.enum(Object.values(documentFormats)),
              sizeBytes: z.int().min(0),
              sha256: z.string().regex(/^[0-9a-f]{64}$/),
            })
            .nullable(),
        }),
      )
      .max(mostDocuments),
    cutoffs: z
      .array(
        z.strictObject({
          id,
          ...moments,
          amounts: z
            .array(
              z.strictObject({
                id: name,
                disabled: z.boolean(),
                min: amount,
                max: amount,
                fixed: amount,
                pool: amount,
              }),
            )
            .max(200),
          timeframes: z.array(z.strictObject({ id: name, ...moments })).max(100),
        }),
      )
      .max(mostCutoffs),
    flow: flowDocumentSchema,
  });

/**
 * Checks the shape of what changes lead to, at these addresses. Returns the addresses of what is wrong: things in lists by
 * their ids.
 */
export function faultsOfShape(definition: CallDefinition, places: readonly Address[]): Address[] {
  const parts = new Set(places.flatMap((place) => place.slice(0, 1)));
  const faults = [...parts].flatMap((part): Address[] => {
    const schema = Object.hasOwn(callDefinitionSchema.shape, part)
      ? callDefinitionSchema.shape[part as keyof CallDefinition]
      : z.never();
    const value = withElementsAt(definition[part as keyof CallDefinition], [part], places);
    const read = schema.safeParse(value);
    return (read.error?.issues ?? []).map(({ path }) => [part, ...addressIn(value, path)]);
  });
  return [...new Map(faults.map((place) => [place.join('\n'), place])).values()];
}

/**
 * A part of a definition whose lists of elements have only those that these addresses lead to. A flow may have thousands
 * of elements, and the shape of one depends on no other.
 */
function withElementsAt(value: unknown, at: Address, places: readonly Address[]): unknown {
  if (places.some((place) => isWithin(at, place))) return value;
  if (isListOfThings(value)) {
    const isTouched = ({ id }: Thing) => places.some((place) => isWithin(place, [...at, id]));
    const things = at.at(-1) === 'elements' ? value.filter(isTouched) : value;
    return things.map((thing) => withElementsAt(thing, [...at, thing.id], places));
  }
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withElementsAt(part, [...at, name], places)]),
  );
}
