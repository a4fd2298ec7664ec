const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  formatters.set(timeZone, made);
  return made;
}

/**
 * An instant as dd-MM-yyyy HH:mm in a zone, and the zone's short name at that instant (CET, CEST).
 * `instant` is ISO, `timeZone` an IANA name; both come from our own rows, a wrong one throws.
 */
export function momentIn(instant: string, timeZone: string): { text: string; zone: string } {
  const parts = formatterFor(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return {
    text: `${part('day')}-${part('month')}-${part('year')} ${part('hour')}:${part('minute')}`,
    zone: part('timeZoneName'),
  };
}
