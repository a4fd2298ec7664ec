import { isSame, type SettingChange, valueAt } from '@clearcall/domain/organisation/setting-places.ts';
import { useState } from 'react';
import type { Opened } from './settings-query.ts';

export const palettePlace = 'theme/palette';

/** The path of a setting: its keys, joined by slashes. */
export type Place = string;

type Edits = Readonly<Record<Place, { seen: unknown; to: unknown }>>;

export interface SettingsForm {
  opened: Opened;
  /** The value shown: the edit, or the stored one. Null: absent. */
  get: (at: Place) => unknown;
  set: (at: Place, to: unknown) => void;
  /** The edits, each with the value that was stored when editing began. */
  changes: readonly SettingChange[];
  /** Number of settings that differ from what is stored; each shade of the palette is one. */
  unsaved: number;
  /** Takes these changes in place of all edits. */
  take: (changes: readonly SettingChange[]) => void;
  /** Forgets all edits. */
  reset: () => void;
  /** Faults of settings, by path. */
  faults: Readonly<Record<Place, string>>;
  setFaults: (faults: Readonly<Record<Place, string>>) => void;
  mayChange: boolean;
}

const countOf = ({ at, seen, to }: SettingChange): number =>
  at.join('/') === palettePlace
    ? (to as string[]).filter((shade, nth) => shade !== (seen as string[])[nth]).length
    : 1;

const keysOf = (at: Place): string[] => at.split('/');

/** The edits of one page of settings. The values seen first are kept, even if the settings are loaded again. */
export function useSettingsForm(opened: Opened, mayChange: boolean): SettingsForm {
  const [edits, setEdits] = useState<Edits>({});
  const [faults, setFaults] = useState<Readonly<Record<Place, string>>>({});
  const stored = (at: Place) => valueAt(opened.settings, keysOf(at)) ?? null;
  const changes = Object.entries(edits)
    .filter(([, { seen, to }]) => !isSame(seen, to))
    .map(([at, edit]) => ({ at: keysOf(at), ...edit }));
  return {
    opened,
    get: (at) => (Object.hasOwn(edits, at) ? edits[at]?.to : stored(at)),
    set: (at, to) => {
      setEdits((before) => ({
        ...before,
        [at]: { seen: before[at] === undefined ? stored(at) : before[at].seen, to },
      }));
      setFaults(({ [at]: _gone, ...others }) => others);
    },
    changes,
    unsaved: changes.reduce((sum, change) => sum + countOf(change), 0),
    take: (changes) =>
      setEdits(Object.fromEntries(changes.map(({ at, seen, to }) => [at.join('/'), { seen, to }]))),
    reset: () => {
      setEdits({});
      setFaults({});
    },
    faults,
    setFaults,
    mayChange,
  };
}
