import type { PublishedCall } from '@clearcall/domain/calls/call.ts';

type Step = PublishedCall['flow']['steps'][number];

export interface ProcessLayout {
  /** Where today stands, 0 to 1; null when it lies outside. */
  nowAt: number | null;
  months: { at: number; startMs: number }[];
  /** The bar of each step, in the order given; null for a step without both dates. */
  bars: ({ from: number; width: number } | null)[];
}

const dayMs = 86_400_000;
/** A step that began long ago must not press all others to the right: its bar begins at the edge. */
const shownBeforeMs = 14 * dayMs;

/** The steps of a call to scale on one line. Null when fewer than two of them have dates: then there is nothing to compare. */
export function layOutProcess(steps: readonly Step[], nowMs: number): ProcessLayout | null {
  const spans = steps.map(({ start, end }) =>
    start === null || end === null ? null : { start: Date.parse(start), end: Date.parse(end) },
  );
  const dated = spans.filter((span) => span !== null);
  if (dated.length < 2) return null;
  const last = Math.max(...dated.map(({ end }) => end));
  const first = Math.min(...dated.map(({ start }) => start));
  const firstEnd = Math.min(...dated.map(({ end }) => end));
  const from = Math.max(first, Math.min(nowMs, firstEnd) - shownBeforeMs);
  const to = last + (last - from) * 0.04;
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - from) / (to - from)));

  const months: ProcessLayout['months'] = [];
  const begin = new Date(from);
  for (let ahead = 1; ahead <= 36; ahead += 1) {
    const startMs = Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + ahead, 1);
    if (startMs >= to) break;
    months.push({ at: share(startMs), startMs });
  }
  return {
    nowAt: nowMs > from && nowMs < to ? share(nowMs) : null,
    months,
    bars: spans.map((span) =>
      span === null
        ? null
        : { from: share(span.start), width: Math.max(0.006, share(span.end) - share(span.start)) },
    ),
  };
}
