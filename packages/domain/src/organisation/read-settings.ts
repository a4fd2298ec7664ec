import { z } from 'zod';
import { defaultOrganisation } from './default-organisation.ts';
import { type OrganisationSettings, organisationSettingsSchema } from './organisation.ts';
import { isKeys, isSame, valueAt, withValue } from './setting-places.ts';

/** A setting that cannot be used: where it stands (`retention › draftMonths`, empty for the whole), and why. */
export interface SettingFault {
  at: string;
  why: string;
  /** The rule of the schema that it breaks, and the limit that the rule sets. */
  rule?: { code: string; limit: number | null; isText: boolean };
}

export type ReadSettings =
  | {
      ok: true;
      settings: OrganisationSettings;
      /** The places that this version does not know. */
      unknown: string[];
      /** The settings with what stands at these places: what whoever edits them is shown. */
      whole: Record<string, unknown>;
    }
  | { ok: false; faults: SettingFault[] };

type Keys = Record<string, unknown>;

function ruleOf(issue: z.core.$ZodIssue): NonNullable<SettingFault['rule']> {
  const { code } = issue;
  const limit = code === 'too_small' ? issue.minimum : code === 'too_big' ? issue.maximum : null;
  const isText = 'origin' in issue && issue.origin === 'string';
  return { code, limit: limit === null ? null : Number(limit), isText };
}

export const placeOf = (path: readonly PropertyKey[]): string => path.map(String).join(' › ');

/** The keys that a schema knows by name; null where it is a value to be taken as a whole. */
function knownKeys(schema: unknown): Record<string, unknown> | null {
  if (schema instanceof z.ZodDefault) return knownKeys(schema.unwrap());
  return schema instanceof z.ZodObject ? schema.shape : null;
}

/** What this version knows of `given`, with what is absent taken from `otherwise`; `unknown` gets the other places. */
function known(
  schema: unknown,
  given: unknown,
  otherwise: unknown,
  path: readonly string[],
  unknown: string[][],
): unknown {
  const keys = knownKeys(schema);
  if (keys === null || !isKeys(given)) return given;
  for (const key of Object.keys(given)) if (!Object.hasOwn(keys, key)) unknown.push([...path, key]);
  const defaults = isKeys(otherwise) ? otherwise : {};
  return Object.fromEntries(
    Object.entries(keys).map(([key, part]) => [
      key,
      Object.hasOwn(given, key)
        ? known(part, given[key], defaults[key], [...path, key], unknown)
        : defaults[key],
    ]),
  );
}

function judge(
  settings: unknown,
): { ok: true; settings: OrganisationSettings } | { ok: false; faults: SettingFault[] } {
  const read = organisationSettingsSchema.safeParse(settings);
  if (read.success) return { ok: true, settings: read.data };
  return {
    ok: false,
    faults: read.error.issues.map((issue) => ({
      at: placeOf(issue.path),
      why: issue.message,
      rule: ruleOf(issue),
    })),
  };
}

/**
 * Reads the settings of the organisation as they are stored, maybe by another version of the portal: a key that is
 * absent has its default, which is the ordinary upgrade; a key that this version does not know is named in `unknown`,
 * for it is harmless here and belongs to whoever wrote it. A key that this version knows, with a value that it cannot
 * use, is a fault: no default takes its place.
 */
export function readSettings(stored: unknown): ReadSettings {
  if (!isKeys(stored)) return { ok: false, faults: [{ at: '', why: 'The settings are no object.' }] };
  const unknown: string[][] = [];
  const read = judge(known(organisationSettingsSchema, stored, defaultOrganisation, [], unknown));
  if (!read.ok) return read;
  return { ...read, unknown: unknown.map(placeOf), whole: withPlaces(read.settings, unknown, stored) };
}

/** Settings with the values that `from` has at some places. */
function withPlaces(settings: OrganisationSettings, places: readonly string[][], from: unknown): Keys {
  return places.reduce<Keys>((whole, path) => withValue(whole, path, valueAt(from, path)), { ...settings });
}

/**
 * What to store when `given` takes the place of `stored` (null: of nothing). Every key that this version knows must be
 * there and usable. Keys of a newer version that are stored stay as they are, whether or not `given` names them; one
 * that is not stored, or with another value, is refused, because nobody here can say whether it is right: mostly it is
 * misspelt.
 */
export function decideSettings(
  stored: unknown,
  given: unknown,
): { ok: true; settings: Record<string, unknown> } | { ok: false; faults: SettingFault[] } {
  const newer: string[][] = [];
  known(organisationSettingsSchema, stored, undefined, [], newer);
  const foreign: string[][] = [];
  const own = known(organisationSettingsSchema, given, undefined, [], foreign);
  const judged = judge(isKeys(given) ? withoutAbsent(own) : given);
  const misspelt = foreign
    .filter(
      (path) =>
        !newer.some((place) => isSame(place, path) && isSame(valueAt(stored, path), valueAt(given, path))),
    )
    .map((path) => ({ at: placeOf(path), why: 'This version of the portal knows no such setting.' }));
  if (!judged.ok) return { ok: false, faults: [...judged.faults, ...misspelt] };
  if (misspelt.length > 0) return { ok: false, faults: misspelt };
  return { ok: true, settings: withPlaces(judged.settings, newer, stored) };
}

/** Without the keys that hold nothing, so that their schema says that they are missing, or gives their default. */
function withoutAbsent(value: unknown): unknown {
  if (!isKeys(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, withoutAbsent(part)]),
  );
}
