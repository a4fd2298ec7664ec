// Formatters are dear to make and cheap to use: one per zone, kept.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(zone, made);
  return made;
}

/** The reader's own time zone. */
export const readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

// Anything before 2000 is unset. Source: Specification 1, section 9.
const firstRealMs = Date.UTC(2000, 0, 1);

/** The instant in milliseconds, or null for what is absent, malformed or before 2000. */
export function instantOf(at: string | number | null | undefined): number | null {
  if (at === null || at === undefined) return null;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return Number.isNaN(ms) || ms < firstRealMs ? null : ms;
}

function partsIn(zone: string, ms: number): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const part of formatter(zone).formatToParts(ms)) parts[part.type] = part.value;
  return parts;
}

/** 04-09-2026 10:00, in a zone (the reader's unless named). Empty for what is unset. */
export function dateTimeText(at: string | number | null | undefined, zone = readerZone): string {
  const ms = instantOf(at);
  if (ms === null) return '';
  const { day, month, year, hour, minute } = partsIn(zone, ms);
  return `${day}-${month}-${year} ${hour}:${minute}`;
}

/** 04-09-2026, in a zone. A plain date (2026-09-04) is the same day everywhere. Empty for what is unset. */
export function dateText(at: string | number | null | undefined, zone = readerZone): string {
  const plain = typeof at === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(at) : null;
  if (plain) return `${plain[3]}-${plain[2]}-${plain[1]}`;
  return dateTimeText(at, zone).slice(0, 10);
}

/** 10:00, in a zone. Empty for what is unset. */
export function timeText(at: string | number | null | undefined, zone = readerZone): string {
  return dateTimeText(at, zone).slice(11);
}

/** What a zone is called at an instant: short 'CEST', long 'Central European Summer Time'. */
export function zoneName(zone: string, at: number, length: 'short' | 'long'): string {
  const part = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: length })
    .formatToParts(at)
    .find((piece) => piece.type === 'timeZoneName');
  return part?.value ?? zone;
}

/** Europe/Luxembourg is called Luxembourg. */
export function zonePlace(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

/** Whether two zones show the same clock at an instant. */
export function sameClock(one: string, other: string, at: number): boolean {
  return one === other || dateTimeText(at, one) === dateTimeText(at, other);
}

/**
 * How long until an instant, as the portal says it: days (rounded), hours when under a day, minutes when under an hour.
 * Null when it has passed. Source: Specification 1, section 2 (countdown badge).
 */
export function remainingText(at: number, now: number): string | null {
  const ms = at - now;
  if (ms <= 0) return null;
  const count = (value: number, word: string) => `${value} ${word}${value === 1 ? '' : 's'}`;
  const minutes = ms / 60_000;
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return count(Math.floor(minutes), 'minute');
  if (minutes < 24 * 60) return count(Math.max(1, Math.round(minutes / 60)), 'hour');
  return count(Math.round(minutes / (24 * 60)), 'day');
}

/** The same to the minute, where it counts: '19 h 58 min', '12 days 4 h'. Null when it has passed. */
export function remainingExact(at: number, now: number): string | null {
  const ms = at - now;
  if (ms <= 0) return null;
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  if (minutes > 0) return `${minutes} min ${Math.floor(ms / 1000) % 60} s`;
  return `${Math.floor(ms / 1000)} s`;
}
