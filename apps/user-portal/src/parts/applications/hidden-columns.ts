import { remember, rememberedValue } from '@clearcall/ui/session/device-memory.ts';

const keyOf = (userId: number) => `clearcall.columns.${userId}`;

type Hidden = Record<string, readonly string[]>;

function read(userId: number): Hidden {
  const kept = rememberedValue(keyOf(userId));
  return typeof kept === 'object' && kept !== null ? (kept as Hidden) : {};
}

/** The columns that the person switched off on this device in the list of a role; undefined where they chose nothing. */
export function hiddenColumns(userId: number, role: string): readonly string[] | undefined {
  const hidden = read(userId)[role];
  return Array.isArray(hidden) ? hidden : undefined;
}

export function rememberHidden(userId: number, role: string, hidden: readonly string[]): void {
  remember(keyOf(userId), JSON.stringify({ ...read(userId), [role]: hidden }));
}

/** Nothing of it stays on this device: the person said so, or their account is gone. */
export function forgetColumns(userId: number): void {
  remember(keyOf(userId), null);
}
