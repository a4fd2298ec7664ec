import { instantOn, type Wall, wallOf } from '@clearcall/domain/deadlines/wall-clock.ts';

/**
 * Times in a world file are relative to the moment at which it is loaded, so that a demonstration never grows old.
 *
 *     2026-03-01T09:00:00Z      an instant
 *     now-3d                    three days ago, at this time of day
 *     now+12d@10:00             in twelve days, when the clock of the zone shows 10:00
 *     month+1@10:00             the first day of next month; month+14d is the 15th of this one
 *     year-1+246d@10:00         counted from 1 January of last year
 *     cutoff.end-1s             from the start or end of the application's cut-off
 *     created+2h, submitted+9d  from the application's own times
 *     now+1d@10:00-1s           a further offset behind the clock time: hours, minutes or seconds
 *
 * Offsets are s, min, h (exact) and d, w (days of the calendar, the time of day stays); without a unit they are months
 * after `month` and years after `year`.
 */

type Anchor = 'now' | 'cutoff.start' | 'cutoff.end' | 'created' | 'submitted';
/** What an expression may refer to; null: it has none (a cut-off without an end). */
export type Anchors = { now: Date } & { [A in Exclude<Anchor, 'now'>]?: Date | null };

const grammar =
  /^(now|month|year|cutoff\.start|cutoff\.end|created|submitted)((?:[+-]\d{1,5}(?:s|min|h|d|w)?)*)(?:@(\d\d):(\d\d)(?::(\d\d))?((?:[+-]\d{1,5}(?:s|min|h))*))?$/;
const offset = /([+-]\d+)(s|min|h|d|w)?/g;
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const exactMs: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
const firstMs = Date.parse('2000-01-01T00:00:00Z');

/** What the calendar shows after so many days, months and years; days beyond a month's end roll over. */
function shift(wall: Wall, by: { days?: number; months?: number; years?: number }): Wall {
  const date = new Date(
    Date.UTC(wall.year + (by.years ?? 0), wall.month - 1 + (by.months ?? 0), wall.day + (by.days ?? 0)),
  );
  return {
    ...wall,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

/**
 * The instant that an expression means. Refusals are sentences: not a time, an anchor that is not there, a unit that is
 * missing, before the year 2000.
 */
export function momentOf(
  text: string,
  anchors: Anchors,
  timeZone: string,
): { ok: true; at: Date } | { ok: false; sentence: string } {
  const no = (sentence: string) => ({ ok: false as const, sentence });
  const at = instantPattern.test(text) ? instant(text) : relative(text, anchors, timeZone);
  if (typeof at === 'string') return no(at);
  if (at.getTime() < firstMs) return no(`'${text}' is before the year 2000.`);
  return { ok: true, at };
}

/** Of 30 February JavaScript makes 2 March; here it is no time. */
function instant(text: string): Date | string {
  const day = text.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  const real = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  const at = new Date(text);
  return real && !Number.isNaN(at.getTime()) ? at : `'${text}' is no time.`;
}

function relative(text: string, anchors: Anchors, timeZone: string): Date | string {
  const found = grammar.exec(text);
  if (found === null) return `'${text}' is no time.`;
  const [, anchor = '', offsets = '', hour, minute, second = '0', behind = ''] = found;
  const calendar = anchor === 'month' || anchor === 'year';
  const from = calendar ? anchors.now : anchors[anchor as Anchor];
  if (from === undefined || from === null) return `'${text}' counts from ${anchor}, which is not there.`;

  let wall = wallOf(from, timeZone);
  if (calendar) wall = { ...wall, ...(anchor === 'year' ? { month: 1 } : {}), day: 1, secondOfDay: 0 };
  let exact = calendar ? 0 : from.getTime() % 1000;
  let moved = calendar || hour !== undefined;
  for (const [, amount = '', unit] of offsets.matchAll(offset)) {
    const count = Number(amount);
    if (unit === undefined && !calendar) return `'${text}': ${amount} has no unit.`;
    if (unit === undefined) wall = shift(wall, anchor === 'month' ? { months: count } : { years: count });
    else if (unit === 'd' || unit === 'w') wall = shift(wall, { days: unit === 'w' ? count * 7 : count });
    else {
      exact += count * (exactMs[unit] ?? 0);
      continue;
    }
    moved = true;
  }
  if (hour !== undefined) {
    if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
      return `'${text}' is no time of day.`;
    wall = { ...wall, secondOfDay: Number(hour) * 3600 + Number(minute) * 60 + Number(second) };
    exact = exact - (calendar ? 0 : from.getTime() % 1000);
  }
  for (const [, amount = '', unit = ''] of behind.matchAll(offset))
    exact += Number(amount) * (exactMs[unit] ?? 0);
  // Without a move of the calendar the instant itself counts: the same wall clock comes twice when summer time ends.
  const base = moved ? instantOn(wall, timeZone).at.getTime() : from.getTime() - (from.getTime() % 1000);
  return new Date(base + exact);
}

/** A year: a number, or `year`, `year-1`, `year+1` counted from now in a time zone. Null when it is neither. */
export function yearOf(text: string | number, now: Date, timeZone: string): number | null {
  if (typeof text === 'number') return text;
  const found = /^year([+-]\d{1,2})?$/.exec(text);
  return found === null ? null : wallOf(now, timeZone).year + Number(found[1] ?? 0);
}
