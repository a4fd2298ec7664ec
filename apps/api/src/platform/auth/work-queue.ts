import { setTimeout as pause } from 'node:timers/promises';

/** Thrown to whoever finds no room in the line, or lost it to somebody who came less often. */
export class QueueFull extends Error {
  readonly retryAfterS: number;
  constructor(waitMs: number) {
    super('The line is full.');
    this.retryAfterS = Math.min(60, Math.max(1, Math.ceil(waitMs / 1_000)));
  }
}

interface QueuedWork {
  take: () => Promise<void>;
  turnAway: (reason: QueueFull) => void;
}

export interface WorkQueue {
  /** Does the work when its turn comes. `null` is our own work, which is never turned away. */
  enqueue: <T>(from: string | null, work: () => Promise<T>) => Promise<T>;
  /** Throws where `enqueue` would turn somebody away now. */
  mustHaveRoom: (from: string) => void;
}

/** How long the others wait for work that does not come to its end, such as one that asks a database that is stuck. */
const longestWorkMs = 10_000;

/**
 * A line for dear work: one at a time, and while somebody waits without a rest. The addresses that wait take turns, so
 * that whoever comes once waits for one turn of each of the others, however many those have sent. An address has so many
 * places; where all places together are taken, the one with most of them gives its last one to whoever has fewer.
 */
export function createWorkQueue({
  ofOneAddress,
  inAll,
  maxMs = longestWorkMs,
}: {
  ofOneAddress: number;
  inAll: number;
  maxMs?: number;
}): WorkQueue {
  // Whose turn is next stands first; who had one goes to the end.
  const waiting = new Map<string | null, QueuedWork[]>();
  let places = 0;
  let busy = false;
  let averageMs = 30;

  const fullest = () =>
    [...waiting.values()].reduce((most, turns) => (turns.length > most.length ? turns : most), []);

  /** Who must go so that one more of an address has room; null: nobody; undefined: there is no room. */
  function inTheWay(from: string | null): QueuedWork[] | null | undefined {
    const own = waiting.get(from)?.length ?? 0;
    if (from === null) return null;
    if (own >= ofOneAddress) return undefined;
    if (places < inAll) return null;
    const most = fullest();
    return most.length > own + 1 ? most : undefined;
  }
  const full = (turns: number) => new QueueFull(turns * Math.max(1, waiting.size) * averageMs);

  async function workOff(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      const [from, turns] = next.value;
      const turn = turns.shift();
      waiting.delete(from);
      if (turns.length > 0) waiting.set(from, turns);
      if (turn === undefined) continue;
      if (from !== null) places -= 1;
      const begun = performance.now();
      const stuck = new AbortController();
      await Promise.race([
        turn.take(),
        pause(maxMs, undefined, { ref: false, signal: stuck.signal }).catch(() => undefined),
      ]);
      stuck.abort();
      averageMs = 0.9 * averageMs + 0.1 * (performance.now() - begun);
    }
    busy = false;
  }

  return {
    enqueue: (from, work) =>
      new Promise((resolve, reject) => {
        const gone = inTheWay(from);
        if (gone === undefined) return reject(full(waiting.get(from)?.length ?? 0));
        if (gone !== null) {
          gone.pop()?.turnAway(full(gone.length));
          places -= 1;
        }
        const turn: QueuedWork = { take: () => work().then(resolve, reject), turnAway: reject };
        const turns = waiting.get(from);
        if (turns === undefined) waiting.set(from, [turn]);
        else turns.push(turn);
        if (from !== null) places += 1;
        void workOff();
      }),
    mustHaveRoom: (from) => {
      if (inTheWay(from) === undefined) throw full(waiting.get(from)?.length ?? 0);
    },
  };
}
