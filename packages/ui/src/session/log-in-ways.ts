import type { MessageId } from '@clearcall/i18n/message.ts';
import { use, useEffect, useState } from 'react';
import { t, translate } from '../kit/text/translate.ts';
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

/** What a provider, or the way back from it, can end with. */
const problems = {
  provider_down: 'account.problem.provider_down',
  access_denied: 'account.problem.access_denied',
  provider_refused: 'account.problem.provider_refused',
  step_expired: 'account.problem.step_expired',
  identity_taken: 'account.problem.identity_taken',
  somebody_else: 'account.problem.somebody_else',
  not_anew: 'account.problem.not_anew',
  use_admin_portal: 'account.problem.use_admin_portal',
  portal_forbidden: 'account.problem.portal_forbidden',
  account_locked: 'account.problem.account_locked',
  account_suspended: 'account.problem.account_suspended',
  passkey_first: 'account.problem.passkey_first',
  no_account: 'account.problem.no_account',
} as const satisfies Record<string, MessageId>;

/** What went wrong at a provider, in a sentence of ours; empty when nothing did. Source: the API's words in the address. */
export function problemText(outcome: ProviderReturn, ways: LogInWays): string {
  if (outcome.problem === undefined) return '';
  const provider =
    ways.providers.find(({ id }) => id === outcome.provider)?.label ?? t('account.problem.theProvider');
  const { problem } = outcome;
  if (!Object.hasOwn(problems, problem)) return t('account.problem.other');
  if (problem === 'not_anew' && !ways.passwordLogin)
    return t('account.problem.not_anewNoPassword', { provider });
  return translate({ id: problems[problem as keyof typeof problems], values: { provider } });
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
