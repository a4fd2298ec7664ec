import { CallError } from '@clearcall/ui/session/call-error.ts';
import { knowsPasskeys, offerPasskeys, withdrawPasskeys } from '@clearcall/ui/session/passkeys.ts';
import { useEffect, useRef } from 'react';

/** A challenge holds for five minutes: a page that stands longer asks for a new one in time. */
const renewedAfterMs = 4 * 60_000;

/**
 * Offers passkeys in the list under the address field while `wanted`. `onRefused` hears of one that was chosen and did
 * not open an account; of anything else nothing is said, since nobody asked.
 */
export function useOfferedPasskeys(wanted: boolean, onRefused: (sentence: string) => void): void {
  const tell = useRef(onRefused);
  tell.current = onRefused;
  useEffect(() => {
    if (!wanted || !knowsPasskeys()) return;
    let gone = false;
    const offer = () =>
      void offerPasskeys().catch((error: unknown) => {
        if (!gone && error instanceof CallError && error.status === 403) tell.current(error.message);
      });
    offer();
    const timer = setInterval(() => {
      if (!gone && document.visibilityState === 'visible') offer();
    }, renewedAfterMs);
    return () => {
      gone = true;
      clearInterval(timer);
      void withdrawPasskeys();
    };
  }, [wanted]);
}
