import { use, useEffect, useState } from 'react';
import { collectSession } from './access-token.ts';
import { call, type Reply } from './call.ts';
import { useSession } from './session.ts';

/** How one may log in here. */
export type LogInWays = Reply<'GET /users/providers'>;

let asked: Promise<LogInWays> | null = null;

function ask(): Promise<LogInWays> {
  asked ??= call('GET /users/providers', { quiet: true, signal: AbortSignal.timeout(3_000) }).catch(() => {
    // Who cannot ask can still try a password. Another page asks again.
    setTimeout(() => {
      asked = null;
    }, 10_000);
    return { passwordLogin: true, providers: [] };
  });
  return asked;
}

/** How one may log in here; the page waits for it, so that nothing moves once it stands. */
export const useLogInWays = (): LogInWays => use(ask());

/** What the address of a login page says after a visit at an identity provider. */
export interface ProviderReturn {
  /** `in`: it went well, and the session waits behind its cookie. */
  came?: 'in';
  problem?: string;
  provider?: string;
}

const again = 'Nothing was changed. Try again, or log in another way.';
const sentences: Record<string, (provider: string, ways: Pick<LogInWays, 'passwordLogin'>) => string> = {
  provider_down: (provider) =>
    `${provider} does not answer at the moment. Log in another way, or try again later.`,
  access_denied: (provider) => `You did not finish at ${provider}. ${again}`,
  provider_refused: (provider) => `The answer of ${provider} could not be trusted. ${again}`,
  step_expired: () => 'That took too long or was done already. Begin again.',
  identity_taken: (provider) =>
    `This login at ${provider} belongs to another account here. Nothing was changed.`,
  somebody_else: (provider) =>
    `At ${provider} somebody else is logged in than the one whose account this is. Nothing was changed.`,
  not_anew: (provider, { passwordLogin }) =>
    `${provider} let you through without asking who you are, so that does not show that it is you. ${
      passwordLogin
        ? 'Use another way; with ‘Forgot password’ on the login page you can choose a password.'
        : 'Use another way, or write to us: the contact stands below.'
    }`,
  use_admin_portal: () => 'Please use ADMIN Portal',
  portal_forbidden: () => 'You dont have permission to access this portal.',
  account_locked: () => 'This account is not confirmed yet. Open the link in the mail that we sent you.',
  passkey_first: (provider) =>
    `Your account asks for a passkey. Log in to it first, then add ${provider} in your profile.`,
  no_account: (provider) => `No account here can be opened with ${provider}.`,
};

/** What went wrong at a provider, in a sentence of ours; empty when nothing did. Source: the API's words in the address. */
export function problemWords(said: ProviderReturn, ways: LogInWays): string {
  if (said.problem === undefined) return '';
  const label = ways.providers.find(({ id }) => id === said.provider)?.label ?? 'the provider';
  const sentence = sentences[said.problem] ?? (() => `The login did not come through. ${again}`);
  const words = sentence(label, ways);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * After a visit at a provider that went well: asks for the session behind the cookie. `waiting` until that is answered;
 * `failed` when there is none after all.
 */
export function useComingIn(came: boolean): 'waiting' | 'failed' | null {
  const session = useSession();
  const [asking, setAsking] = useState(came);
  useEffect(() => {
    if (came) void collectSession().finally(() => setAsking(false));
  }, [came]);
  if (!came) return null;
  return asking || session.state === 'signed-in' ? 'waiting' : 'failed';
}
