import { remember, rememberedValue } from '@clearcall/ui/session/device-memory.ts';

/** Of so many calls a device remembers the parts; the one opened longest ago goes first. */
const maxCalls = 20;

const placeOf = (userId: number): string => `clearcall.parts.${userId}`;

/** The number at the end counts the applications of a call. Those of one call have nearly all of their parts in common. */
const callOf = (uid: string): string => uid.replace(/\d+$/, '');

type Known = [call: string, hashes: string[]][];

function read(userId: number): Known {
  const kept = rememberedValue(placeOf(userId));
  return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry?.[1])) : [];
}

/** The hashes of the parts that the person's last opened application of the same call had; none where none is known. */
export function knownParts(userId: number, uid: string): readonly string[] {
  const hashes = read(userId).find(([call]) => call === callOf(uid))?.[1] ?? [];
  return hashes.filter((hash) => typeof hash === 'string');
}

/** The hashes alone: the parts themselves are kept by the browser. */
export function rememberParts(userId: number, uid: string, hashes: readonly string[]): void {
  const call = callOf(uid);
  const others = read(userId).filter(([other]) => other !== call);
  remember(placeOf(userId), JSON.stringify([[call, hashes], ...others].slice(0, maxCalls)));
}

/** Nothing of it stays on this device: the person said so, or their account is gone. */
export function forgetParts(userId: number): void {
  remember(placeOf(userId), null);
}
