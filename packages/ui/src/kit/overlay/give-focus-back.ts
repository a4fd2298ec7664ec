import { focusHeading } from '../page/focus-heading.ts';

/** How long the page may take to load what a command changed: what opened the box may go with it. */
const watchedMs = 10_000;

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Gives the focus back to what had it before a box opened, also where the browser does not. Where that is gone, or goes
 * when the page is loaded again, the heading of the page gets it. Ends as soon as the reader moves the focus.
 */
export function giveFocusBack(opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || opener === document.body) return;
  const check = () => {
    if (isNowhere() && !opener.isConnected) focusHeading();
    if (document.activeElement !== opener) stop();
  };
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const observer = new MutationObserver(check);
  const timer = setTimeout(stop, watchedMs);
  observer.observe(document.body, { childList: true, subtree: true });
  // The box is still there until what removes it has ended.
  queueMicrotask(() => {
    if (isNowhere() && opener.isConnected) opener.focus({ preventScroll: true });
    check();
  });
}
