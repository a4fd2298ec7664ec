import { DatabaseUnavailable } from './unavailable.ts';

interface Waiting {
  who: number;
  begin: () => void;
}

/** Lets so many operations go on at a time; the others wait in a line in which nobody is served before it is their turn. */
export interface FairQueue {
  /** Carries out an operation of a person when it is their turn; throws `DatabaseUnavailable` when that takes too long. */
  take: <T>(who: number, action: () => Promise<T>) => Promise<T>;
}

/**
 * A line for what may be slow: `places` operations at a time, whoever has the fewest of them going on comes first, and of
 * these whoever has waited longest. One person who asks for twenty lists holds up nobody else's.
 */
export function fairQueue(places: number, maxWaitMs: number): FairQueue {
  const busy = new Map<number, number>();
  const queue: Waiting[] = [];
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
    const fewest = Math.min(...queue.map((one) => busy.get(one.who) ?? 0));
    const next = queue.findIndex((one) => (busy.get(one.who) ?? 0) === fewest);
    queue.splice(next, next < 0 ? 0 : 1)[0]?.begin();
  }

  function turn(who: number): Promise<void> {
    if (free > 0) {
      begin(who);
      return Promise.resolve();
    }
    return new Promise((done, fail) => {
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        fail(new DatabaseUnavailable('busy'));
      }, maxWaitMs);
      const waiting: Waiting = {
        who,
        begin: () => {
          clearTimeout(late);
          begin(who);
          done();
        },
      };
      queue.push(waiting);
    });
  }

  return {
    take: async (who, action) => {
      await turn(who);
      try {
        return await action();
      } finally {
        end(who);
      }
    },
  };
}
