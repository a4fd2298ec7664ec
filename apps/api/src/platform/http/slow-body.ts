import type { IncomingMessage } from 'node:http';

/** What an upload has to bring in each window of time: slower than the slowest telephone is nobody's line. */
const minBytes = 64 * 1024;
const maxWindows = 360;

export type Pace =
  /** All of it within a time. */
  | { completeWithinMs: number }
  /** As long as it comes along: a big file on a slow line takes its time. */
  | { windowMs: number };

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Calls `tooSlow` once when a body does not come in at its pace. What waits for us to read it is not slow. */
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
    const allowsSlowBody =
      'windowMs' in pace && windows < maxWindows && (came >= minBytes || request.readableLength > 0);
    if (!allowsSlowBody) return tooSlow();
    timer = later();
  };
  const limitMs = 'windowMs' in pace ? pace.windowMs : pace.completeWithinMs;
  // A turn later: what came while we were busy is read after the timers, and would seem not to have come.
  const later = () => setTimeout(() => setImmediate(look), limitMs).unref();
  let timer = later();
  request.once('close', () => clearTimeout(timer));
}
