import type { IncomingMessage } from 'node:http';

/**
 * What an upload has to bring in each window of time: slower than the slowest telephone is nobody's line. Well below the
 * 64 KB that a turn reads of a connection: after a busy stretch one turn is all that is read before it is looked at.
 */
const minBytes = 32 * 1024;
const maxWindows = 360;
/** A timer that comes so much later than its time tells of a process that was busy, not of a line. */
const busyPart = 0.1;

export type Pace =
  /** All of it within a time. */
  | { completeWithinMs: number }
  /** As long as it comes along: a big file on a slow line takes its time. */
  | { windowMs: number };

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Calls `tooSlow` once when a body does not come in at its pace. What waits for us to read it is not slow, and a window at
 * whose end this process was busy tells nothing of the line.
 */
export function watchBody(request: IncomingMessage, pace: Pace, tooSlow: () => void): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  let windows = 0;
  let seenBytes = socket.bytesRead;
  const look = () => {
    if (request.complete || request.destroyed) return;
    windows += 1;
    const came = socket.bytesRead - seenBytes;
    seenBytes = socket.bytesRead;
    const wasBusy = performance.now() - begunMs > limitMs * (1 + busyPart);
    const allowsSlowBody =
      'windowMs' in pace &&
      windows < maxWindows &&
      (came >= minBytes || request.readableLength > 0 || wasBusy);
    if (!allowsSlowBody) return tooSlow();
    timer = later();
  };
  const limitMs = 'windowMs' in pace ? pace.windowMs : pace.completeWithinMs;
  let begunMs = 0;
  const later = () => {
    begunMs = performance.now();
    // A turn later: what came while we were busy is read after the timers, and would seem not to have come.
    return setTimeout(() => setImmediate(look), limitMs).unref();
  };
  let timer = later();
  request.once('close', () => clearTimeout(timer));
}
