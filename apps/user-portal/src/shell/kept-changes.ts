import type { Unsaved } from '@clearcall/ui/form/form-store.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

interface Kept {
  /** Of the application. */
  uid: string;
  assignmentId: string;
  userId: number;
  /** The page that wrote it. A page that is still open looks after its own. */
  pageId: string;
  writtenAt: string;
  unsaved: Unsaved;
}

interface Schema extends DBSchema {
  changes: { key: [string, string]; value: Kept; indexes: { assignment: string } };
}

// The database of the browser answers later, and a page that ends has no later. This copy is written at once.
const lastWordsPrefix = 'clearcall.editor.last-words.';
const lastWordsKey = ({ assignmentId, pageId }: { assignmentId: string; pageId: string }) =>
  `${lastWordsPrefix}${assignmentId}.${pageId}`;

/** What pages wrote while they ended: of one assignment, or of all. */
function readLastWords(assignmentId?: string): Kept[] {
  const begin = assignmentId === undefined ? lastWordsPrefix : `${lastWordsPrefix}${assignmentId}.`;
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(begin))
    .flatMap((key) => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '') as Kept;
      } catch {
        return [];
      }
    });
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

/** Whether a page has gone. One that seems open gets a moment to end. */
async function isGone(pageId: string): Promise<boolean> {
  if (!navigator.locks) return true;
  try {
    const signal = AbortSignal.timeout(closingMs);
    return await navigator.locks.request(pageLock(pageId), { signal }, () => true);
  } catch {
    return false;
  }
}

/** Applications that were deleted from this page, by uid: what comes late for them is not kept. */
const deleted = new Set<string>();

/** What this page has not brought to the server, kept in the browser's own database. */
export function keeperFor(place: { uid: string; assignmentId: string; userId: number; pageId: string }) {
  return {
    async write(unsaved: Unsaved): Promise<void> {
      if (deleted.has(place.uid)) return;
      const kept: Kept = { ...place, writtenAt: new Date().toISOString(), unsaved };
      await (await open()).put('changes', kept);
    },
    writeAtOnce(unsaved: Unsaved): void {
      if (deleted.has(place.uid)) return;
      const kept: Kept = { ...place, writtenAt: new Date().toISOString(), unsaved };
      localStorage.setItem(lastWordsKey(place), JSON.stringify(kept));
    },
    async clear(): Promise<void> {
      localStorage.removeItem(lastWordsKey(place));
      await (await open()).delete('changes', [place.assignmentId, place.pageId]);
    },
  };
}

/**
 * What pages that are closed by now have left behind for this person and assignment, oldest first. `forget` removes
 * them: call it once the changes are written down under the new page.
 */
export async function leftBehind(place: {
  assignmentId: string;
  userId: number;
}): Promise<{ unsaved: Unsaved[]; forget: () => Promise<void> }> {
  const nothing = { unsaved: [], forget: async () => {} };
  try {
    const here = await open();
    const all = [
      ...(await here.getAllFromIndex('changes', 'assignment', place.assignmentId)),
      ...readLastWords(place.assignmentId),
    ];
    // Of one page the newest: it holds everything that had not been saved by then.
    const newest = new Map<string, Kept>();
    for (const kept of all.sort((one, other) => one.writtenAt.localeCompare(other.writtenAt)))
      newest.set(kept.pageId, kept);
    const own = [...newest.values()].filter((kept) => kept.userId === place.userId);
    const gone = await Promise.all(own.map((kept) => isGone(kept.pageId)));
    const orphans = own
      .filter((_, index) => gone[index])
      .sort((one, other) => one.writtenAt.localeCompare(other.writtenAt));
    return {
      unsaved: orphans.map((kept) => kept.unsaved),
      async forget() {
        for (const kept of orphans) {
          localStorage.removeItem(lastWordsKey(kept));
          await here.delete('changes', [kept.assignmentId, kept.pageId]);
        }
      },
    };
  } catch {
    // A browser without storage keeps nothing, and the server's copy is all there is.
    return nothing;
  }
}

/** Removes everything that is kept here for a person, on all assignments: their account is gone. */
export const forgetPerson = (userId: number): Promise<void> => forget((kept) => kept.userId === userId);

/** Removes everything that is kept here of an application: it was deleted. */
export function forgetApplication(uid: string): Promise<void> {
  deleted.add(uid);
  return forget((kept) => kept.uid === uid);
}

async function forget(isMeant: (kept: Kept) => boolean): Promise<void> {
  try {
    for (const kept of readLastWords()) if (isMeant(kept)) localStorage.removeItem(lastWordsKey(kept));
    const changes = (await open()).transaction('changes', 'readwrite');
    for (const kept of await changes.store.getAll())
      if (isMeant(kept)) await changes.store.delete([kept.assignmentId, kept.pageId]);
    await changes.done;
  } catch {
    // A browser without storage has kept nothing.
  }
}
