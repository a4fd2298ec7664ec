import { useQuery } from '@tanstack/react-query';
import { useCommand } from '../kit/command/use-command.ts';
import { type Reply, read } from '../session/call.ts';
import { codeOf } from '../session/call-error.ts';
import { passkeyText } from '../session/passkeys.ts';

export type OwnWays = Reply<'GET /users/sign-in'>;

/** The ways to log in to the user's own account; several parts of the page show them. */
export const useOwnWays = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: ['sign-in-ways'],
    queryFn: read('GET /users/sign-in'),
    staleTime: 0,
  });

/** How one may log in here; several parts of the page show it. */
export const useProviders = () =>
  useQuery({ queryKey: ['providers'], queryFn: read('GET /users/providers') });

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
  const command = useCommand({
    send: (_call, action: () => Promise<void>) => action(),
    after: onDone,
    showsError: passkeyText,
  });
  const asks = codeOf(command.error) === 'not_fresh';
  return {
    busy: command.isPending,
    sentence: asks ? '' : (command.sentence ?? ''),
    asks,
    run: command.send,
    proceed: () => {
      if (command.input !== undefined) command.send(command.input);
    },
    giveUp: command.reset,
  };
}
