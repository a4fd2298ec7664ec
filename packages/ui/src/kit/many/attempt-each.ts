import { isOffline, sentenceOf } from '../../session/call-error.ts';
import { t } from '../text/translate.ts';
import type { Attempt } from './run-many.ts';

/** Sends a command for each of a part at the same time. null: none of them was answered. */
export async function attemptEach<Item>(
  part: readonly Item[],
  nameOf: (item: Item) => string,
  send: (item: Item) => Promise<unknown>,
): Promise<Attempt> {
  let isReached = false;
  const came = { done: [] as string[], notDone: [] as { what: string; why: string }[] };
  await Promise.all(
    part.map(async (item) => {
      const what = nameOf(item);
      try {
        await send(item);
        isReached = true;
        came.done.push(what);
      } catch (error) {
        if (!isOffline(error)) isReached = true;
        // An offline command was sent, and may have been carried out all the same.
        came.notDone.push({ what, why: isOffline(error) ? t('parts.many.unanswered') : sentenceOf(error) });
      }
    }),
  );
  return isReached ? came : null;
}
