/**
 * A part of the portal that an open page has not loaded yet can be gone from the server: a new version was put in place,
 * or is just being put there. Such a page keeps what is not saved and loads itself again, quietly, as soon as the server
 * has a page to give.
 */

const keepers = new Set<() => Promise<void>>();
const maxKeepMs = 2_000;
/** A page that still stands so long after it was told to load itself again was kept by its reader. */
const stillHereMs = 10_000;
const reloadedFrom = 'clearcall.reloaded-from';
const reloadsKey = 'clearcall.reloads';
const missing = new WeakSet<object>();
let reloading = false;
let kept: Promise<unknown> = Promise.resolve();

/** Called when a part is missing, and again before the page loads itself again. Gives what ends that. */
export function keepBeforeReload(keep: () => Promise<void>): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

const leftKey = (name: string) => `clearcall.left.${name}`;
/** Later it would bring back what has been saved or given up since. */
const takenUpWithinMs = 60_000;

/** Leaves something for the page as it will be when it has loaded itself again, in the storage of its tab alone. */
export function leaveForReload(name: string, what: unknown): void {
  sessionStorage.setItem(leftKey(name), JSON.stringify({ atMs: Date.now(), what }));
}

/** Returns what was left for this page a moment ago; null when there is nothing. */
export function readAfterReload<T>(name: string): T | null {
  // Written by us, above.
  const left = JSON.parse(sessionStorage.getItem(leftKey(name)) ?? 'null') as {
    atMs: number;
    what: T;
  } | null;
  return left !== null && Date.now() - left.atMs < takenUpWithinMs ? left.what : null;
}

/** Forgets what was left. A form does so once it is mounted: React may begin to draw it more than once. */
export function forgetAfterReload(name: string): void {
  sessionStorage.removeItem(leftKey(name));
}

/** Whether the page is loading itself again: then nobody is asked whether to leave. */
export const isReloading = (): boolean => reloading;

/** Whether an error says that a part of the portal could not be loaded. */
export const isMissingPart = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missing.has(error);

const moduleScript = /<script\b[^>]*\btype="module"/;

/** Whether a page as the server has it now begins with another script than the one that runs here. */
export function isOtherVersion(page: string, entry: string): boolean {
  return moduleScript.test(page) && !page.includes(`"${entry}"`);
}

/**
 * How long to wait before a page may load itself again, in milliseconds: longer each time it did so within the last
 * minutes. null: often enough, only the reader can help (a cache that gives an old page, a file that is really missing).
 */
export function waitBeforeReload(reloadedAtMs: readonly number[], nowMs: number): number | null {
  const lately = reloadedAtMs.filter((at) => nowMs - at < 120_000).length;
  return [0, 2_000, 10_000][lately] ?? null;
}

function reloads(): number[] {
  const read: unknown = JSON.parse(sessionStorage.getItem(reloadsKey) ?? '[]');
  return Array.isArray(read) ? read.filter((at) => typeof at === 'number') : [];
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

function keepAll(): Promise<unknown> {
  kept = Promise.all([kept, Promise.allSettled([...keepers].map((keep) => keep()))]);
  return Promise.race([kept, wait(maxKeepMs)]);
}

/** The page as the server has it now; null when it has none, or is not to be reached. */
async function pageNow(): Promise<string | null> {
  const reply = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' }).catch(() => null);
  const page = reply?.ok ? await reply.text().catch(() => '') : '';
  return moduleScript.test(page) ? page : null;
}

async function reload(): Promise<void> {
  reloading = true;
  await keepAll();
  sessionStorage.setItem(reloadsKey, JSON.stringify([...reloads(), Date.now()].slice(-10)));
  window.location.reload();
  await wait(stillHereMs);
  reloading = false;
}

const asksServerAfterMs = [0, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000];
let again: Promise<void> | undefined;

/**
 * Loads the page again in place of a part that is missing, when the server has a page to give. It comes back only where
 * that does not help: no connection for half a minute, a reader who stays, or one reload after the other.
 */
export function loadPageAgain(): Promise<void> {
  again ??= (async () => {
    const before = waitBeforeReload(reloads(), Date.now());
    if (before === null) return;
    await wait(before);
    for (const ms of asksServerAfterMs) {
      await wait(ms);
      if ((await pageNow()) !== null) return reload();
    }
  })().finally(() => {
    again = undefined;
  });
  return again;
}

/**
 * Looks after parts of the portal that cannot be loaded. In a new version all others are missing too, so the page is
 * loaded again at once; otherwise only where the part is a whole page (see error-fallback.tsx).
 */
export function watchForNewVersion(): void {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return;
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router knows the browser's own words for this, and would load the page again without keeping anything.
    payload.message = 'A part of the portal could not be loaded.';
    missing.add(payload);
    // At once: what is about to be taken off the page can still say what it holds.
    void keepAll();
    void pageNow().then((page) => {
      if (page === null || !isOtherVersion(page, entry)) return;
      // A second time would mean that a cache still gives the old page: turning in circles helps nobody.
      if (sessionStorage.getItem(reloadedFrom) === entry) return;
      sessionStorage.setItem(reloadedFrom, entry);
      void loadPageAgain();
    });
  });
}
