import { isEmail } from '@clearcall/domain/forms/email-address.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import type { Theme } from '@clearcall/domain/organisation/organisation.ts';
import { type ContrastFault, contrastFaults } from '@clearcall/domain/organisation/palette.ts';
import {
  decideSettings,
  placeOf,
  readSettings,
  type SettingFault,
} from '@clearcall/domain/organisation/read-settings.ts';
import {
  type SettingChange,
  settingsDifferences,
  withValue,
} from '@clearcall/domain/organisation/setting-places.ts';
import { checkOverrides, type Overrides } from '@clearcall/i18n/overrides.ts';
import { sql } from 'kysely';
import { recordChanges } from '../../platform/audit/record-change.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Platform } from '../../platform/platform.ts';

/** Reads the stored settings and locks them; null: there are none yet. */
export async function holdSettings(tx: Db): Promise<unknown> {
  // Not the row: there may be none yet.
  await sql`lock table organisation in share row exclusive mode`.execute(tx);
  const row = await tx.selectFrom('organisation').select('settings').executeTakeFirst();
  return row?.settings ?? null;
}

/** The settings in force, with those of a newer version; as they are stored if they cannot be read. */
export function inForce(stored: unknown): unknown {
  if (stored === null) return defaultOrganisation;
  const read = readSettings(stored);
  return read.ok ? read.whole : stored;
}

/** An error that the schema or an additional rule found. */
export type Fault = SettingFault & { contrast?: ContrastFault; placeholders?: string };

const linkNames = new Set([
  'link',
  'contactLink',
  'terms',
  'privacy',
  'accessibility',
  'documentation',
  'address',
]);
const link = /^$|^\/(?!\/)\S*$|^https?:\/\/[^\s/]\S*$|^mailto:[^\s@]+@[^\s@]+$/i;
const senderAddress = /^(?:[^<>\p{Cc}]*<([^<>\s]+)>|([^<>\s]+))$/u;

/** Faults of a value that the schema accepts. Stored values are not checked again. */
function faultOf({ at, to }: SettingChange): SettingFault[] {
  if (typeof to !== 'string') return [];
  const name = at.at(-1) ?? '';
  if (at[0] === 'theme' && linkNames.has(name) && !link.test(to))
    return [{ at: placeOf(at), why: 'A link begins with https://, mailto: or /.' }];
  const [, inBrackets, plain] = senderAddress.exec(to) ?? [];
  if (name === 'mailSender' && !isEmail(inBrackets ?? plain ?? ''))
    return [{ at: placeOf(at), why: 'A sender is an address, or a name with an address in angle brackets.' }];
  return [];
}

/** The colours among the changes that carry their text too weakly. */
function coloursTooWeak(settings: Record<string, unknown>, changes: readonly SettingChange[]): Fault[] {
  const changed = changes.map(({ at }) => at.join('/'));
  return contrastFaults(settings.theme as Theme)
    .filter(({ at }) => changed.some((place) => `theme/${at}`.startsWith(place)))
    .map((contrast) => ({
      at: placeOf(['theme', ...contrast.at.split('/')]),
      why: `The contrast of ${contrast.pair} is ${contrast.ratio}:1. It needs at least ${contrast.least}:1.`,
      contrast,
    }));
}

/** The overrides among the changes, by language and id. */
const overridesIn = (changes: readonly SettingChange[]): Overrides =>
  changes
    .filter(({ at, to }) => at[0] === 'words' && typeof to === 'string')
    .reduce((found, { at, to }) => withValue(found, at.slice(1), to), {});

/**
 * Stores other settings in place of those of `holdSettings`, in its transaction, and records each change in the audit
 * log. Settings that do not fit change nothing. Keys stored by a newer version of the portal stay.
 */
export async function writeSettings(
  tx: Db,
  platform: Pick<Platform, 'now' | 'vault'>,
  { stored, given, actorId }: { stored: unknown; given: unknown; actorId: number | null },
): Promise<{ ok: true } | { ok: false; faults: Fault[] }> {
  const decided = decideSettings(stored, given);
  if (!decided.ok) return decided;
  const changes = settingsDifferences(inForce(stored), decided.settings);
  const misworded = await checkOverrides(overridesIn(changes));
  const faults = [
    ...changes.flatMap(faultOf),
    ...coloursTooWeak(decided.settings, changes),
    ...misworded.map((fault) => ({ ...fault, at: `words › ${fault.at}` })),
  ];
  if (faults.length > 0) return { ok: false, faults };
  const settings = JSON.stringify(decided.settings);
  const at = platform.now();
  await tx
    .insertInto('organisation')
    .values({ settings, updated_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings, updated_at: at }))
    .execute();
  await recordChanges(
    tx,
    platform,
    changes.map(({ at: place, seen, to }) => ({
      at,
      actorId,
      subject: { kind: 'setting', id: place.join('/') },
      action: 'setting_changed',
      before: seen === null ? null : { value: seen },
      after: to === null ? null : { value: to },
    })),
  );
  return { ok: true };
}
