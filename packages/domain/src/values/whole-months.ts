/** The last day of a month (yyyy-mm), as yyyy-mm-dd. */
export function lastDayOf(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(2000, nth, 0));
  last.setUTCFullYear(year, nth, 0);
  return `${month}-${String(last.getUTCDate()).padStart(2, '0')}`;
}

/** The month that comes a number of months after another one, or before it. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, nth = 0] = month.split('-').map(Number);
  const months = year * 12 + nth - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

const hourMs = 3_600_000;
/** The clock that is the farthest behind UTC. */
const latestHours = 12;

/** The last month (yyyy-mm) that is over in every time zone. */
export const lastMonthOver = (now: Date): string =>
  monthAfter(new Date(now.getTime() - latestHours * hourMs).toISOString().slice(0, 7), -1);
