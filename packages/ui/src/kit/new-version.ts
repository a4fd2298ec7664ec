/**
 * After a new version was put in place, parts that an open page has not loaded yet are gone from the server. Such a page
 * keeps what is not saved, and loads itself again, once.
 */

const keepers = new Set<() => Promise<void>>();
const keepAtMostMs = 2_000;
const reloadedFrom = 'clearcall.reloaded-from';

/** Called before the page loads itself again; what it gives back is waited for. Gives what ends that. */
export function keepBeforeReload(keep: () => Promise<void>): () => void {
  keepers.add(keep);
  return () => keepers.delete(keep);
}

/** Whether a page as the server has it now begins with another script than the one that runs here. */
export function isOtherVersion(page: string, entry: string): boolean {
  return /<script\b[^>]*\btype="module"/.test(page) && !page.includes(`"${entry}"`);
}

async function reloadIfNew(entry: string): Promise<void> {
  // A second time would mean that a cache still gives the old page: then only the reader can help.
  if (sessionStorage.getItem(reloadedFrom) === entry) return;
  const reply = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' });
  if (!reply.ok || !isOtherVersion(await reply.text(), entry)) return;
  sessionStorage.setItem(reloadedFrom, entry);
  const kept = Promise.allSettled([...keepers].map((keep) => keep()));
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, keepAtMostMs))]);
  window.location.reload();
}

/**
 * Looks after parts of the portal that cannot be loaded. Without a connection nothing is loaded again: an old page is
 * better than none.
 */
export function watchForNewVersion(): void {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return;
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router knows the browser's own words for this, and would load the page again without asking whether it is there.
    payload.message = 'A part of the portal could not be loaded.';
    reloadIfNew(entry).catch(() => {});
  });
}
