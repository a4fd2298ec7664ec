import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Calls `follow` after each refused command, of whatever dialog or button, while its page is open: another user or an
 * automation has changed what the page shows.
 */
export function useAfterRefusal(follow: () => void): void {
  const queries = useQueryClient();
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (event.action.error instanceof CallError) latest.current();
      }),
    [queries],
  );
}
