import { sentenceOf } from './call-error.ts';

/** What became of each: how many were done, and which were not, with the sentence that says why. */
export interface Outcome<Item> {
  done: number;
  failed: { item: Item; why: string }[];
}

/**
 * Does something with each of many, a few at once: what is done stays done, whatever becomes of the others. `onProgress` is
 * told how many are over; once `signal` is aborted nothing more is begun, and what was not begun is in neither list.
 */
export async function doEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { atOnce, onProgress, signal }: { atOnce: number; onProgress: (over: number) => void; signal: AbortSignal },
): Promise<Outcome<Item>> {
  const outcome: Outcome<Item> = { done: 0, failed: [] };
  const left = items.values();
  const goOn = async (): Promise<void> => {
    for (const item of left) {
      if (signal.aborted) return;
      try {
        await act(item);
        outcome.done += 1;
      } catch (error) {
        outcome.failed.push({ item, why: sentenceOf(error) });
      }
      onProgress(outcome.done + outcome.failed.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  const place = new Map(items.map((item, at) => [item, at]));
  outcome.failed.sort((one, other) => (place.get(one.item) ?? 0) - (place.get(other.item) ?? 0));
  return outcome;
}
