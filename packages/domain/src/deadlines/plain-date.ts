const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

function partsOf(instant: string | Date, timeZone: string): Record<string, string> {
  const at = typeof instant === 'string' ? new Date(instant) : instant;
  return Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
}

/** The day on which an instant falls in a time zone, yyyy-mm-dd. */
export function plainDate(instant: string | Date, timeZone: string): string {
  const { year = '', month = '', day = '' } = partsOf(instant, timeZone);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** An instant for a reader, dd-MM-yyyy HH:mm, on the clock of a time zone. Source: Specification 2, section 9. */
export function wallClock(instant: string | Date, timeZone: string): string {
  const { year, month, day, hour, minute } = partsOf(instant, timeZone);
  return `${day}-${month}-${year} ${hour}:${minute}`;
}
