/** A span of time: ISO instants. Without an end it lasts until the next one starts, or has no end. */
export interface Window {
  start: string;
  end: string | null;
}

/** Where now lies among windows: at most one is open. */
export interface Placed<W extends Window> {
  open: W | null;
  /** The one that began last and is over; only when none is open. */
  past: W | null;
  /** The earliest that is still to come. */
  next: W | null;
}

const unsetBeforeMs = Date.parse('2000-01-01T00:00:00Z');

/**
 * An instant, or null when it is missing or before the year 2000, which counts as unset. Source: Requirements 1, 9.25.
 */
export function setInstant(instant: string | null): string | null {
  return instant === null || Date.parse(instant) < unsetBeforeMs ? null : instant;
}

/** Whether an instant is later than another, which may be none. */
export const isAfter = (instant: string, other: string | null): boolean =>
  other === null || Date.parse(instant) > Date.parse(other);

/**
 * When a window closes, as an ISO instant: at its own end, else when the next one starts, else never (null). Source:
 * Requirements 1, 10.48 and 10.50.
 */
export function closesAt(windows: readonly Window[], window: Window): string | null {
  const end = setInstant(window.end);
  if (end !== null) return end;
  const startMs = Date.parse(window.start);
  let closing: string | null = null;
  for (const other of windows) {
    const otherMs = Date.parse(other.start);
    if (otherMs > startMs && (closing === null || otherMs < Date.parse(closing))) closing = other.start;
  }
  return closing;
}

/** Whether now lies in the window; both ends belong to it. */
function contains(windows: readonly Window[], window: Window, nowMs: number): boolean {
  const end = closesAt(windows, window);
  return Date.parse(window.start) <= nowMs && (end === null || nowMs <= Date.parse(end));
}

/**
 * The timeframe that is current: the one that contains now, of several the one with the latest start; if none, the
 * latest start not after now counts as past, and the earliest later start as next. Source: Requirements 1, 10.48.
 */
export function placeInTime<W extends Window>(windows: readonly W[], now: Date): Placed<W> {
  const nowMs = now.getTime();
  const placed: Placed<W> = { open: null, past: null, next: null };
  for (const window of windows) {
    const startMs = Date.parse(window.start);
    if (contains(windows, window, nowMs)) placed.open = later(placed.open, window);
    else if (startMs > nowMs)
      placed.next = placed.next !== null && Date.parse(placed.next.start) <= startMs ? placed.next : window;
    else placed.past = later(placed.past, window);
  }
  return placed.open === null ? placed : { ...placed, past: null };
}

function later<W extends Window>(one: W | null, other: W): W {
  return one !== null && Date.parse(one.start) >= Date.parse(other.start) ? one : other;
}

/** The window that counts now: the open one, else the next, else the last. Null when there are none. */
export function countingWindow<W extends Window>(windows: readonly W[], now: Date): W | null {
  const { open, next, past } = placeInTime(windows, now);
  return open ?? next ?? past;
}

/**
 * The next moment at which what `placeInTime` says of these windows may be another: the first instant later than now at
 * which one starts, or the millisecond after it ends (both ends belong to it) or the next one starts. Null: never again.
 */
export function nextMoment(windows: readonly Window[], now: Date): Date | null {
  const nowMs = now.getTime();
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { start, end } of windows) {
    for (const instant of end === null ? [start] : [start, end]) {
      const ms = Date.parse(instant);
      for (const momentMs of [ms, ms + 1]) if (momentMs > nowMs && momentMs < nextMs) nextMs = momentMs;
    }
  }
  return nextMs === Number.POSITIVE_INFINITY ? null : new Date(nextMs);
}
