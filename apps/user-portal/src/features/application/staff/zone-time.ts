const formatters = new Map<string, Intl.DateTimeFormat>();

function clockOf(ms: number, zone: string): { day: string; time: string } {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formatters.set(zone, formatter);
  const parts = Object.fromEntries(formatter.formatToParts(ms).map(({ type, value }) => [type, value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/** Day and time of an instant on the clock of a zone. */
export const onClock = (at: string, zone: string): { day: string; time: string } =>
  clockOf(Date.parse(at), zone);

/**
 * The instant at which the clock of a zone shows a day and a time; of a time that its clocks skip, the one after it.
 * Null where either is none.
 */
export function instantAt(day: string, time: string, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null;
  const wanted = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wanted)) return null;
  let ms = wanted;
  // Once for the distance of the zone, once more where the clocks turn in between.
  for (let turn = 0; turn < 2; turn += 1) {
    const shown = clockOf(ms, zone);
    ms += wanted - Date.parse(`${shown.day}T${shown.time}:00Z`);
  }
  return new Date(ms).toISOString();
}
