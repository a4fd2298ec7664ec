type Keys = Record<string, unknown>;

export const isKeys = (value: unknown): value is Keys =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a place; undefined where nothing stands. */
export function valueAt(settings: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (isKeys(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    settings,
  );
}

/** A copy with a value at a place; undefined takes away what is there. */
export function withValue(settings: Keys, [key = '', ...deeper]: readonly string[], value: unknown): Keys {
  const { [key]: part, ...others } = settings;
  if (deeper.length === 0 && value === undefined) return others;
  return {
    ...settings,
    [key]: deeper.length === 0 ? value : withValue(isKeys(part) ? part : {}, deeper, value),
  };
}

/** The same value, whatever the order of its keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => isSame(value, other[at]))
    );
  if (!isKeys(one) || !isKeys(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** One change of one setting. Its place is a list of keys, and null stands for a setting that is absent. */
export interface SettingChange {
  at: readonly string[];
  /** The value that its author saw. */
  seen: unknown;
  to: unknown;
}

/**
 * Carries out changes on settings that others may have changed since. Returns the settings, or the places where neither
 * the seen nor the wanted value stands: somebody else has changed them.
 */
export function changeSettings(
  settings: Keys,
  changes: readonly SettingChange[],
): { ok: true; settings: Keys } | { ok: false; conflicts: { at: readonly string[]; now: unknown }[] } {
  const conflicts = changes.flatMap(({ at, seen, to }) => {
    const now = valueAt(settings, at) ?? null;
    return isSame(now, seen) || isSame(now, to) ? [] : [{ at, now }];
  });
  if (conflicts.length > 0) return { ok: false, conflicts };
  const changed = changes.reduce((whole, { at, to }) => withValue(whole, at, to ?? undefined), settings);
  return { ok: true, settings: changed };
}

function* leavesOf(value: unknown, path: readonly string[] = []): Generator<readonly [string[], unknown]> {
  if (!isKeys(value)) yield [[...path], value];
  else for (const [key, part] of Object.entries(value)) yield* leavesOf(part, [...path, key]);
}

/** Returns the single settings in which two states differ, as changes from one to the other. */
export function settingsDifferences(before: unknown, after: unknown): SettingChange[] {
  const places = new Map(
    [...leavesOf(before), ...leavesOf(after)].map(([at]) => [JSON.stringify(at), at] as const),
  );
  return [...places.values()]
    .map((at) => ({ at, seen: leafAt(before, at), to: leafAt(after, at) }))
    .filter(({ seen, to }) => !isSame(seen, to));
}

const leafAt = (settings: unknown, at: readonly string[]): unknown => {
  const value = valueAt(settings, at) ?? null;
  return isKeys(value) ? null : value;
};
