import { rememberListKeys } from '@clearcall/ui/kit/list/list-keys.ts';
import { sessionState, watchSession } from '@clearcall/ui/session/access-token.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { forgetColumns } from '../applications/hidden-columns.ts';
import { forgetRoles } from '../applications/last-role.ts';
import {
  type Copy,
  type DeviceStorage,
  forgetCopies,
  type KeptOf,
  keptOfPerson,
  type Place,
  sweepCopies,
} from './kept-copies.ts';
import { forgetParts } from './known-parts.ts';

interface Schema extends DBSchema {
  changes: { key: [string, string]; value: Copy; indexes: { assignment: string } };
}

// The database of the browser answers later, and a page that ends has no later. This copy is written at once.
const lastWordsPrefix = 'clearcall.editor.last-words.';
const lastWordsKey = ({ assignmentId, pageId }: Place) => `${lastWordsPrefix}${assignmentId}.${pageId}`;

/** Copies of an earlier version of the portal have less in them. */
function complete(copy: Partial<Copy>): Copy {
  return {
    uid: '',
    shownId: copy.uid ?? '',
    count: 0,
    submittedAt: null,
    unsaved: null,
    words: [],
    replaces: [],
    keepUntil: '',
    ...copy,
  } as Copy;
}

function lastWordsAt(key: string): Copy | null {
  try {
    return complete(JSON.parse(localStorage.getItem(key) ?? '') as Copy);
  } catch {
    return null;
  }
}

const pageLock = (pageId: string) => `clearcall.editor.${pageId}`;

let database: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>('clearcall-editor', 1, {
    upgrade(fresh) {
      const changes = fresh.createObjectStore('changes', { keyPath: ['assignmentId', 'pageId'] });
      changes.createIndex('assignment', 'assignmentId');
    },
  });
  return database;
}

/** Says to the other pages that this one is open, for as long as it is. */
export function lockPage(pageId: string): () => void {
  const end = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(pageLock(pageId), { signal: end.signal }, () => held).catch(() => {});
  return () => {
    release();
    end.abort();
  };
}

/** A page that was closed a moment ago may still hold its lock. */
const closingMs = 1_500;

/** Applications that were deleted from this page, by uid: what comes late for them is not kept. */
const deleted = new Set<string>();

/** People who said at their logout that nothing of them is to stay, here or in another tab; until they log in again. */
const forgotten = new Set<number>();
const forgettingName = 'clearcall.editor.forgotten';

const forgetting = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(forgettingName);
if (forgetting !== null)
  forgetting.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') forgotten.add(data);
  };
watchSession(() => {
  const session = sessionState();
  if (session.state === 'signed-in') forgotten.delete(session.user.id);
});

/** A page that ends writes once more: not what is to be gone. */
const mayKeep = ({ uid, userId }: Copy): boolean =>
  !deleted.has(uid) && (sessionState().state === 'signed-in' || !forgotten.has(userId));

/** This browser: its database, its storage that answers at once, its locks. */
export const deviceStorage: DeviceStorage = {
  async all() {
    return (await (await open()).getAll('changes')).map(complete);
  },
  async change(put, remove) {
    const change = (await open()).transaction('changes', 'readwrite');
    await Promise.all([
      ...remove.map((place) => change.store.delete([place.assignmentId, place.pageId])),
      ...(put === null || !mayKeep(put) ? [] : [change.store.put(put)]),
      change.done,
    ]);
  },
  lastWords: {
    all: () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(lastWordsPrefix))
        .flatMap((key) => lastWordsAt(key) ?? []),
    at: (place) => lastWordsAt(lastWordsKey(place)),
    put(copy) {
      if (mayKeep(copy)) localStorage.setItem(lastWordsKey(copy), JSON.stringify(copy));
    },
    remove(place, upTo) {
      const key = lastWordsKey(place);
      const there = lastWordsAt(key);
      if (there !== null && there.count <= upTo) localStorage.removeItem(key);
    },
  },
  now: workflowNow,
  /** One that seems open gets a moment to end. */
  async isGone(pageId) {
    if (!navigator.locks) return true;
    try {
      const signal = AbortSignal.timeout(closingMs);
      return await navigator.locks.request(pageLock(pageId), { signal }, () => true);
    } catch {
      return false;
    }
  },
  async alone(name, act) {
    if (!navigator.locks) return act();
    return navigator.locks.request(`clearcall.editor.taking-up.${name}`, act);
  },
};

/** Calls back when another window of this browser has changed what is stored of a place. */
export function watchOtherWindows(changed: (pageId: string) => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key?.startsWith(lastWordsPrefix)) changed(key.slice(key.indexOf('.', lastWordsPrefix.length) + 1));
  });
}

async function forget(isMeant: (copy: Copy) => boolean): Promise<void> {
  try {
    await forgetCopies(deviceStorage, isMeant);
  } catch {
    // A browser without storage has kept nothing.
  }
}

/** From the logout on, no page of this browser keeps anything for a person any more. To be said before it. */
export function keepNothingOf(userId: number): void {
  forgotten.add(userId);
  forgetting?.postMessage(userId);
}

/** Removes everything that is kept here for a person, on all assignments: they said so, or their account is gone. */
export function forgetPerson(userId: number): Promise<void> {
  forgetParts(userId);
  forgetRoles(userId);
  forgetColumns(userId);
  rememberListKeys(userId, true);
  return forget((copy) => copy.userId === userId);
}

/** Removes what is past its time, whoever wrote it. */
export async function sweep(): Promise<void> {
  await sweepCopies(deviceStorage).catch(() => {});
}

const saveMs = 1_500;
const lookEveryMs = 250;

/** What the server does not have of a person when what is being saved now had its time, by application. */
export async function keptAtLogout(userId: number): Promise<KeptOf[]> {
  for (let leftMs = saveMs; ; leftMs -= lookEveryMs) {
    const kept = await keptOfPerson(deviceStorage, userId).catch(() => []);
    if (kept.length === 0 || leftMs <= 0) return kept;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** Removes everything that is kept here of an application: it was deleted. */
export function forgetApplication(uid: string): Promise<void> {
  deleted.add(uid);
  return forget((copy) => copy.uid === uid);
}
