import type { Changes, Topic } from '../changes.ts';
import type { EncodedResponse } from './encoded-response.ts';

/** What was made, and from when on it is old even if nothing changes: its content hangs on the clock. null: never. */
interface Made {
  answer: EncodedResponse;
  until: Date | null;
}

/** Keeps what everybody gets until it is old. */
export interface ResponseCache {
  /**
   * The answer of that name as it was made last; made again, once for all who wait for it, when one of its topics has
   * changed or its time is over. `now` is asked when it is known how far a demonstration was moved. null where there is
   * none: that is not kept, and a failure neither.
   */
  take: (
    name: string,
    topics: readonly Topic[],
    now: () => Date,
    make: (now: Date) => Promise<Made | null>,
  ) => Promise<EncodedResponse | null>;
}

interface Entry {
  /** How often its topics had changed. */
  version: number;
  made: Promise<Made | null>;
  /** While it is being made nobody asks for another. */
  untilMs: number;
}

/** In all languages together. Lists to choose from have as many answers as somebody thinks of ways to ask. */
const maxKept = 300;

export function createResponseCache(changes: Changes): ResponseCache {
  const entries = new Map<string, Entry>();

  function begin(name: string, version: number, made: Promise<Made | null>): Entry {
    const entry: Entry = { version, made, untilMs: Number.POSITIVE_INFINITY };
    const drop = (): void => {
      if (entries.get(name) === entry) entries.delete(name);
    };
    made.then((found) => {
      if (found === null) drop();
      else if (found.until !== null) entry.untilMs = found.until.getTime();
    }, drop);
    entries.delete(name);
    const oldest = entries.keys().next();
    if (entries.size >= maxKept && !oldest.done) entries.delete(oldest.value);
    entries.set(name, entry);
    return entry;
  }

  return {
    take: async (name, topics, now, make) => {
      const versions = await changes();
      let version = 0;
      for (const topic of topics) version += versions[topic];
      const at = now();
      const known = entries.get(name);
      const isFresh = known !== undefined && known.version >= version && at.getTime() < known.untilMs;
      const entry = isFresh ? known : begin(name, version, make(at));
      return (await entry.made)?.answer ?? null;
    },
  };
}
