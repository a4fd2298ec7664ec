/** A wall clock: the calendar and the clock that people in a time zone see. */
export interface Wall {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  secondOfDay: number;
}

/** Whether a clock shows an hour of a day: clocks that go forward skip an hour, and repeat one when they go back. */
export type Showing = 'once' | 'never' | 'twice';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const made =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formatters.set(timeZone, made);
  return made;
}

/** The wall clock of a time zone at an instant. */
export function wallOf(at: Date, timeZone: string): Wall {
  const parts = formatterOf(timeZone).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    secondOfDay: part('hour') * 3600 + part('minute') * 60 + part('second'),
  };
}

const asIfUtc = (wall: Wall): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day) + wall.secondOfDay * 1000;

const dayMs = 86_400_000;

/**
 * The instant at which the clock of a time zone shows this. An hour that is skipped is moved on by as much as the clock
 * is; of an hour that is repeated the second one counts, so that nobody who reads the clock comes too late.
 */
export function instantOn(wall: Wall, timeZone: string): { at: Date; showing: Showing } {
  const wanted = asIfUtc(wall);
  const offsetAt = (ms: number) => asIfUtc(wallOf(new Date(ms), timeZone)) - ms;
  // No zone is a day from UTC, and none turns its clocks twice in two days.
  const [before, after] = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)];
  const shows = (offset: number) => asIfUtc(wallOf(new Date(wanted - offset), timeZone)) === wanted;
  const showing =
    !shows(before) && !shows(after)
      ? 'never'
      : before !== after && shows(before) && shows(after)
        ? 'twice'
        : 'once';
  const offset = showing === 'never' || !shows(after) ? before : after;
  return { at: new Date(wanted - offset), showing };
}

const two = (value: number) => String(value).padStart(2, '0');

/** A wall clock as it is typed: a day (yyyy-mm-dd) and an hour (hh:mm). */
export interface DayAndHour {
  day: string;
  hour: string;
}

/** The day and the hour that the clock of a time zone shows at an instant. */
export function dayAndHourOf(at: string, timeZone: string): DayAndHour {
  const { year, month, day, secondOfDay } = wallOf(new Date(at), timeZone);
  const minutes = Math.floor(secondOfDay / 60);
  return {
    day: `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`,
    hour: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
  };
}

/** The instant (ISO) at which the clock of a time zone shows an hour of a day, by the rules of `instantOn`. */
export function instantOfDay({ day, hour }: DayAndHour, timeZone: string): { at: string; showing: Showing } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const [hours = 0, minutes = 0] = hour.split(':').map(Number);
  const secondOfDay = hours * 3600 + minutes * 60;
  const { at, showing } = instantOn({ year, month, day: date, secondOfDay }, timeZone);
  return { at: at.toISOString(), showing };
}
