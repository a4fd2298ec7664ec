/** What became of one of many: why it was not done. */
interface NotDone {
  /** As people know it. */
  what: string;
  why: string;
}

export interface ManyReport {
  done: readonly string[];
  /** These were so before, each with the reason why nothing was done. */
  unchanged: readonly NotDone[];
  notDone: readonly NotDone[];
  /** Never asked for: it was stopped, or nobody answered what came before. */
  left: readonly string[];
}

/** What an attempt with some of many came to; null: nobody answered, and what comes next would not be answered either. */
export type Attempt = (Pick<ManyReport, 'done' | 'notDone'> & Partial<Pick<ManyReport, 'unchanged'>>) | null;

/**
 * Does the same to many, some at a time and one part after the other: what is done stays done, and the report names each
 * that is not. Those of a part that the answer does not name are there no more for whoever asks, and are left out.
 */
export async function runMany<Item>(
  items: readonly Item[],
  atOnce: number,
  how: {
    nameOf: (item: Item) => string;
    act: (part: readonly Item[]) => Promise<Attempt>;
    onProgress: (settled: number) => void;
    isStopped: () => boolean;
    /** What is said of those that were sent and not answered: they may have been done. */
    unanswered: string;
  },
): Promise<ManyReport> {
  const done: string[] = [];
  const unchanged: NotDone[] = [];
  const notDone: NotDone[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    if (how.isStopped()) return { done, unchanged, notDone, left: items.slice(from).map(how.nameOf) };
    const part = items.slice(from, from + atOnce);
    const attempt = await how.act(part);
    if (attempt === null) {
      notDone.push(...part.map((item) => ({ what: how.nameOf(item), why: how.unanswered })));
      return { done, unchanged, notDone, left: items.slice(from + part.length).map(how.nameOf) };
    }
    done.push(...attempt.done);
    unchanged.push(...(attempt.unchanged ?? []));
    notDone.push(...attempt.notDone);
    how.onProgress(from + part.length);
  }
  return { done, unchanged, notDone, left: [] };
}

/** What was not done, a line each, to be pasted into a table: the name, a tab, the reason. */
export function reportText({ notDone, left }: ManyReport, untouched: string): string {
  const lines = [...notDone, ...left.map((what) => ({ what, why: untouched }))];
  return lines.map(({ what, why }) => `${what}\t${why}`).join('\n');
}
