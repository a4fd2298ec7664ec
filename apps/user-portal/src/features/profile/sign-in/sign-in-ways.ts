import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { passkeyText } from '@clearcall/ui/session/passkeys.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export type OwnWays = Reply<'GET /users/sign-in'>;

/** The ways to log in to the user's own account; several parts of the page show them. */
export const useOwnWays = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['sign-in-ways'],
    queryFn: ({ signal }) => call('GET /users/sign-in', { signal, quiet: true }),
    staleTime: 0,
  });

/** How one may log in here; several parts of the page show it. */
export const useProviders = () =>
  useQuery({ queryKey: ['providers'], queryFn: () => call('GET /users/providers', { quiet: true }) });

/** A change of a way to log in. Where the server wants to see first that it is still the same person, it waits. */
export interface Guarded {
  busy: boolean;
  /** What went wrong, in words. */
  sentence: string;
  /** The change waits for the reader to show who they are. */
  asks: boolean;
  run: (action: () => Promise<void>) => void;
  /** They did: the change goes on. */
  proceed: () => void;
  giveUp: () => void;
}

export function useGuarded(onDone: () => void): Guarded {
  const [busy, setBusy] = useState(false);
  const [sentence, setWords] = useState('');
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null);

  const attempt = async (action: () => Promise<void>) => {
    setBusy(true);
    setWords('');
    setWaiting(null);
    try {
      await action();
      onDone();
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_fresh') setWaiting(() => action);
      else setWords(passkeyText(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    sentence,
    asks: waiting !== null,
    run: (action) => void attempt(action),
    proceed: () => {
      if (waiting !== null) void attempt(waiting);
    },
    giveUp: () => setWaiting(null),
  };
}
