import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { passkeyWords } from '@clearcall/ui/session/passkeys.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

export type OwnWays = Reply<'GET /users/sign-in'>;

/** The ways to log in to the own account; several parts of the page show them. */
export const useOwnWays = () =>
  useQuery({
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
  words: string;
  /** The change waits for the reader to show who they are. */
  asks: boolean;
  run: (deed: () => Promise<void>) => void;
  /** They did: the change goes on. */
  proceed: () => void;
  giveUp: () => void;
}

export function useGuarded(onDone: () => void): Guarded {
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const [waiting, setWaiting] = useState<(() => Promise<void>) | null>(null);

  const attempt = async (deed: () => Promise<void>) => {
    setBusy(true);
    setWords('');
    setWaiting(null);
    try {
      await deed();
      onDone();
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_fresh') setWaiting(() => deed);
      else setWords(passkeyWords(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    words,
    asks: waiting !== null,
    run: (deed) => void attempt(deed),
    proceed: () => {
      if (waiting !== null) void attempt(waiting);
    },
    giveUp: () => setWaiting(null),
  };
}
