import { DatabaseUnavailable } from './unavailable.ts';

interface Waiting {
  who: number;
  begin: () => void;
}

/** Lets so many deeds go on at a time; the others wait in a line in which nobody is served before it is their turn. */
export interface FairLine {
  /** Carries out a deed of a person when it is their turn; throws `DatabaseUnavailable` when that takes too long. */
  take: <T>(who: number, deed: () => Promise<T>) => Promise<T>;
}

/**
 * A line for what may be slow: `places` deeds at a time, whoever has the fewest of them going on comes first, and of
 * these whoever has waited longest. One person who asks for twenty lists holds up nobody else's.
 */
export function fairLine(places: number, mostWaitMs: number): FairLine {
  const busy = new Map<number, number>();
  const line: Waiting[] = [];
  let free = places;

  function begin(who: number): void {
    free -= 1;
    busy.set(who, (busy.get(who) ?? 0) + 1);
  }

  function end(who: number): void {
    free += 1;
    const left = (busy.get(who) ?? 1) - 1;
    if (left > 0) busy.set(who, left);
    else busy.delete(who);
    const fewest = Math.min(...line.map((one) => busy.get(one.who) ?? 0));
    const next = line.findIndex((one) => (busy.get(one.who) ?? 0) === fewest);
    line.splice(next, next < 0 ? 0 : 1)[0]?.begin();
  }

  function turn(who: number): Promise<void> {
    if (free > 0) {
      begin(who);
      return Promise.resolve();
    }
    return new Promise((done, fail) => {
      const late = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1);
        fail(new DatabaseUnavailable('busy'));
      }, mostWaitMs);
      const waiting: Waiting = {
        who,
        begin: () => {
          clearTimeout(late);
          begin(who);
          done();
        },
      };
      line.push(waiting);
    });
  }

  return {
    take: async (who, deed) => {
      await turn(who);
      try {
        return await deed();
      } finally {
        end(who);
      }
    },
  };
}
