import { useSyncExternalStore } from 'react';
import {
  accessToken,
  betweenRenewals,
  closeSession,
  currentApp,
  openSession,
  renewToken,
  type SessionState,
  sessionState,
  watchSession,
} from './access-token.ts';
import { call } from './call.ts';
import { queueLogout } from './pending-logouts.ts';
import { isUnanswered } from './retry.ts';

/** The session as pages see it; a page that shows it is drawn again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(watchSession, sessionState);
}

/** What a browser needs to use a passkey, and the key under which the server waits for its answer. */
export interface PasskeyStep {
  key: string;
  options: Record<string, unknown>;
}

/**
 * Opens a session; or gives what the passkey needs that its owner wants to be asked for after the password, and opens
 * none. A refusal is thrown as a CallError and not shown as a notice: the form shows it under itself.
 */
export async function login(credentials: { email: string; password: string }): Promise<PasskeyStep | null> {
  const answer = await call('POST /users/login', {
    body: { ...credentials, app: currentApp() },
    quiet: true,
  });
  if ('secondFactor' in answer) return answer.secondFactor;
  openSession(answer);
  return null;
}

/** So long somebody who logs out waits for the server, which is told again later. */
const announceWithinMs = 10_000;

/**
 * Ends the session: the server is told, and whatever it answers, this browser forgets. A server that does not answer is
 * told when it does again, also by a later page.
 */
export async function logout(): Promise<void> {
  await betweenRenewals(async () => {
    const token = accessToken();
    const forget = token === null ? () => {} : await queueLogout(token);
    try {
      const signal = AbortSignal.timeout(announceWithinMs);
      await call('POST /users/logout', { body: { app: currentApp() }, quiet: true, signal });
      forget();
    } catch (error) {
      if (!isUnanswered(error)) forget();
    }
    closeSession();
  });
}

/** Before a link from a mail is used, whoever was signed in here is forgotten. Source: Requirements 1, 4.17. */
export function dropSession(): void {
  closeSession();
}

/** After a change of the own account (a new name, another role): asks who one is now. */
export async function reloadUser(): Promise<void> {
  await renewToken(accessToken());
}
