import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { announceClosed } from '../../../shell/closed-applications.ts';
import type { Left } from './farewell.tsx';

/** What a deed is carried out on, and whom it tells. */
export interface DeedPlace {
  uid: string;
  assignmentId: string;
  reload: () => void;
  /** The reader may see nothing of the application after it: said in place of the page. */
  onLeft: (left: Left) => void;
}

/** What the server says when the page shows what is no longer so. */
const outdated: ReadonlySet<string> = new Set([
  'not_found',
  'not_waiting',
  'not_unowned',
  'not_to_hand_back',
  'already_ongoing',
  'stale_revision',
]);

/**
 * Something that is done with the work itself. Once it is done the application is loaded again at once, and the deed counts
 * as under way until that page is there.
 */
export function useDeed(place: DeedPlace, send: () => Promise<unknown>, done?: () => Left | null) {
  const [isDone, setDone] = useState(false);
  const deed = useMutation({
    mutationFn: send,
    // What went wrong is said by the notice of the call, beside the question that can be answered again.
    onSuccess: () => {
      setDone(true);
      const left = done?.() ?? null;
      if (left !== null) place.onLeft(left);
      announceClosed(place.uid);
      place.reload();
    },
    onError: (error) => {
      if (error instanceof CallError && outdated.has(error.code)) place.reload();
    },
  });
  return { send: () => deed.mutate(), isPending: deed.isPending || isDone, error: deed.error };
}
