import { useEffect, useRef } from 'react';

const maxWaitMs = 5000;

/**
 * On every change of page, or of what stands in its place: the focus on its h1 once that is there, so that a screen reader says where one has arrived.
 * The router scrolls: to the top, and on the way back to where one was. Not on the first page (the browser does that), and never when the reader was quicker.
 */
export function useArrival(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;

    const held = document.activeElement;
    let given: HTMLElement | null = null;
    /** Whether nothing more is to be done: the reader was quicker. */
    const arrive = (): boolean => {
      // The old page may still have stood for a moment, and its heading, with the focus, has gone with it.
      if (given?.isConnected) return false;
      const moved = document.activeElement !== held && document.activeElement !== document.body;
      if (moved) return true;
      given = document.querySelector<HTMLElement>('main h1');
      if (given === null) return false;
      given.tabIndex = -1;
      given.focus({ preventScroll: true });
      return false;
    };
    let watching: MutationObserver | undefined;
    const frame = requestAnimationFrame(() => {
      if (arrive()) return;
      watching = new MutationObserver(() => {
        if (arrive()) watching?.disconnect();
      });
      watching.observe(document.body, { childList: true, subtree: true });
    });
    const giveUp = setTimeout(() => watching?.disconnect(), maxWaitMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(giveUp);
      watching?.disconnect();
    };
  }, [pathname]);
}
