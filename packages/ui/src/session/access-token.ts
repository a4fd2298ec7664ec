import type { SessionUser } from '@clearcall/domain/people/user.ts';
import { learnTime } from './server-clock.ts';

/** Which portal this page is; the API keeps the two apart. */
export type App = 'user_portal' | 'admin_portal';

/** A fresh access token and whose it is, as login and refresh answer. */
export interface Opened {
  token: string;
  user: SessionUser;
}

/**
 * Why nobody is signed in. `left`: nobody was, or they logged out. `expired`: it was open and could not be renewed, so
 * the page of the one who was signed in may still stand. `barred`: this portal is not for their role (any more).
 */
export type Ending = 'left' | 'expired' | 'barred';

export type SessionState =
  | { state: 'unknown' }
  | { state: 'signed-out'; why: Ending }
  | { state: 'signed-in'; user: SessionUser };

// The token lives here and nowhere else: a script that reads the storage finds nothing, a reload asks for a new one.
let app: App = 'user_portal';
let token: string | null = null;
let current: SessionState = { state: 'unknown' };
let channel: BroadcastChannel | null = null;
const watchers = new Set<() => void>();
const expiryWatchers = new Set<() => void>();

type Message = { kind: 'opened'; opened: Opened } | { kind: 'closed'; why: Ending };

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

let closings = 0;

function forget(why: Ending): void {
  closings += 1;
  const wasOpen = current.state === 'signed-in';
  token = null;
  setMarker(false);
  const expired = why === 'expired';
  // That a session has expired is news only once, and only where one was open: what stands there keeps its reason.
  if (!expired || wasOpen) become({ state: 'signed-out', why });
  else if (current.state === 'unknown') become({ state: 'signed-out', why: 'left' });
  if (expired && wasOpen) for (const watcher of expiryWatchers) watcher();
}

/** Names the portal and listens to its other tabs. Called once, before anything else of the session. */
export function joinSession(as: App): void {
  app = as;
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(`clearcall.session.${as}`);
  channel.onmessage = (event: MessageEvent<Message>) => {
    if (event.data.kind === 'opened') adopt(event.data.opened);
    else forget(event.data.why);
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
  return () => void watchers.delete(watcher);
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

/** The session ends, here and in the other tabs. */
export function closeSession(why: Ending = 'left'): void {
  forget(why);
  channel?.postMessage({ kind: 'closed', why } satisfies Message);
}

/** The role as the server knows it at this moment: it may have changed since the session was opened or renewed. */
export function updateRole(role: string | null): void {
  if (role === null || token === null || current.state !== 'signed-in' || current.user.role === role) return;
  openSession({ token, user: { ...current.user, role: role as SessionUser['role'] } });
}

type Renewal = 'renewed' | 'expired' | 'barred' | 'unanswered';

/** An answer to the request for a new token. */
interface Answered {
  answer: Response;
  sentAtMs: number;
  receivedAtMs: number;
}

/** What the first script of the page (first.js) has asked for, given once; null where it has not, or nobody answered. */
async function renewedAhead(): Promise<Answered | null> {
  const place = globalThis as { renewedAhead?: Promise<Answered | null> | undefined };
  const ahead = place.renewedAhead;
  place.renewedAhead = undefined;
  return (await ahead) ?? null;
}

async function askForToken(): Promise<Renewal> {
  const closingsBefore = closings;
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
  return takeAnswer({ answer, sentAtMs, receivedAtMs: Date.now() }, closingsBefore);
}

async function takeAnswer(answered: Answered, closingsBefore: number): Promise<Renewal> {
  const { answer, sentAtMs, receivedAtMs } = answered;
  learnTime(answer.headers, sentAtMs, receivedAtMs);
  if (answer.ok) {
    const opened = (await answer.json()) as Opened;
    // Somebody logged out meanwhile, here or in another tab: this token belongs to what has ended.
    if (closings !== closingsBefore) return token === null ? 'expired' : 'renewed';
    openSession(opened);
    return 'renewed';
  }
  // Only a refusal ends a session. A server that is busy or starting up does not.
  if (answer.status === 401) return 'expired';
  return answer.status === 403 ? 'barred' : 'unanswered';
}

const maxOtherTabMs = 300;

const lockName = (): string => `clearcall.refresh.${app}`;
const maxRenewalMs = 3_000;

/**
 * Does it while no tab renews the session: a logout would otherwise send the token that a renewal is just replacing, and
 * the cookie of the renewal could come after it. Whoever renews for long is not waited for: the server is right anyway.
 */
export async function betweenRenewals(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return await work();
  let begun = false;
  const waiting = { signal: AbortSignal.timeout(maxRenewalMs) };
  try {
    await navigator.locks.request(lockName(), waiting, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    await work();
  }
}

/** Does it in one tab at a time. Whoever had to wait also waits for what the first one tells the others. */
async function oneTabAtATime(renew: () => Promise<Renewal>): Promise<Renewal> {
  if (!navigator.locks) return await renew();
  const name = lockName();
  let stopListening = () => {};
  const announced = new Promise<void>((resolve) => {
    stopListening = watchSession(resolve);
  });
  try {
    const first = await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && renew());
    if (first !== null) return first;
    return await navigator.locks.request(name, async () => {
      // The lock may come a moment before the news.
      await Promise.race([announced, new Promise((resolve) => setTimeout(resolve, maxOtherTabMs))]);
      return await renew();
    });
  } finally {
    stopListening();
  }
}

let underWay: Promise<Renewal> | null = null;

/**
 * Renews the access token, once for all tabs: the others wait at the lock and find the token that the first one got
 * (`stale` is the token that was refused; when another one stands there, it is used), or that there is none any more. A
 * refusal ends the session. Source: Requirements 1, 4.11, 4.12 and 10.13.
 */
export function renewToken(stale: string | null): Promise<Renewal> {
  underWay ??= (async () => {
    try {
      const closingsBefore = closings;
      const ahead = current.state === 'unknown' ? await renewedAhead() : null;
      const outcome =
        ahead !== null
          ? await takeAnswer(ahead, closingsBefore)
          : await oneTabAtATime(async () => {
              if (token !== null && token !== stale) return 'renewed';
              if (current.state === 'signed-out') return 'expired';
              return await askForToken();
            });
      if (outcome === 'expired' || outcome === 'barred') closeSession(outcome);
      return outcome;
    } finally {
      underWay = null;
    }
  })();
  return underWay;
}

/** After a visit at an identity provider: the session waits behind its cookie, though this page knows of none. */
export async function collectSession(): Promise<void> {
  await oneTabAtATime(askForToken);
}

/** At the start of a page: a marker means that a session may be renewed; without one the visitor is signed out. */
export async function resumeSession(): Promise<void> {
  if (current.state !== 'unknown') return;
  if (!hasMarker()) {
    become({ state: 'signed-out', why: 'left' });
    return;
  }
  const outcome = await renewToken(null);
  if (outcome === 'unanswered' && current.state === 'unknown') become({ state: 'signed-out', why: 'left' });
}
