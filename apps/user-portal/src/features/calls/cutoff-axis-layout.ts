import type { PublishedCall } from '@clearcall/domain/calls/call.ts';
import { momentText } from '@clearcall/i18n/format.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';

/** One tick of the axis: where it stands (0 to 1), and what is written at it; empty where the tick before says it. */
export interface AxisMark {
  at: number;
  label: string;
  /** The same in full, for those who hear it or point at it. */
  meaning: { code: string; title: string; lang: Language | undefined; end: string }[];
  /** The next cut-off of all. */
  next: boolean;
}

export interface Axis {
  /** Above the line and below it; the second is empty where all calls are of one kind. */
  lanes: { tracks: string[]; marks: AxisMark[] }[];
  months: { at: number; startMs: number }[];
  todayAt: number;
}

const hourMs = 3_600_000;

/** The first instant of a month in a zone. `index` counts months from January of `year`. */
function startOfMonth(year: number, index: number, zone: string): number {
  const guess = Date.UTC(year, index, 1);
  // Zones lie at most 14 hours off; the day and the clock there say by how much.
  const { date, time } = momentText('en', guess, zone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const past = hours * hourMs + minutes * 60_000;
  const isNextDay = date.startsWith('01-');
  return isNextDay ? guess - past : guess + (24 * hourMs - past);
}

/** The first instants of this month and of the four after it, in a zone (an IANA name). */
export function monthStartsFrom(nowMs: number, zone: string): number[] {
  const [, month = 1, year = 2000] = momentText('en', nowMs, zone).date.split('-').map(Number);
  return [0, 1, 2, 3, 4].map((offset) => startOfMonth(year, month - 1 + offset, zone));
}

const months = 4;
/** About one letter of 14 px. */
const letterPx = 8;
/** Between a tick and its label, and between the label and the next tick. */
const besidePx = 14;
/** How far the last label may reach into the margin of the page. */
const marginPx = 16;

/** As many of the names as there is room for, and how many more there are; null where there is none for one. */
function labelWithin(names: readonly string[], roomPx: number): string | null {
  const labels = names.map((_name, index) => {
    const left = names.length - index - 1;
    return names.slice(0, index + 1).join(', ') + (left > 0 ? ` +${left}` : '');
  });
  return labels.findLast((label) => label.length * letterPx + besidePx <= roomPx) ?? null;
}

/** What all codes of a lane begin with is left out: AIF-LS stands as LS among AIF calls. */
function commonStart(codes: readonly string[]): string {
  const [first] = codes;
  if (first === undefined || codes.length < 2) return '';
  const start = first.slice(0, first.indexOf('-') + 1);
  return start !== '' && codes.every((code) => code.startsWith(start) && code.length > start.length)
    ? start
    : '';
}

/**
 * The cut-offs to come in this month and the next three, on one line to scale; calls of one track above it, of the
 * others below. Cut-offs too close to be written side by side share one label, which is no longer than the way to the
 * next one. `monthStarts` are five instants in milliseconds: the first of this month and of the four after it, in the
 * organisation's zone; `linePx` is how long the line is drawn.
 */
export function layOutAxis(
  calls: readonly Pick<PublishedCall, 'code' | 'title' | 'told' | 'facts' | 'cutoffs' | 'state'>[],
  monthStarts: readonly number[],
  nowMs: number,
  linePx: number,
): Axis {
  const from = monthStarts[0] ?? nowMs;
  const to = monthStarts[months] ?? nowMs + 1;
  const share = (ms: number) => (ms - from) / (to - from);

  const ends = calls.flatMap((call) =>
    call.cutoffs.flatMap(({ end }) => {
      const ms = end === null ? Number.NaN : Date.parse(end);
      return end !== null && ms > nowMs && ms < to
        ? [
            {
              ms,
              end,
              code: call.code,
              title: call.title,
              lang: langOf(call, 'title'),
              track: call.facts.track ?? '',
            },
          ]
        : [];
    }),
  );
  const tracks = [...new Set(ends.map(({ track }) => track))].filter((track) => track !== '').sort();
  const above = tracks.length > 1 ? tracks[0] : undefined;
  const nextMs = Math.min(...ends.map(({ ms }) => ms));

  const lane = (tracks: string[], own: typeof ends) => {
    const start = commonStart([...new Set(own.map(({ code }) => code))]);
    const marks = [...new Set(own.map((one) => one.ms))]
      .sort((one, other) => one - other)
      .map((ms): AxisMark & { names: string[] } => {
        const here = own.filter((one) => one.ms === ms);
        return {
          at: share(ms),
          label: '',
          names: here.map(({ code }) => code.slice(start.length)),
          meaning: here.map(({ code, title, lang, end }) => ({ code, title, lang, end })),
          next: ms === nextMs,
        };
      });
    // A mark whose label finds no room before the next one shares one with it, so does the last one before the end.
    const written: { mark: AxisMark; names: string[] }[] = [];
    const write = (untilPx: number) => {
      const last = written.at(-1);
      const label = last ? labelWithin(last.names, untilPx - last.mark.at * linePx) : '';
      if (last && label !== null) last.mark.label = label;
      return label !== null;
    };
    for (const mark of marks) {
      if (write(mark.at * linePx)) written.push({ mark, names: mark.names });
      else {
        const last = written.at(-1);
        if (last) last.names = [...new Set([...last.names, ...mark.names])];
      }
    }
    while (!write(linePx + marginPx)) {
      const [before, last] = written.splice(-2);
      if (before === undefined) break;
      if (last === undefined) {
        before.mark.label = before.names[0] ?? '';
        break;
      }
      written.push({ mark: before.mark, names: [...new Set([...before.names, ...last.names])] });
    }
    return { tracks, marks: marks.map(({ names: _names, ...mark }) => mark) };
  };

  return {
    lanes: [
      ...(above === undefined
        ? []
        : [
            lane(
              [above],
              ends.filter(({ track }) => track === above),
            ),
          ]),
      lane(
        tracks.filter((track) => track !== above),
        ends.filter(({ track }) => track !== above),
      ),
    ],
    months: monthStarts.slice(0, months).map((startMs) => ({ at: share(startMs), startMs })),
    todayAt: share(nowMs),
  };
}
