// The server's clock decides about deadlines, never the clock of the device. Answers that no cache may store carry the
// server's time; of the answers so far, the quickest one is the least uncertain.
let offsetMs: number | null = null;
let bestTripMs = Number.POSITIVE_INFINITY;
let aheadMs = 0;
const watchers = new Set<() => void>();
/** A smaller correction changes nothing that a page shows. */
const noticeableMs = 1_000;

function numberIn(headers: Headers, name: string): number {
  return Number(headers.get(name) ?? Number.NaN);
}

/**
 * Learns from the headers of one answer: the server's time, and how far the clock of a demonstration was moved. `sentAtMs`
 * and `receivedAtMs` are when the request left and the answer came, by the clock of the device. The `Date` header is not
 * read: a cache returns it as it was when the answer was stored.
 */
export function learnTime(headers: Headers, sentAtMs: number, receivedAtMs: number): void {
  const before = offsetMs === null ? null : offsetMs + aheadMs;
  learnOffset(numberIn(headers, 'clearcall-time'), sentAtMs, receivedAtMs);
  // The clock of a demonstration only moves forward: an answer with less was sent before it was moved.
  aheadMs = Math.max(aheadMs, numberIn(headers, 'clearcall-ahead-ms') || 0);
  if (offsetMs === null) return;
  if (before !== null && Math.abs(offsetMs + aheadMs - before) < noticeableMs) return;
  for (const watcher of watchers) watcher();
}

function learnOffset(serverMs: number, sentAtMs: number, receivedAtMs: number): void {
  const tripMs = receivedAtMs - sentAtMs;
  if (Number.isNaN(serverMs)) return;
  // The server read its clock between the two moments. If that cannot be, the clock of the device was set meanwhile.
  const agrees = offsetMs !== null && serverMs - receivedAtMs <= offsetMs && offsetMs <= serverMs - sentAtMs;
  if (agrees && tripMs > bestTripMs) return;
  bestTripMs = tripMs;
  offsetMs = serverMs - (sentAtMs + receivedAtMs) / 2;
}

/** Calls `watcher` whenever the time turns out to be another one than was believed. Returns what ends that. */
export function watchTime(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Whether the server has sent its time. Until then, no page shows one. */
export function isTimeKnown(): boolean {
  return offsetMs !== null;
}

/**
 * Now, by the server's clock, in milliseconds since 1970: the time of calls, applications and their deadlines, which a
 * demonstration can move forward. What belongs to a person or a session takes `serverNow`.
 */
export function workflowNow(): number {
  return serverNow() + aheadMs;
}

/** The real time by the server's clock, in milliseconds since 1970; by that of the device until `isTimeKnown`. */
export function serverNow(): number {
  return Date.now() + (offsetMs ?? 0);
}
