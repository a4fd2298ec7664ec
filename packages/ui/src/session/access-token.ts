import type { SessionUser } from '@clearcall/domain/model/user.ts';
import { learnServerTime } from './server-clock.ts';

/** Which portal this page is; the API keeps the two apart. */
export type App = 'user_portal' | 'admin_portal';

/** A fresh access token and whose it is, as login and refresh answer. */
export interface Opened {
  token: string;
  user: SessionUser;
}

/** `expired`: it was open and could not be renewed, so the page of the one who was signed in may still stand. */
export type SessionState =
  | { state: 'unknown' }
  | { state: 'signed-out'; expired: boolean }
  | { state: 'signed-in'; user: SessionUser };

// The token lives here and nowhere else: a script that reads the storage finds nothing, a reload asks for a new one.
let app: App = 'user_portal';
let token: string | null = null;
let current: SessionState = { state: 'unknown' };
let channel: BroadcastChannel | null = null;
const watchers = new Set<() => void>();
const expiryWatchers = new Set<() => void>();

type Message = { kind: 'opened'; opened: Opened } | { kind: 'closed'; expired: boolean };

function markerName(): string {
  return app === 'user_portal' ? 'clearcall.signed-in' : 'clearcall.signed-in.admin';
}

// The marker only says that asking for a session is worth a request. Storage may be forbidden: then every start asks.
export function hasMarker(): boolean {
  try {
    return localStorage.getItem(markerName()) !== null;
  } catch {
    return true;
  }
}

function setMarker(present: boolean): void {
  try {
    if (present) localStorage.setItem(markerName(), '1');
    else localStorage.removeItem(markerName());
  } catch {
    // Nothing depends on it.
  }
}

function become(next: SessionState): void {
  current = next;
  for (const watcher of watchers) watcher();
}

function adopt(opened: Opened): void {
  token = opened.token;
  setMarker(true);
  become({ state: 'signed-in', user: opened.user });
}

function forget(expired: boolean): void {
  const wasOpen = current.state === 'signed-in';
  token = null;
  setMarker(false);
  become({ state: 'signed-out', expired: expired && wasOpen });
  if (expired && wasOpen) for (const watcher of expiryWatchers) watcher();
}

/** Names the portal and listens to its other tabs. Called once, before anything else of the session. */
export function joinSession(as: App): void {
  app = as;
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(`clearcall.session.${as}`);
  channel.onmessage = (event: MessageEvent<Message>) => {
    if (event.data.kind === 'opened') adopt(event.data.opened);
    else forget(event.data.expired);
  };
}

export function currentApp(): App {
  return app;
}

export function accessToken(): string | null {
  return token;
}

export function sessionState(): SessionState {
  return current;
}

export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Told when a session that was open could not be renewed. */
export function watchExpiry(watcher: () => void): () => void {
  expiryWatchers.add(watcher);
  return () => expiryWatchers.delete(watcher);
}

/** A session begins or is renewed, here and in the other tabs. */
export function openSession(opened: Opened): void {
  adopt(opened);
  channel?.postMessage({ kind: 'opened', opened } satisfies Message);
}

/** The session ends, here and in the other tabs; `expired` when it could not be renewed. */
export function closeSession(expired = false): void {
  forget(expired);
  channel?.postMessage({ kind: 'closed', expired } satisfies Message);
}

async function askForToken(): Promise<'renewed' | 'refused' | 'unanswered'> {
  const sentAtMs = Date.now();
  let answer: Response;
  try {
    answer = await fetch('/api/users/refresh', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ app }),
    });
  } catch {
    return 'unanswered';
  }
  learnServerTime(answer.headers.get('date'), sentAtMs, Date.now());
  if (answer.ok) {
    openSession((await answer.json()) as Opened);
    return 'renewed';
  }
  // Only a refusal ends a session. A server that is busy or starting up does not.
  return answer.status === 401 || answer.status === 403 ? 'refused' : 'unanswered';
}

let underWay: Promise<'renewed' | 'refused' | 'unanswered'> | null = null;

/**
 * Renews the access token, once for all tabs: the others wait at the lock and find the token that the first one got
 * (`stale` is the token that was refused; when another one stands there, it is used). A refusal ends the session.
 */
export function renewToken(stale: string | null): Promise<'renewed' | 'refused' | 'unanswered'> {
  underWay ??= (async () => {
    const renew = async () => {
      if (token !== null && token !== stale) return 'renewed' as const;
      return await askForToken();
    };
    try {
      const outcome = navigator.locks
        ? await navigator.locks.request(`clearcall.refresh.${app}`, renew)
        : await renew();
      if (outcome === 'refused') closeSession(true);
      return outcome;
    } finally {
      underWay = null;
    }
  })();
  return underWay;
}

/** At the start of a page: a marker means that a session may be renewed; without one the visitor is signed out. */
export async function resumeSession(): Promise<void> {
  if (current.state !== 'unknown') return;
  if (!hasMarker()) {
    become({ state: 'signed-out', expired: false });
    return;
  }
  const outcome = await renewToken(null);
  if (outcome === 'unanswered' && current.state === 'unknown')
    become({ state: 'signed-out', expired: false });
}
