const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
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

const hourMs = 3_600_000;

/**
 * The last second of a day in a time zone, as an ISO instant: 23:59:59 on its clock, or the last one that the day has
 * where the clocks skip that hour. Of a day that a zone left out altogether, the end of the day before.
 */
export function endOfDay(day: string, timeZone: string): string {
  const inUtcMs = Date.parse(`${day}T23:59:59Z`);
  // No zone is sixteen hours from UTC, so the end lies between; clocks that turn may make a day longer or shorter.
  let withinMs = inUtcMs - 16 * hourMs;
  let afterMs = inUtcMs + 16 * hourMs;
  while (afterMs - withinMs > 1_000) {
    const middleMs = withinMs + Math.floor((afterMs - withinMs) / 2_000) * 1_000;
    if (plainDate(new Date(middleMs), timeZone) <= day) withinMs = middleMs;
    else afterMs = middleMs;
  }
  return new Date(withinMs).toISOString();
}
