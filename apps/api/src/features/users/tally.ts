/** Counts what happened under a key within a window. In memory: each process counts for itself. */
export interface Tally {
  /** How often it happened within the window, and when last. */
  read(key: string, now: Date): { count: number; lastAt: Date | null };
  add(key: string, now: Date): void;
  clear(key: string): void;
}

/** Keeps at most `most` keys; the one that was touched longest ago goes first. */
export function createTally(windowMs: number, most = 20_000): Tally {
  const entries = new Map<string, { count: number; firstAt: Date; lastAt: Date }>();
  const live = (key: string, now: Date) => {
    const entry = entries.get(key);
    return entry && now.getTime() - entry.firstAt.getTime() < windowMs ? entry : undefined;
  };
  return {
    read(key, now) {
      const entry = live(key, now);
      return { count: entry?.count ?? 0, lastAt: entry?.lastAt ?? null };
    },
    add(key, now) {
      const entry = live(key, now);
      entries.delete(key);
      entries.set(key, { count: (entry?.count ?? 0) + 1, firstAt: entry?.firstAt ?? now, lastAt: now });
      const oldest = entries.size > most ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
    },
    clear(key) {
      entries.delete(key);
    },
  };
}
