/** What one person keeps in files, and may keep. In bytes. */
export interface Room {
  usedBytes: number;
  allowedBytes: number;
}

/**
 * Whether a person may add files. Whoever keeps the most already may add nothing, not even an empty file; beyond that
 * the files that are added count whole, and those that go with them do not. Refusal: no_room, with what is used and
 * allowed. Source: none of the specifications names a limit; it keeps one person from filling the storage of all.
 */
export function decideRoom(
  { usedBytes, allowedBytes }: Room,
  { addedBytes, freedBytes = 0 }: { addedBytes: number; freedBytes?: number },
): { ok: true } | { ok: false; code: 'no_room' } {
  const keptBytes = Math.max(0, usedBytes - freedBytes);
  return keptBytes < allowedBytes && keptBytes + addedBytes <= allowedBytes
    ? { ok: true }
    : { ok: false, code: 'no_room' };
}
