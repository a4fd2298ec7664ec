/** Calls what listens to a key. */
export class Listeners {
  private readonly byKey = new Map<string, Set<() => void>>();

  /** Returns what ends the subscription. */
  add(key: string, listener: () => void): () => void {
    const set = this.byKey.get(key) ?? new Set<() => void>();
    this.byKey.set(key, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  notify(key: string): void {
    for (const listener of [...(this.byKey.get(key) ?? [])]) listener();
  }

  notifyAll(): void {
    for (const key of [...this.byKey.keys()]) this.notify(key);
  }
}
