import { currentApp } from './access-token.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { isUnanswered } from './retry.ts';

// Who logs out without a connection has left; their session on the server has not ended. It is remembered here, and told
// when somebody answers again. Only the hash of its token is kept: it ends that session and opens nothing.

const againAfterMs = 30_000;

const nameOfList = (): string =>
  currentApp() === 'user_portal' ? 'clearcall.owed-logouts' : 'clearcall.owed-logouts.admin';

function pending(): string[] {
  try {
    return (localStorage.getItem(nameOfList()) ?? '').split(' ').filter((hash) => hash !== '');
  } catch {
    return [];
  }
}

function keep(hashes: readonly string[]): void {
  try {
    if (hashes.length === 0) localStorage.removeItem(nameOfList());
    else localStorage.setItem(nameOfList(), hashes.join(' '));
  } catch {
    // Without storage the session ends by itself.
  }
}

/** Remembers that the session of this token is to end; gives what forgets it again, once the server knows. */
export async function queueLogout(token: string): Promise<() => void> {
  // Only pages over https, and those of one's own machine, can make a hash.
  if (globalThis.crypto?.subtle === undefined) return () => {};
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  keep([...pending().filter((other) => other !== hash), hash]);
  return () => keep(pending().filter((other) => other !== hash));
}

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the server which sessions were logged out while nobody answered, each by its name: never the one that is open by
 * now. What is not answered is told again a while later.
 */
export async function sendPendingLogouts(): Promise<void> {
  clearTimeout(timer);
  for (const of of pending()) {
    try {
      await call('POST /users/logout', { body: { app: currentApp(), of }, quiet: true });
    } catch (error) {
      const isPutOff = isUnanswered(error) || (error instanceof CallError && error.status === 429);
      if (isPutOff) {
        timer = setTimeout(() => void sendPendingLogouts(), againAfterMs);
        return;
      }
    }
    keep(pending().filter((other) => other !== of));
  }
}

/** At the start of a page, and whenever its connection comes back. */
export function sendPendingLogoutsWhenOnline(): void {
  window.addEventListener('online', () => void sendPendingLogouts());
  void sendPendingLogouts();
}
