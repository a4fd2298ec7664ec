// The server's clock decides, never the browser's. Every answer carries the server's time to the second; of the
// answers so far we keep the one that took least, because it is the least uncertain.
let offsetMs = 0;
let bestTripMs = Number.POSITIVE_INFINITY;

/** Learns from one answer: its Date header, and when the request left and the answer came, in our own milliseconds. */
export function syncServerClock(dateHeader: string | null, sentAtMs: number, receivedAtMs: number): void {
  const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  const tripMs = receivedAtMs - sentAtMs;
  if (Number.isNaN(serverMs) || tripMs > bestTripMs) return;
  bestTripMs = tripMs;
  // The header cuts the second off: on average half of one has passed.
  offsetMs = serverMs + 500 - (sentAtMs + receivedAtMs) / 2;
  // A difference within what the header can tell is none.
  if (Math.abs(offsetMs) < 750) offsetMs = 0;
}

let aheadMs = 0;
const watchers = new Set<() => void>();

/** Learns from one answer how far calls and applications are ahead of the real time: in a demonstration that was moved. */
export function syncWorkflowClock(header: string | null): void {
  const toldMs = header === null ? Number.NaN : Number(header);
  // It only goes forward: an answer of less left before it was moved.
  if (!(toldMs > aheadMs)) return;
  aheadMs = toldMs;
  for (const watcher of watchers) watcher();
}

/** Told when the time of calls and applications was moved. Gives what ends that. */
export function watchAhead(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/**
 * Now, by the server's clock, in milliseconds since 1970: the time of calls, applications and their deadlines, which a
 * demonstration can move forward. What belongs to a person or a session takes `serverNow`.
 */
export function workflowNow(): number {
  return serverNow() + aheadMs;
}

/** The real time by the server's clock, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}
