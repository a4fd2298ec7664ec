import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type Copy, forgetCopies, type Place, type Shelf } from './kept-copies.ts';

interface Schema extends DBSchema {
  changes: { key: [string, string]; value: Copy; indexes: { assignment: string } };
}

// The database of the browser answers later, and a page that ends has no later. This copy is written at once.
const lastWordsPrefix = 'clearcall.editor.last-words.';
const lastWordsKey = ({ assignmentId, pageId }: Place) => `${lastWordsPrefix}${assignmentId}.${pageId}`;

/** Copies of an earlier version of the portal have less in them. */
function complete(copy: Partial<Copy>): Copy {
  return { uid: '', count: 0, submittedAt: null, unsaved: null, words: [], replaces: [], ...copy } as Copy;
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
export function holdPage(pageId: string): () => void {
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

/** This browser: its database, its storage that answers at once, its locks. */
export const deviceShelf: Shelf = {
  async all() {
    return (await (await open()).getAll('changes')).map(complete);
  },
  async change(put, remove) {
    const change = (await open()).transaction('changes', 'readwrite');
    await Promise.all([
      ...remove.map((place) => change.store.delete([place.assignmentId, place.pageId])),
      ...(put === null || deleted.has(put.uid) ? [] : [change.store.put(put)]),
      change.done,
    ]);
  },
  lastWords: {
    all: () =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(lastWordsPrefix))
        .flatMap((key) => lastWordsAt(key) ?? []),
    put(copy) {
      if (!deleted.has(copy.uid)) localStorage.setItem(lastWordsKey(copy), JSON.stringify(copy));
    },
    remove(place, upTo) {
      const key = lastWordsKey(place);
      const there = lastWordsAt(key);
      if (there !== null && there.count <= upTo) localStorage.removeItem(key);
    },
  },
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

async function forget(isMeant: (copy: Copy) => boolean): Promise<void> {
  try {
    await forgetCopies(deviceShelf, isMeant);
  } catch {
    // A browser without storage has kept nothing.
  }
}

/** Removes everything that is kept here for a person, on all assignments: their account is gone. */
export const forgetPerson = (userId: number): Promise<void> => forget((copy) => copy.userId === userId);

/** Removes everything that is kept here of an application: it was deleted. */
export function forgetApplication(uid: string): Promise<void> {
  deleted.add(uid);
  return forget((copy) => copy.uid === uid);
}
